"use strict";
const program = JSON.parse(document.getElementById("data").textContent);
const all = document.getElementById("all"), picture = document.getElementById("picture");
const about = document.getElementById("about"), search = document.getElementById("search");
const CHAR = 7.3, LINE = 15, PAD = 8, GAP_X = 28, GAP_Y = 46, LONGEST = 46;
const open = new Set();
let shown = [], boxes = new Map(), view = {x: 20, y: 20, scale: 1}, current = null;

// A node's address is the path of numbers to it: "0", "0/3:1/7" (group key, node, which of its groups).
const groupOf = key => program.groups[key];
const cut = text => text.length > LONGEST ? text.slice(0, LONGEST - 1) + "…" : text;
const element = (name, attributes, text) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
};

function linesOf(node) {
  const head = node.kind === "op" ? (node.name ? node.name + " = " : "") + node.op : node.name ? node.name + " (" + node.op + ")" : node.op;
  const lines = [[cut(head), "head"]];
  for (const value of (node.values || []).slice(0, 3)) lines.push([cut(value), "value"]);
  return lines;
}

// Layers: each node below all that it reads; what reads nothing stands right above its first reader.
function layersOf(group) {
  const count = group.nodes.length, layer = new Array(count).fill(0), ins = [], outs = [];
  for (let k = 0; k < count; k++) { ins.push([]); outs.push([]); }
  for (const [from, to] of group.edges) if (from < to) { ins[to].push(from); outs[from].push(to); }
  for (let k = 0; k < count; k++) for (const from of ins[k]) layer[k] = Math.max(layer[k], layer[from] + 1);
  for (let k = count - 1; k >= 0; k--)
    if (!ins[k].length && outs[k].length && group.nodes[k].kind !== "input") layer[k] = Math.min(...outs[k].map(to => layer[to])) - 1;
  const lowest = Math.min(0, ...layer), rows = [];
  layer.forEach((at, k) => (rows[at - lowest] ||= []).push(k));
  return {rows: rows.filter(Boolean), ins, outs};
}

function layout(key, path, trail) {
  const group = groupOf(key), sizes = group.nodes.map((node, number) => sizeOf(node, path + "/" + number, trail));
  const {rows, ins, outs} = layersOf(group), x = new Array(sizes.length).fill(0), y = [];
  const place = (near) => {
    for (const row of rows) {
      const want = k => near[k].length ? near[k].reduce((sum, other) => sum + x[other] + sizes[other].w / 2, 0) / near[k].length - sizes[k].w / 2 : x[k];
      const wanted = row.map(k => [want(k), k]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      let right = -Infinity, shift = 0;
      for (const [at, k] of wanted) { x[k] = Math.max(at, right + GAP_X); right = x[k] + sizes[k].w; shift += x[k] - at; }
      for (const [, k] of wanted) x[k] -= shift / wanted.length;
      row.splice(0, row.length, ...wanted.map(each => each[1]));
    }
  };
  place(ins); rows.reverse(); place(outs); rows.reverse(); place(ins);
  let top = 0;
  for (const row of rows) {
    for (const k of row) y[k] = top;
    top += Math.max(...row.map(k => sizes[k].h)) + GAP_Y;
  }
  let left = Infinity, right = -Infinity;
  for (let k = 0; k < sizes.length; k++) { left = Math.min(left, x[k]); right = Math.max(right, x[k] + sizes[k].w); }
  const nodes = sizes.map((size, k) => ({...size, x: x[k] - left, y: y[k], node: group.nodes[k], path: path + "/" + k}));
  return {w: sizes.length ? right - left : 0, h: Math.max(0, top - GAP_Y), nodes, edges: group.edges, title: group.title, path};
}

function sizeOf(node, path, trail) {
  const lines = linesOf(node), inside = node.inside || [];
  let w = Math.max(...lines.map(line => line[0].length)) * CHAR + 2 * PAD + (inside.length ? 20 : 0), h = lines.length * LINE + 2 * PAD - 4;
  const parts = [];
  if (inside.length && open.has(path)) {
    let across = PAD, tallest = 0;
    inside.forEach(([title, key], number) => {
      if (trail.includes(key)) return;  // a function that calls itself
      const part = layout(key, path + ":" + number, [...trail, key]);
      parts.push({part, title, x: across, y: h + 18});
      across += part.w + 3 * PAD; tallest = Math.max(tallest, part.h);
    });
    w = Math.max(w, across + PAD); h += tallest + 18 + 2 * PAD;
  }
  return {w, h, lines, parts};
}

function draw(place, into, dx, dy) {
  const isBad = k => place.nodes[k].node.bad, middle = k => place.nodes[k].x + place.nodes[k].w / 2;
  const arriving = place.nodes.map(() => []);
  for (const edge of place.edges) arriving[edge[1]].push(edge);
  for (const edges of arriving) edges.sort((one, other) => middle(one[0]) - middle(other[0]));
  for (const [from, to, type] of place.edges) {
    const a = place.nodes[from], b = place.nodes[to], among = arriving[to].length, which = arriving[to].findIndex(each => each[0] === from && each[2] === type);
    const x1 = dx + a.x + a.w / 2, y1 = dy + a.y + a.h, x2 = dx + b.x + b.w * (which + 1) / (among + 1), y2 = dy + b.y, bend = Math.max(18, Math.abs(y2 - y1) / 3);
    const edge = element("g", {class: isBad(from) ? "edge bad" : "edge"});
    edge.append(element("path", {d: `M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2 - 1}`, "marker-end": "url(#arrow)"}));
    if (type) { edge.append(element("text", {x: x2 + (x1 - x2) / 4 + 3, y: y2 - 9 - which % 3 * 10, "text-anchor": "middle"}, cut(type)));
      edge.append(element("title", {}, type)); }
    into.append(edge);
  }
  for (const box of place.nodes) {
    const node = box.node, names = ["node", node.kind];
    if (node.bad) names.push("bad");
    if (node.maker) names.push("maker");
    const label = [node.name, node.op, ...(node.values || []), node.maker ? "first not finite here" : "", node.inside ? (open.has(box.path) ? "unfolded" : "folded") : ""].filter(Boolean).join(", ");
    const g = element("g", {class: names.join(" "), tabindex: "0", role: "button", "aria-label": label, transform: `translate(${dx + box.x} ${dy + box.y})`});
    if (node.inside) g.setAttribute("aria-expanded", String(open.has(box.path)));
    g.append(element("rect", {width: box.w, height: box.h, rx: node.kind === "op" ? 4 : 10}));
    box.lines.forEach(([text, kind], number) => g.append(element("text", {x: PAD, y: PAD + 9 + number * LINE, class: kind === "head" ? "head" : "soft value"}, text)));
    if (node.inside) g.append(element("text", {x: box.w - 16, y: PAD + 9}, open.has(box.path) ? "▾" : "▸"));
    into.append(g);
    boxes.set(box.path, {g, box, x: dx + box.x, y: dy + box.y});
    g.dataset.path = box.path;
    shown.push(box.path);
    for (const each of box.parts) {
      const frame = element("g", {class: "group", transform: `translate(${dx + box.x + each.x - 4} ${dy + box.y + each.y - 4})`});
      frame.append(element("rect", {width: each.part.w + 8, height: each.part.h + 8}), element("text", {x: 2, y: -4}, each.title));
      into.append(frame);
      draw(each.part, into, dx + box.x + each.x, dy + box.y + each.y);
    }
  }
}

function render(keep) {
  const before = keep && boxes.get(keep), focused = document.activeElement && document.activeElement.dataset && document.activeElement.dataset.path;
  const was = before && {x: before.x, y: before.y};
  all.replaceChildren(); boxes = new Map(); shown = [];
  draw(layout(program.root, program.root, [program.root]), all, 0, 0);
  const now = keep && boxes.get(keep);
  if (was && now) { view.x -= (now.x - was.x) * view.scale; view.y -= (now.y - was.y) * view.scale; }
  move();
  if (focused && boxes.has(focused)) boxes.get(focused).g.focus({preventScroll: true});
  mark();
}

function move() {
  all.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
  picture.classList.toggle("far", view.scale < 0.5);
}
function zoom(by, x, y) {
  const scale = Math.min(4, Math.max(0.02, view.scale * by)), box = picture.getBoundingClientRect();
  x = x === undefined ? box.width / 2 : x - box.left; y = y === undefined ? box.height / 2 : y - box.top;
  view.x = x - (x - view.x) * scale / view.scale; view.y = y - (y - view.y) * scale / view.scale; view.scale = scale;
  move();
}
function fit() {
  const size = all.getBBox(), box = picture.getBoundingClientRect();
  view.scale = Math.min(1.2, Math.max(0.25, Math.min(box.width / (size.width + 40), box.height / (size.height + 40))));
  view.x = (box.width - size.width * view.scale) / 2 - size.x * view.scale; view.y = 20 - size.y * view.scale;
  move();
}
function goTo(path) {
  const found = boxes.get(path), box = picture.getBoundingClientRect();
  if (!found) return;
  if (view.scale < 0.5) view.scale = 1;
  view.x = box.width / 2 - (found.x + found.box.w / 2) * view.scale; view.y = box.height / 3 - found.y * view.scale;
  move(); found.g.focus({preventScroll: true}); tell(path);
}

function tell(path) {
  const node = boxes.get(path).box.node; current = path;
  const title = document.createElement("h2"), list = document.createElement("ul");
  title.textContent = (node.name ? node.name + " = " : "") + node.op;
  const lines = [...(node.line ? ["line " + node.line] : []), ...(node.details || []), ...(node.values || []), ...(node.maker ? ["made what is not finite of what was"] : [])];
  for (const text of lines) { const item = document.createElement("li"), code = document.createElement("code"); code.textContent = text; item.append(code); list.append(item); }
  about.replaceChildren(title, list);
}
function toggle(path) {
  if (!boxes.get(path).box.node.inside) return;
  if (open.has(path)) open.delete(path); else open.add(path);
  render(path);
}

// All nodes, folded ones too, by address; a path is entered once.
function* everywhere(key, path, trail) {
  const nodes = groupOf(key).nodes;
  for (let number = 0; number < nodes.length; number++) {
    const here = path + "/" + number;
    yield [here, nodes[number]];
    for (const [part, [, inner]] of (nodes[number].inside || []).entries())
      if (!trail.includes(inner)) yield* everywhere(inner, here + ":" + part, [...trail, inner]);
  }
}
const MOST = 20000;
function wanted(test) {
  const found = [];
  let count = 0;
  for (const [path, node] of everywhere(program.root, program.root, [program.root])) {
    if (test(node)) found.push(path);
    if (++count > MOST) break;
  }
  return found;
}
function reveal(path) {
  let changed = false;
  for (let end = path.indexOf(":"); end >= 0; end = path.indexOf(":", end + 1)) {
    const outer = path.slice(0, end);
    if (!open.has(outer)) { open.add(outer); changed = true; }
  }
  if (changed) render();
  goTo(path);
}
let hits = [], at = -1;
const text = node => [node.name, node.op, node.line, ...(node.details || []), ...(node.values || [])].join(" ").toLowerCase();
function mark() { const set = new Set(hits); for (const [path, {g}] of boxes) g.classList.toggle("found", set.has(path)); }
function look() {
  const word = search.value.trim().toLowerCase();
  hits = word ? wanted(node => text(node).includes(word)) : []; at = -1;
  document.getElementById("found").textContent = word ? `${hits.length} found` : ""; mark();
}
function next(back) {
  if (!hits.length) return;
  at = (at + (back ? hits.length - 1 : 1)) % hits.length; reveal(hits[at]);
  document.getElementById("found").textContent = `${at + 1} of ${hits.length}`;
}
const bad = wanted(node => node.maker).concat(wanted(node => node.bad && !node.maker));
let badAt = -1;
function nextBad() { if (bad.length) reveal(bad[badAt = (badAt + 1) % bad.length]); }

// One step along the edges, or to the side.
function step(path, key) {
  const split = path.lastIndexOf("/"), group = path.slice(0, split), number = Number(path.slice(split + 1));
  const inner = shown.filter(each => each.slice(0, each.lastIndexOf("/")) === group);
  const place = inner.map(each => Number(each.slice(each.lastIndexOf("/") + 1)));
  const key0 = group.includes(":") ? keyAt(group) : program.root, edges = groupOf(key0).edges;
  let to;
  if (key === "ArrowDown") to = edges.find(edge => edge[0] === number)?.[1];
  else if (key === "ArrowUp") to = edges.find(edge => edge[1] === number)?.[0];
  else { const here = place.indexOf(number); to = place[(here + (key === "ArrowRight" ? 1 : place.length - 1)) % place.length]; }
  if (to !== undefined) goTo(group + "/" + to);
}
function keyAt(group) {
  let key = program.root;
  for (const part of group.split("/").slice(1)) { const [number, which] = part.split(":"); key = groupOf(key).nodes[Number(number)].inside[Number(which)][1]; }
  return key;
}

picture.addEventListener("wheel", event => { event.preventDefault(); zoom(Math.exp(-event.deltaY / 400), event.clientX, event.clientY); }, {passive: false});
let drag = null;
picture.addEventListener("pointerdown", event => { drag = {x: event.clientX - view.x, y: event.clientY - view.y, moved: false, from: [event.clientX, event.clientY]}; });
picture.addEventListener("pointermove", event => {
  if (!drag || !event.buttons) return;
  if (Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) > 4) drag.moved = true;
  if (drag.moved) { view.x = event.clientX - drag.x; view.y = event.clientY - drag.y; move(); }
});
picture.addEventListener("click", event => {
  const g = event.target.closest(".node");
  if (!g || drag && drag.moved) return;
  tell(g.dataset.path); toggle(g.dataset.path);
});
picture.addEventListener("focusin", event => { const g = event.target.closest(".node"); if (g) tell(g.dataset.path); });
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === search) { if (event.key === "Enter") { event.preventDefault(); next(event.shiftKey); } else if (event.key === "Escape") { search.value = ""; look(); } return; }
  const path = event.target.dataset && event.target.dataset.path, inNode = Boolean(path);
  if (event.key === "/") { event.preventDefault(); search.focus(); }
  else if (event.key === "+" || event.key === "=") zoom(1.25);
  else if (event.key === "-") zoom(0.8);
  else if (event.key === "0") fit();
  else if (event.key === "n") nextBad();
  else if (inNode && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); toggle(path); }
  else if (inNode && event.key.startsWith("Arrow")) { event.preventDefault(); step(path, event.key); }
});
search.addEventListener("input", look);
document.getElementById("in").addEventListener("click", () => zoom(1.25));
document.getElementById("out").addEventListener("click", () => zoom(0.8));
document.getElementById("fit").addEventListener("click", fit);
document.getElementById("fold").addEventListener("click", () => { open.clear(); render(); fit(); });
document.getElementById("open").addEventListener("click", () => { for (const path of wanted(node => node.inside)) open.add(path); render(); fit(); });
const badButton = document.getElementById("bad");
badButton.hidden = !bad.length; badButton.addEventListener("click", nextBad);
render(); fit();
if (bad.length && program.groups[program.root].nodes.length > 60) goTo(bad[0].split(":")[0]);

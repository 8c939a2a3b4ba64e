// Prints the tokens that the JupyterLab extension sees in a file: one JSON array [text, style] a line of output.
// usage: node tokenize.js remoteEntry.js FILE
"use strict";
const fs = require("fs");

global.window = {};
eval(fs.readFileSync(process.argv[2], "utf8"));
const mode = window._JUPYTERLAB.hlorepl.mode;

// The part of CodeMirror's StringStream that a mode may use.
class Stream {
  constructor(line) {
    Object.assign(this, { line, pos: 0 });
  }
  sol() {
    return this.pos === 0;
  }
  next() {
    return this.line.charAt(this.pos++);
  }
  eatSpace() {
    const start = this.pos;
    while (/\s/.test(this.line.charAt(this.pos))) this.pos++;
    return this.pos > start;
  }
  match(pattern, consume = true) {
    const found = this.line.slice(this.pos).match(pattern);
    if (found && found.index > 0) return null;
    if (found && consume) this.pos += found[0].length;
    return found;
  }
}

const state = mode.startState();
for (const line of fs.readFileSync(process.argv[3], "utf8").split("\n")) {
  const stream = new Stream(line);
  while (stream.pos < line.length) {
    const start = stream.pos;
    const style = mode.token(stream, state);
    if (stream.pos === start) throw new Error(`no progress in ${line.slice(start)}`);
    console.log(JSON.stringify([line.slice(start, stream.pos), style]));
  }
}

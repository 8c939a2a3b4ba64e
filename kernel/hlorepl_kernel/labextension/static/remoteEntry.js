// StableHLO for JupyterLab's editors: a module-federation container written by hand, so that no bundler is needed.
// The colours follow the Pygments lexer `stablehlo`; a test holds the two together.
(() => {
  "use strict";

  const ID = "[\\w$.-]+";
  // Tried in order at each place; the first that matches is the token.
  const RULES = [
    [/^\/\/.*/, "comment"],
    [new RegExp(`^%${ID}(?:#\\d+)?(?:@(?:all\\b|\\(\\d+,\\d+\\)))?`), "variableName"],
    [/^\$[A-Za-z_]\w*/, "variableName.special"],
    [new RegExp(`^@(?:${ID}|"[^"\\\\]*(?:\\\\.[^"\\\\]*)*")`), "variableName.function"],
    [new RegExp(`^\\^${ID}`), "labelName"],
    [new RegExp(`^#${ID}`), "atom"],
    [new RegExp(`^!${ID}`), "typeName"],
    [/^"[A-Za-z_]\w*(?:\.\w+)+"(?=[ \t]*\()/, "keyword"],
    [/^"[^"\\]*(?:\\.[^"\\]*)*"/, "string"],
    [/^(?:tensor|memref|vector)</, "dimensions"],
    [/^(?:tuple|complex)(?=<)/, "typeName"],
    [/^(?:[su]?i\d+|f\d+(?:E\d+M\d+(?:FN)?(?:UZ|U)?)?|f8E4M3B11FNUZ|bf16|tf32|index|none|complex)\b/, "typeName"],
    [/^(?:0x[0-9A-Fa-f]+\b|(?:\d+\.\d*|\.\d+)(?:[eE][-+]?\d+)?|\d+(?:[eE][-+]?\d+)?|(?:inf|nan)\b)/, "number"],
    [/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+/, "keyword"],
    [/^[A-Za-z_][\w$]*(?=[ \t]*=(?!=))/, "propertyName"],
    [/^(?:true|false)\b/, "bool"],
    [/^(?:array|attributes|cond|dense|dense_resource|do|func|init|loc|module|private|public|reducer|return)\b/, "keyword"],
    [/^[A-Z][A-Z0-9_]+\b/, "atom"],
    [/^[A-Za-z_][\w$]*(?=\(|[ \t]+[%@])/, "keyword"],
    [/^[A-Za-z_][\w$]*/, null],
    [/^(?:\*\*|<<(?= )|>>(?= )|[=!<>]=|->|[-+*/%&|~=])/, "operator"],
    [/^[()[\]{}<>,:;.?]/, "punctuation"],
  ];

  const mode = {
    name: "stablehlo",
    startState: () => ({ first: true, command: false, dimensions: false }),
    token(stream, state) {
      if (stream.sol()) Object.assign(state, mode.startState());
      if (stream.eatSpace()) return null;
      if (state.first) {
        state.first = false;
        if (stream.match(/^:[A-Za-z]\w*/)) {
          state.command = true;
          return "meta";
        }
        if (stream.match(/^\?(?=[\w%])/)) return "meta";
      }
      if (state.dimensions) {
        if (stream.match(/^\d+(?=x)/)) return "number";
        if (stream.match(/^[?*](?=x)/)) return "operator";
        if (stream.match(/^x(?=[\d?*a-z!])/)) return "punctuation";
        state.dimensions = false;
      }
      if (state.command && !stream.match(/^[%@"]/, false)) {
        stream.match(/^[^\s%@"]+/);
        return "string";
      }
      for (const [pattern, style] of RULES) {
        if (!stream.match(pattern)) continue;
        state.dimensions = style === "dimensions"; // 2x?xf32 follows, where `0x8` is no hexadecimal number
        return state.dimensions ? "typeName" : style;
      }
      stream.next();
      return null;
    },
    languageData: {
      commentTokens: { line: "//" },
      closeBrackets: { brackets: ["(", "[", "{", '"'] },
    },
  };

  // Modules that JupyterLab shares: {version: {get, loaded, …}}; the one already loaded is the one that it uses.
  const shared = async (scope, name) => {
    const offers = Object.values(scope[name] ?? {});
    if (!offers.length) throw new Error(`JupyterLab does not share ${name}`);
    return (await (offers.find((offer) => offer.loaded) ?? offers[0]).get())();
  };

  const plugin = async (scope) => {
    const { IEditorLanguageRegistry } = await shared(scope, "@jupyterlab/codemirror");
    const { StreamLanguage, LanguageSupport } = await shared(scope, "@codemirror/language");
    return {
      id: "hlorepl:stablehlo",
      description: "Colours StableHLO.",
      autoStart: true,
      requires: [IEditorLanguageRegistry],
      activate: (_app, languages) => {
        languages.addLanguage({
          name: "stablehlo",
          displayName: "StableHLO",
          mime: ["text/x-stablehlo", "text/x-mlir"],
          extensions: ["mlir", "hlo"],
          support: new LanguageSupport(StreamLanguage.define(mode)),
        });
      },
    };
  };

  let scope;
  window._JUPYTERLAB = window._JUPYTERLAB || {};
  window._JUPYTERLAB["hlorepl"] = {
    init: (sharedScope) => {
      scope = sharedScope;
    },
    get: async () => {
      const extension = await plugin(scope);
      return () => ({ __esModule: true, default: extension });
    },
    mode,
  };
})();

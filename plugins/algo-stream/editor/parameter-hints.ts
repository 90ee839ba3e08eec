import { monaco } from './monaco.ts';
import { knownParameters, parameterAt, parameterNote, typedParameter } from './parameter-text.ts';

/** The parameters text of each editor that is open, by the address of its code. */
const texts = new Map<string, string>();

const parametersOf = (model: { readonly uri: { toString(): string } }) =>
  knownParameters(texts.get(model.uri.toString()) ?? '');

monaco.languages.registerCompletionItemProvider('typescript', {
  triggerCharacters: ["'", '"'],
  provideCompletionItems(model, position) {
    const before = model.getLineContent(position.lineNumber).slice(0, position.column - 1);
    const typed = typedParameter(before);
    if (typed === null) return { suggestions: [] };
    const range = {
      startLineNumber: position.lineNumber,
      endLineNumber: position.lineNumber,
      startColumn: position.column - typed.length,
      endColumn: position.column,
    };
    return {
      suggestions: parametersOf(model).map(({ name, value }) => ({
        label: name,
        kind: monaco.languages.CompletionItemKind.Variable,
        insertText: name,
        detail: `= ${value}`,
        range,
      })),
    };
  },
});

monaco.languages.registerHoverProvider('typescript', {
  provideHover(model, { lineNumber, column }) {
    const found = parameterAt(model.getLineContent(lineNumber), column);
    if (found === null || !texts.has(model.uri.toString())) return null;
    return {
      contents: [{ value: parameterNote(parametersOf(model), found.name) }],
      range: {
        startLineNumber: lineNumber,
        endLineNumber: lineNumber,
        startColumn: found.from,
        endColumn: found.to,
      },
    };
  },
});

/** Completes and explains the parameters of this text in the code of an address, until the returned function is called. */
export function describeParameters(address: string, text: string): () => void {
  texts.set(address, text);
  return () => void texts.delete(address);
}

import { getTypeScriptWorker } from 'monaco-editor/languages/features/typescript/register';
import { exitFaults } from '../../../src/domain/strategy/exit-faults.ts';
import { repeatedCalls } from '../../../src/domain/strategy/repeated-calls.ts';
import type { CodeFault } from './faults.ts';
import { monaco } from './monaco.ts';

/** Texts that were checked. Each has a place of its own: the worker keeps what it found by place and version, and a new text has the first version. */
let checkedCount = 0;

type Message = Awaited<
  ReturnType<Awaited<ReturnType<Awaited<ReturnType<typeof getTypeScriptWorker>>>>['getSyntacticDiagnostics']>
>[number]['messageText'];

const textOf = (message: Message): string => (typeof message === 'string' ? message : message.messageText);

/** What is wrong with the syntax of code, calls that may come only once, and exits that a run refuses. Rejects when the language cannot be loaded. */
export async function syntaxFaults(code: string): Promise<readonly CodeFault[]> {
  checkedCount += 1;
  const uri = monaco.Uri.parse(`checked-${checkedCount}.ts`);
  const model = monaco.editor.createModel(code, 'typescript', uri);
  try {
    const workerOf = await getTypeScriptWorker();
    const worker = await workerOf(uri);
    const found = await worker.getSyntacticDiagnostics(uri.toString());
    const faults = found.map(({ start, messageText }) => {
      const { lineNumber: line, column } = model.getPositionAt(start ?? 0);
      return { line, column, message: textOf(messageText) };
    });
    return [...faults, ...repeatedCalls(code), ...exitFaults(code)].toSorted(
      (left, right) => left.line - right.line,
    );
  } finally {
    model.dispose();
  }
}

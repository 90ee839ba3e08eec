import { ok, type Result } from '../../../src/domain/assert/assert.ts';
import { parseParameters } from '../../../src/domain/strategy/parameters.ts';
import {
  decodeStrategyFile,
  MAX_STRATEGY_FILE_BYTES,
  parametersLine,
  parseStrategyFile,
  type StrategyFile,
  type StrategyFileProblem,
} from '../../../src/domain/strategy/strategy-file.ts';
import { lengthProblem } from '../dialogs/edit-model.ts';

const MAX_NAME_CHARACTERS = 40;

/** A fault in a file, with its line in the file. */
export interface FileFault {
  readonly line: number;
  readonly message: string;
}

/** A file that can be imported. */
export interface ReadFile extends StrategyFile {
  /** The name of a strategy that the name of the file suggests. */
  readonly name: string;
  /** Faults that a run would report. They do not prevent an import, as they do not prevent a save. */
  readonly faults: readonly FileFault[];
  /** False when the code could not be checked, because the checker could not be loaded. */
  readonly isChecked: boolean;
}

/** The name of a strategy for a file: without its ending, and without what a name cannot have. */
const nameOfFile = (fileName: string): string =>
  fileName
    .replace(/\.[cm]?[jt]s$/i, '')
    .replaceAll(',', '')
    .trim()
    .slice(0, MAX_NAME_CHARACTERS)
    .trim();

/** A problem of a file as a text, with its line. */
export const problemText = ({ line, message }: StrategyFileProblem): string =>
  line === null ? message : `Line ${line}: ${message}`;

function parameterFaults(text: string, parameters: string): readonly FileFault[] {
  const parsed = parseParameters(parameters);
  if (parsed.ok) return [];
  return [
    {
      line: (parametersLine(text) ?? 1) + parsed.error.line - 1,
      message: `Parameters: ${parsed.error.message}`,
    },
  ];
}

type CheckCode = (code: string) => Promise<readonly FileFault[]>;

/** Reads a file and checks it. `checkCode` finds the faults of the code. Not more is read than a strategy can have. */
export async function readStrategyFile(
  file: Pick<File, 'name' | 'slice'>,
  checkCode: CheckCode,
): Promise<Result<ReadFile, StrategyFileProblem>> {
  const bytes = await file.slice(0, MAX_STRATEGY_FILE_BYTES + 1).arrayBuffer();
  const text = decodeStrategyFile(new Uint8Array(bytes));
  if (!text.ok) return text;
  const parsed = parseStrategyFile(text.value);
  if (!parsed.ok) return parsed;
  const { code, parameters } = parsed.value;
  const tooLong = lengthProblem({ code, parameters });
  if (tooLong !== null) return { ok: false, error: { line: null, message: tooLong } };
  const codeFaults = await checkCode(code).catch(() => null);
  return ok({
    code,
    parameters,
    name: nameOfFile(file.name),
    faults: [...(codeFaults ?? []), ...parameterFaults(text.value, parameters)],
    isChecked: codeFaults !== null,
  });
}

import { importedFileOf } from '../../../src/domain/strategy/imports/imported-place.ts';
import { fileNameOf, importsOf } from '../../../src/domain/strategy/imports/read-imports.ts';
import type { Instance, StrategiesState } from '../types.ts';

/** A place in the code, from 1, and what is wrong there. */
export interface CodeFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const PLACE = /\bline (\d+)(?:,? column (\d+))?/i;

/** The fault that a run of code ended with; null when it ended otherwise, or in an unknown place. A fault in an imported file is shown at its import. */
export function faultOf(
  { Status, Message }: Pick<Instance, 'Status' | 'Message'>,
  code: string,
): CodeFault | null {
  if (Status !== 'SyntaxError' && Status !== 'RuntimeError') return null;
  const file = importedFileOf(Message);
  if (file !== null) {
    const found = importsOf(code).find(({ specifier }) => fileNameOf(specifier) === file);
    return found === undefined ? null : { line: found.line, column: found.column, message: Message };
  }
  const match = PLACE.exec(Message);
  return match === null ? null : { line: Number(match[1]), column: Number(match[2] ?? 1), message: Message };
}

/** The error that ended the newest run of a strategy of the user. */
export function faultsOf(
  { personal }: Pick<StrategiesState, 'personal'>,
  name: string,
  code: string,
): readonly CodeFault[] {
  const newest = personal.find(({ Name }) => Name === name)?.Instances.at(-1);
  const fault = newest === undefined ? null : faultOf(newest, code);
  return fault === null ? [] : [fault];
}

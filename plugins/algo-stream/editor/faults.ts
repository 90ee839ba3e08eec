import type { Instance, StrategiesState } from '../types.ts';

/** A place in the code, from 1, and what is wrong there. */
export interface CodeFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const PLACE = /\bline (\d+)(?:,? column (\d+))?/i;

/** The fault that a run ended with; null when it ended otherwise, or in an unknown place. */
export function faultOf({ Status, Message }: Pick<Instance, 'Status' | 'Message'>): CodeFault | null {
  if (Status !== 'SyntaxError' && Status !== 'RuntimeError') return null;
  const match = PLACE.exec(Message);
  return match === null ? null : { line: Number(match[1]), column: Number(match[2] ?? 1), message: Message };
}

/** The error that ended the newest run of a strategy of the user. */
export function faultsOf(
  { personal }: Pick<StrategiesState, 'personal'>,
  name: string,
): readonly CodeFault[] {
  const newest = personal.find(({ Name }) => Name === name)?.Instances.at(-1);
  const fault = newest === undefined ? null : faultOf(newest);
  return fault === null ? [] : [fault];
}

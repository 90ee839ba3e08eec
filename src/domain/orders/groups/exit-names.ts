import type { ExitRole } from './types.ts';

/** An exit, or the price at which a stop begins to trail, in messages. `index`: which of several targets, from 0; undefined = the stop, or the only target. */
export interface ExitName {
  readonly role: ExitRole | 'TrailStart';
  readonly index?: number | undefined;
}

const NOUNS: Readonly<Record<ExitName['role'], string>> = {
  Target: 'target',
  Stop: 'stop',
  TrailStart: 'start of the trail',
};

/** `target`, `stop`, `target 2`. */
export const nounOf = ({ role, index }: ExitName): string =>
  index === undefined ? NOUNS[role] : `target ${index + 1}`;

/** `the target`, `target 2`. */
export const objectOf = (name: ExitName): string =>
  name.index === undefined ? `the ${nounOf(name)}` : nounOf(name);

/** `The target`, `Target 2`. */
export const subjectOf = (name: ExitName): string => {
  const text = objectOf(name);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
};

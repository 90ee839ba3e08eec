import { formatInteger } from '../../../src/domain/columns/index.ts';
import { UNKNOWN_TEXT } from '../../../src/plugin-api/index.ts';
import type { Instance, StrategyVersion } from '../types.ts';

/** `+12 −3`; a dash for the first version, which has none before it. */
export const changeText = ({
  LinesAdded,
  LinesRemoved,
}: Pick<StrategyVersion, 'LinesAdded' | 'LinesRemoved'>): string =>
  LinesAdded === null || LinesRemoved === null
    ? UNKNOWN_TEXT
    : `+${formatInteger(LinesAdded)} −${formatInteger(LinesRemoved)}`;

const lines = (count: number): string => `${formatInteger(count)} ${count === 1 ? 'line' : 'lines'}`;

/** `12 lines added, 3 lines removed`, or `no difference`. */
export function differenceText({
  added,
  removed,
}: {
  readonly added: number;
  readonly removed: number;
}): string {
  const parts = [
    ...(added === 0 ? [] : [`${lines(added)} added`]),
    ...(removed === 0 ? [] : [`${lines(removed)} removed`]),
  ];
  return parts.length === 0 ? 'no difference' : parts.join(', ');
}

/** `Version 12`; a dash for a run of code that was not saved, of a public strategy, or from before there were versions. */
const versionText = (version: number | null): string =>
  version === null ? UNKNOWN_TEXT : `Version ${version}`;

/** The version of a run with those of the files that it imports: `Version 12, risk 3`. */
export function programText({ Version, Imports }: Pick<Instance, 'Version' | 'Imports'>): string {
  const files = Imports.map(({ Name, Version: version }) => `${Name} ${version ?? UNKNOWN_TEXT}`);
  return [versionText(Version), ...files].join(', ');
}

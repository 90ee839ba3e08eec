import { readConfig } from './config.ts';
import type { Environment } from './variable-reader.ts';

const PREFIX = 'TAPEDECK_';
/** Variables of the administration commands and of the project's own tests. */
const OF_OTHER_PROGRAMS =
  /^TAPEDECK_(?:ADMIN|CHROMIUM|FEATURES|PICTURES|SHARED_POSTGRES|STAND_IN_PORT|STORED_SHAPES|TEST_\w+)$/;
/** Names that differ by more letters are no spelling of one another. */
const MAX_DISTANCE = 3;

/** A line for each variable that is named like one of the server and is none: a misspelt setting has no effect otherwise than by its absence. */
export function unknownVariables(environment: Environment): readonly string[] {
  const known = knownVariables();
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.has(name) && !OF_OTHER_PROGRAMS.test(name))
    .toSorted()
    .map((name) => {
      const nearest = nearestOf(name, known);
      const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
      return `${name} is set, but the server has no such variable; it is ignored.${hint}`;
    });
}

/** Every variable that the configuration reads, whether it is set or not. */
function knownVariables(): ReadonlySet<string> {
  const names = new Set<string>();
  readConfig(new Proxy({}, { get: (_target, name) => void names.add(String(name)) }));
  return names;
}

function nearestOf(name: string, known: ReadonlySet<string>): string | undefined {
  let nearest: string | undefined;
  let least = MAX_DISTANCE + 1;
  for (const candidate of known) {
    const distance = editDistance(name, candidate);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** How many letters must be inserted, removed or replaced to make one text the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (from[at - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

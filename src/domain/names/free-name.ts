import { isSameName } from './same-name.ts';

/** A name that none of the others is read as: with ` (2)` and so on behind it, shortened to make room. */
export function freeName(taken: readonly string[], name: string, maxLength: number): string {
  const isTaken = (candidate: string) => taken.some((other) => isSameName(other, candidate));
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : ` (${number})`;
    const candidate = `${name.slice(0, maxLength - ending.length).trimEnd()}${ending}`;
    if (!isTaken(candidate)) return candidate;
  }
}

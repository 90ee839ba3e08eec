import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** How far a number of a picture may be off, device px. */
const TOLERANCE_PX = 0.05;
/** Set it to write the pictures instead of comparing with them. */
const isWriting = process.env['TAPEDECK_PICTURES'] === 'write';

/** The first lines in which two pictures differ by more than the tolerance; empty when they are the same. */
export function differences(expected: string, painted: string): readonly string[] {
  const [before, now] = [expected.split('\n'), painted.split('\n')];
  const found: string[] = [];
  for (let line = 0; line < Math.max(before.length, now.length) && found.length < 5; line += 1)
    if (!isSame(before[line], now[line]))
      found.push(`line ${line + 1}:\n  - ${before[line] ?? '(nothing)'}\n  + ${now[line] ?? '(nothing)'}`);
  return found;
}

const NUMBER = /-?\d+(?:\.\d+)?/g;

function isSame(before: string | undefined, now: string | undefined): boolean {
  if (before === now) return true;
  if (before === undefined || now === undefined) return false;
  if (before.replace(NUMBER, '#') !== now.replace(NUMBER, '#')) return false;
  const numbers = now.match(NUMBER) ?? [];
  return (before.match(NUMBER) ?? []).every(
    (number, n) => Math.abs(Number(number) - Number(numbers[n])) <= TOLERANCE_PX,
  );
}

/** Compares a picture with the one that is checked in as `folder/name.svg`; fails with the lines that differ and how to write it again. */
export function expectPicture(folder: URL, name: string, painted: string): void {
  const path = fileURLToPath(new URL(`${name}.svg`, folder));
  if (isWriting) {
    writeFileSync(path, painted);
    return;
  }
  const found = existsSync(path) ? differences(readFileSync(path, 'utf8'), painted) : ['there is no picture'];
  if (found.length > 0)
    throw new Error(
      `${name}.svg is painted differently:\n${found.join('\n')}\nIf the change is meant, write the pictures with TAPEDECK_PICTURES=write and look at them in a browser.`,
    );
}

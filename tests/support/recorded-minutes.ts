import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { WireBar } from '../../plugins/chart/model/clean-bars.ts';

/** Recorded one-minute bars of a symbol on a day (`YYYY-MM-DD`), as the server would send them. */
export function recordedMinutes(symbol: string, day: string): WireBar[] {
  const file = fileURLToPath(new URL(`../fixtures/replay/minute/${symbol}.csv.gz`, import.meta.url));
  const [header = '', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const names = header.trim().split(',');
  const at = (name: string) => names.indexOf(name);
  const bars = lines
    .map((line) => line.trim().split(','))
    .filter((cells) => cells[at('Timestamp')]?.startsWith(day))
    .map((cells) => ({
      TS: Date.parse(cells[at('Timestamp')] ?? ''),
      O: Number(cells[at('Open')]),
      H: Number(cells[at('High')]),
      L: Number(cells[at('Low')]),
      C: Number(cells[at('Close')]),
      V: Number(cells[at('Volume')]),
    }));
  if (bars.length === 0) throw new Error(`the recording has no minutes of ${symbol} on ${day}`);
  return bars;
}

/** Prints that make up minutes: open, low, high, close, the volume shared out, each with the session's volume after it. */
export function printsOf(minutes: readonly WireBar[]): { P: number; V: number; TV: number; TS: number }[] {
  let total = 0;
  return minutes.flatMap(({ TS, O, H, L, C, V }) => {
    const volume = V ?? 0;
    const quarter = Math.floor(volume / 4);
    return [O, L, H, C].map((price, n) => {
      const size = n === 3 ? volume - 3 * quarter : quarter;
      total += size;
      return { P: price ?? 0, V: size, TV: total, TS: TS + n * 15_000 };
    });
  });
}

// A few ratios of ours to a floor or a peer in the same run, with bounds so wide that only a real loss crosses them. `npm test` runs it; what is beyond a
// bound is a warning and fails nothing, because a busy machine can cause it.
import { writeFileSync } from 'node:fs';
import { testData } from '../../src/server/algostream/runtime/testing/jobs.ts';
import { interleave, median, printTable } from './harness.ts';
import { peerRound, tapedeckRound } from './matching.ts';
import { bareInserts, brokerageRound } from './orders.ts';
import { byHand, rulesHere } from './strategies.ts';

const REPEATS = 5;
const CLIENTS = 64;
const ORDERS = 1_000;
const BARS = 200_000;

interface Ratio {
  readonly name: string;
  /** Times, or parts of one: smaller is better. */
  ours(): Promise<number>;
  other(): Promise<number>;
  /** Largest ratio of ours to the other without a warning. */
  readonly limit: number;
}

function ratios(): Ratio[] {
  const { data, sessions } = testData(BARS, 1);
  let [ourSeed, theirSeed] = [0, 0];
  return [
    {
      name: 'matching, to nodejs-order-book',
      ours: async () => 1 / tapedeckRound((ourSeed += 1)).perSecond,
      other: async () => 1 / peerRound((theirSeed += 1)).perSecond,
      limit: 0.5,
    },
    {
      name: 'a backtest without a process, to its rules by hand',
      ours: async () => rulesHere(data, sessions).ms,
      other: async () => byHand(data, sessions).ms,
      limit: 10,
    },
    {
      name: `processor time of durable orders of ${CLIENTS} clients, to bare inserts`,
      ours: async () => (await brokerageRound(CLIENTS, ORDERS)).cpuUsAnOrder,
      other: async () => (await bareInserts(CLIENTS, ORDERS)).cpuUsAnOrder,
      limit: 150,
    },
  ];
}

const warnings: string[] = [];
const rows: (string | number)[][] = [];
for (const { name, ours, other, limit } of ratios()) {
  const figures = await interleave(REPEATS, { ours, other });
  const ratio = median(figures.get('ours') ?? []) / median(figures.get('other') ?? []);
  rows.push([name, ratio, limit]);
  if (!(ratio <= limit)) warnings.push(`speed: ${name}: ${ratio.toFixed(2)}, more than ${limit}`);
}
printTable(`Ratios, medians of ${REPEATS} (smaller is better)`, ['', 'ratio', 'warning above'], rows);
const [, , warningsPath] = process.argv;
if (warningsPath !== undefined) writeFileSync(warningsPath, JSON.stringify(warnings));
// Stores of a bench may keep timers; the figures are out.
process.exit(0);

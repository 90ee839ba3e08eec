import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyEvent, createBook } from '../../src/domain/orders/core/book.ts';
import type { Brokerage, Report } from '../../src/server/brokerage/brokerage.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { decodeEvent } from '../../src/server/brokerage/event-codec.ts';
import { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { openStorage } from '../../src/server/storage/open-storage.ts';
import type { JournalRecord } from '../../src/server/storage/repositories.ts';
import { createRandom } from '../simulation/random.ts';
import { PLAIN_ORDER } from '../../src/domain/orders/request.ts';
import { programPath } from '../support/programs.ts';

/** `ROUNDS=500` kills as many times; `SEED=7` chooses other moments. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 20);
const SEED = Number(process.env['SEED'] ?? 1);
const ACCOUNTS = ['A', 'B'];
/** A parent that is late for its kill, on a busy machine, would have all the more to compare in this and every later round. */
const MAX_ACKNOWLEDGED = 600;

interface Line {
  readonly ready?: true;
  readonly account?: string;
  readonly reports?: readonly Report[];
  /** One step of the archive is done. */
  readonly hasArchived?: true;
}

let dataFolder = '';
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'tapedeck-kill-'));
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

/**
 * When a round kills its child: after so many acknowledgements or steps of the archive since it was ready, and so long after that. Counts, since a
 * busy machine does less in a given time.
 */
interface Moment {
  /** The field that marks the lines to count. */
  readonly field: 'reports' | 'hasArchived';
  readonly count: number;
  readonly delayMs: number;
}

/** Runs the child until the moment, kills it with signal 9, and returns every whole line it wrote. */
async function runAndKill(seed: number, moment: Moment): Promise<Line[]> {
  const child = spawn(
    process.execPath,
    [programPath('brokerage-child'), dataFolder, String(seed), '', String(MAX_ACKNOWLEDGED)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  let errors = '';
  const marker = `"${moment.field}":`;
  /** Up to here the marks are counted: the output grows with each piece, and is searched once. */
  let searchedTo = 0;
  let count = 0;
  const hasCome = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('latin1');
      for (let at = output.indexOf(marker, searchedTo); at >= 0; at = output.indexOf(marker, searchedTo)) {
        searchedTo = at + marker.length;
        count += 1;
      }
      if (count >= moment.count) resolve();
    });
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('exit', (code) => reject(new Error(`The child ended by itself (code ${code}): ${errors}`)));
  });
  const hasClosed = new Promise((resolve) => child.on('close', resolve));
  try {
    await hasCome;
    await delay(moment.delayMs);
  } finally {
    child.kill('SIGKILL');
    await hasClosed;
  }
  // The last line may be torn by the kill: what was not said in full was not acknowledged.
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}

/** `toEqual` in a tenth of its processor time: thousands of records are compared in each round. The matcher reports what differs. */
function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** `toMatchObject`, likewise. */
function expectMatch(actual: object | undefined, expected: object, message?: string): void {
  const fields = new Map(Object.entries(actual ?? {}));
  const isMatch = Object.entries(expected).every(([name, value]) =>
    isDeepStrictEqual(fields.get(name), value),
  );
  if (!isMatch) expect(actual, message).toMatchObject(expected);
}

async function openBrokerage(): Promise<{
  brokerage: Brokerage;
  records: JournalRecord[];
  archivedSeq: number;
  close: () => Promise<void>;
}> {
  const storage = await openStorage({ dataFolder });
  const records: JournalRecord[] = [];
  for await (const batch of storage.journal.read(1)) records.push(...batch);
  const market = new ScriptedMarket(['SPY', 'AAPL']);
  const brokerage = createBrokerage({
    market,
    journal: storage.journal,
    clock: market,
    accounts: () => ({ isLive: false, isLocked: false }),
  });
  await brokerage.start();
  return {
    brokerage,
    records,
    archivedSeq: storage.archive.archivedSeq(),
    close: async () => {
      await brokerage.stop();
      await storage.close();
    },
  };
}

it(
  'has everything it acknowledged after every kill -9, and nothing twice',
  async () => {
    const random = createRandom(SEED);
    let earlier: readonly JournalRecord[] = [];
    let acknowledged = 0;
    let archived = 0;
    for (let round = 1; round <= ROUNDS; round++) {
      const lines = await runAndKill(SEED * 10_000 + round, {
        ...(round % 2 === 0
          ? { field: 'hasArchived', count: random.int(0, 40) }
          : { field: 'reports', count: random.int(0, 60) }),
        delayMs: random.int(0, 20),
      });
      const { brokerage, records, archivedSeq, close } = await openBrokerage();
      try {
        // Nothing that was there before this round has changed.
        expectEqual(records.slice(0, earlier.length), earlier);
        earlier = records;
        archived = archivedSeq;
        const reports = new Map(
          ACCOUNTS.flatMap((account) => brokerage.accountView(account, 0).reports).map((report) => [
            report.serial,
            report,
          ]),
        );
        for (const line of lines) {
          for (const report of line.reports ?? []) {
            // A refusal beyond the order rate has no record.
            if (report.serial === 0) continue;
            // JSON has no undefined: the line lacks such fields.
            expectMatch(
              reports.get(report.serial),
              { ...report },
              `round ${round}: report ${report.serial} was acknowledged`,
            );
            acknowledged += 1;
          }
        }

        // A batch is there in whole or not at all: no order was accepted without what came with it.
        const book = createBook();
        const events = records.map(decodeEvent);
        records.forEach((record, index) => {
          const event = events[index];
          if (!event) throw new Error('every record has its event');
          applyEvent(book, record.seq, event);
          const next = events[index + 1];
          if (event.kind === 'accepted') expectMatch(next, { kind: 'confirmed', orderId: event.orderId });
          if (event.kind === 'cancelPending')
            expectMatch(next, { kind: 'cancelled', orderId: event.orderId });
        });
        for (const account of ACCOUNTS) {
          const view = brokerage.accountView(account, 0);
          expect(view.balance.cashE4).toBe(book.accounts.get(account)?.cashE4 ?? 0);
          expect(view.orders.length).toBe(
            [...book.orders.values()].filter((order) => order.account === account).length,
          );
          expect(new Set(view.orders.map((order) => order.clientId)).size).toBe(view.orders.length);
          const fees = view.reports.reduce((sum, report) => sum + report.feesE4, 0);
          const heldE4 = view.positions.reduce(
            (sum, position) => sum + position.closedPlE4 - position.fifoCostE4,
            0,
          );
          if (view.orders.length > 0) expect(view.balance.cashE4).toBe(1_000_000_000_000 + heldE4 - fees);
        }

        // Sending an acknowledged order again gives its first answer and no second order.
        const again = lines.findLast(
          (line) =>
            line.reports?.[0]?.reportType === 'OrderAccepted' ||
            line.reports?.[0]?.reportType === 'OrderRejected',
        )?.reports?.[0];
        if (again) {
          const answer = await brokerage.submit({
            ...PLAIN_ORDER,
            account: again.account,
            userId: again.userId,
            clientId: again.clientId,
            symbol: again.symbol,
            side: again.side,
            source: again.source,
            type: again.orderType,
            tif: again.tif,
            quantity: again.quantity,
            priceE4: again.priceE4,
            stopPriceE4: again.stopPriceE4,
            destination: again.destination,
            route: 'AUTO',
          });
          expect(answer[0]).toMatchObject({ serial: again.serial, orderId: again.orderId });
        }
      } finally {
        await close();
      }
    }
    expect(archived, 'records were archived meanwhile').toBeGreaterThan(ROUNDS * 5);
    expect(acknowledged, 'kills before the first acknowledgement prove nothing').toBeGreaterThan(ROUNDS * 5);
  },
  60_000 + ROUNDS * 60_000,
);

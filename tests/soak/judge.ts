import { statedMarks } from '../../src/domain/orders/core/testing/marks.ts';
import { deepStrictEqual } from 'node:assert/strict';
import type { AccountView } from '../../src/server/brokerage/brokerage.ts';
import { decodeEvent } from '../../src/server/brokerage/event-codec.ts';
import { Ledger } from '../../src/server/brokerage/ledger.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { openStorage } from '../../src/server/storage/open-storage.ts';
import type { JournalRecord } from '../../src/server/storage/repositories.ts';
import {
  ACCOUNTS,
  createSoakMarket,
  memoryLimits,
  OPENING_CASH_E4,
  pricesOf,
  type Belief,
  type Line,
} from './world.ts';

export interface Verdict {
  /** The journal as it is now. */
  readonly records: readonly JournalRecord[];
  readonly acknowledgements: number;
  readonly beliefs: number;
}

/**
 * Checks a data folder after its server was killed. Throws an AssertionError that says which field differs.
 *
 * - No earlier record has changed or disappeared.
 * - Every acknowledged report is in the journal, unchanged.
 * - Every view that the server published (open orders, positions, cash, buying power) equals, field by field, what the journal gives for that moment.
 * - A restarted brokerage holds exactly what the journal gives, with finished orders and all reports.
 * - Cash, positions and fees add up to the money that was paid in.
 */
export async function judge(
  dataFolder: string,
  round: number,
  earlier: readonly JournalRecord[],
  lines: readonly Line[],
): Promise<Verdict> {
  const storage = await openStorage({ dataFolder });
  const market = createSoakMarket(round);
  const brokerage = createBrokerage({
    market,
    journal: storage.journal,
    clock: market,
    accounts: () => ({ isLive: false, isLocked: false }),
    ...memoryLimits(dataFolder),
  });
  await brokerage.start();
  const restarted = await Promise.all(
    ACCOUNTS.map((account) => brokerage.readAccount(account, 0, (view) => view)),
  );
  await brokerage.stop();
  const records: JournalRecord[] = [];
  for await (const batch of storage.journal.read(1)) records.push(...batch);
  await storage.close();

  deepStrictEqual(records.slice(0, earlier.length), earlier, 'the records of before are as they were');
  const beliefs = lines.flatMap(({ belief }) => (belief === undefined ? [] : [belief]));
  const ledger = foldPast(records, beliefs);

  const prices = pricesOf(market);
  ACCOUNTS.forEach((account, at) => {
    deepStrictEqual(
      restarted[at],
      ledger.accountView(
        account,
        'margin',
        0,
        statedMarks((symbol) => prices[symbol]),
      ),
      `account ${account} after the restart is what the journal says`,
    );
  });

  const acknowledged = lines.flatMap(({ reports = [] }) => reports);
  const kept = new Map(restarted.flatMap(({ reports }) => reports).map((report) => [report.serial, report]));
  for (const report of acknowledged)
    deepStrictEqual(
      plain(kept.get(report.serial)),
      report,
      `report ${report.serial} was acknowledged, so the journal has it`,
    );

  for (const [at, account] of ACCOUNTS.entries()) {
    const view = restarted[at];
    if (view !== undefined && view.reports.length > 0) checkAccount(account, view);
  }
  return { records, acknowledgements: acknowledged.length, beliefs: beliefs.length };
}

/** Cash equals deposits, profit and fees; no order is overfilled, and no ClientId is used twice. */
function checkAccount(account: string, view: AccountView): void {
  const feesE4 = view.reports.reduce((sum, report) => sum + report.feesE4, 0);
  const gainE4 = view.positions.reduce((sum, position) => sum + position.closedPlE4 - position.fifoCostE4, 0);
  deepStrictEqual(
    view.balance.cashE4,
    OPENING_CASH_E4 + gainE4 - feesE4,
    `the cash of ${account} is what was paid in, won and charged`,
  );
  for (const order of view.orders)
    if (order.fill < 0 || order.fill > order.quantity)
      throw new Error(`Order ${order.orderId} filled ${order.fill} of ${order.quantity}.`);
  const clientIds = view.orders.map(({ clientId }) => clientId);
  if (new Set(clientIds).size !== clientIds.length)
    throw new Error(`Account ${account} has two orders of one ClientId.`);
}

/** Folds the journal, and holds every belief against it at its moment. */
function foldPast(records: readonly JournalRecord[], beliefs: readonly Belief[]): Ledger {
  const ledger = new Ledger();
  let at = 0;
  const takeNext = (): boolean => {
    const record = records[at];
    if (record === undefined) return false;
    at += 1;
    ledger.add(record.seq, decodeEvent(record));
    return true;
  };
  for (const belief of beliefs) {
    while ((records[at]?.seq ?? Number.POSITIVE_INFINITY) <= belief.serial) takeNext();
    if (ledger.book.lastSeq < belief.serial)
      throw new Error(
        `Report ${belief.serial} was acknowledged, but the journal ends at ${ledger.book.lastSeq}.`,
      );
    // Records without a report (a trailing stop that moved) may have come with the last one: they are part of the same moment.
    while (differenceOf(ledger, belief) !== undefined && isWithoutReport(records[at])) takeNext();
    const difference = differenceOf(ledger, belief);
    if (difference !== undefined) throw difference;
  }
  while (takeNext());
  return ledger;
}

function differenceOf(ledger: Ledger, belief: Belief): unknown {
  try {
    for (const [account, believed] of Object.entries(belief.views)) {
      const { orders, positions, balance } = ledger.accountView(
        account,
        'margin',
        Number.MAX_SAFE_INTEGER,
        statedMarks((symbol) => belief.prices[symbol]),
      );
      deepStrictEqual(
        plain({ orders, positions, balance }),
        believed,
        `account ${account} at report ${belief.serial} was what the journal says`,
      );
    }
    return undefined;
  } catch (error) {
    return error;
  }
}

const KINDS_WITHOUT_REPORT = new Set(['funded', 'session', 'accountOptions', 'optionSettled', 'trailed']);

function isWithoutReport(record: JournalRecord | undefined): boolean {
  return record !== undefined && KINDS_WITHOUT_REPORT.has(decodeEvent(record).kind);
}

/** As it comes out of JSON: a line of output has no undefined. */
function plain<Value>(value: Value): Value {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as Value);
}

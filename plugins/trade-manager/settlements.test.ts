import { describe, expect, it } from 'vitest';
import { UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import { tradeLogColumns } from './log-columns.ts';
import { logKey, logRows } from './log-rows.ts';
import { settlementToasts, notifySettlements, type Page } from './settlement-toasts.ts';
import type { ActionRow, ReportRow, SettlementRow } from './rows.ts';

const CALL = 'SPY260306C00100000';
const settlement = (Serial: number, change: Partial<SettlementRow> = {}): SettlementRow => ({
  Serial,
  Account: 'A',
  Timestamp: 1000 * Serial,
  SettlementType: 'Exercised',
  Symbol: CALL,
  Underlying: 'SPY',
  Contracts: -5,
  Shares: 500,
  Strike: 100,
  OptionPrice: 0,
  Cash: -50_000,
  UnderlyingPrice: 105,
  ...change,
});
const report = (Serial: number, change: Partial<ReportRow> = {}): ReportRow => ({
  OrderId: 'o1',
  ClientId: 'c1',
  Serial,
  UserId: 'u',
  Account: 'A',
  Symbol: 'SPY',
  Message: 'OK',
  ErrorCode: 0,
  Timestamp: 1000 * Serial,
  ReportType: 'OrderAccepted',
  LeavesQuantity: 100,
  Quantity: 100,
  LastFillPrice: 0,
  LastFillQuantity: 0,
  Price: 10,
  Side: 'Buy',
  OrderType: 'Limit',
  TimeInForce: 'Day',
  Source: 'Open',
  Destination: 'SMART',
  ExecutedRoute: '',
  ExecutionId: '',
  CreatedTime: 1000,
  Fees: 0,
  ...change,
});

describe('the rows of the trade log', () => {
  it('are reports and settlements, newest first, and a refusal without a serial stays beside its neighbour', () => {
    const refusal = report(0, { ClientId: 'c9', Timestamp: 5500 });
    const rows = logRows(
      [report(9), refusal, report(5), report(2)],
      [settlement(10), settlement(7), settlement(4), settlement(1)],
    );
    expect(rows.map(({ Serial }) => Serial)).toEqual([10, 9, 7, 0, 5, 4, 2, 1]);
    expect(new Set(rows.map(logKey)).size).toBe(rows.length);
    expect(logRows([], [settlement(3)])).toHaveLength(1);
  });

  it('explain a corporate action in its place, by the text of the server', () => {
    const split: ActionRow = {
      Serial: 6,
      Account: 'A',
      Timestamp: 6000,
      ActionType: 'Split',
      Symbol: 'AAPL',
      ExDate: '2014-06-09',
      Message: '7-for-1 split: 100 shares at 645.57 became 700 at 92.2243',
      Positions: [],
      Orders: [],
    };
    const rows = logRows([report(9), report(5)], [settlement(7)], [split]);
    expect(rows.map(({ Serial }) => Serial)).toEqual([9, 7, 6, 5]);
    const columns = tradeLogColumns(() => 'Pending');
    const shown = ['Status', 'Symbol', 'Type', 'Message', 'Quantity'].map((id) =>
      columns.find((column) => column.id === id)?.text(split),
    );
    expect(shown).toEqual(['Split', 'AAPL', 'Corporate action', split.Message, UNKNOWN_TEXT]);
  });

  it('say in plain words why a position is gone, and nothing where only an order has something to say', () => {
    const columns = tradeLogColumns(() => 'Pending');
    const shown = (row: SettlementRow | ReportRow, ...ids: string[]) =>
      ids.map((id) => columns.find((column) => column.id === id)?.text(row));
    expect(
      shown(settlement(7), 'Status', 'Symbol', 'Side', 'Type', 'Quantity', 'Price', 'Message', 'Serial'),
    ).toEqual([
      'Exercised',
      "SPY Mar 6 '26 100 Call",
      'Long',
      'Settlement',
      '5',
      '100.00',
      'Exercised 5 contracts at 100.00: bought 500 SPY for 50,000.00, SPY closed at 105.00',
      '7',
    ]);
    expect(
      shown(
        settlement(7, { SettlementType: 'Expired', Contracts: 2, Shares: 0, Cash: 0 }),
        'Status',
        'Side',
        'Message',
      ),
    ).toEqual(['Expired worthless', 'Short', 'Expired worthless: 2 contracts written, SPY closed at 105.00']);
    expect(shown(settlement(7), 'OrderId', 'Fees', 'Leaves', 'Tif', 'ErrorCode')).toEqual(
      Array.from({ length: 5 }, () => UNKNOWN_TEXT),
    );
    expect(shown(report(3), 'Status', 'Side', 'Type', 'Quantity', 'OrderId', 'Serial')).toEqual([
      'Pending',
      'Buy',
      'LMT',
      '100',
      'o1',
      '3',
    ]);
  });

  it('sort by time, price and quantity together, those without a value last', () => {
    const columns = tradeLogColumns(() => 'Pending');
    const valueOf = (id: string, row: SettlementRow | ReportRow) =>
      columns.find((column) => column.id === id)?.value?.(row);
    expect(['Time', 'Price', 'Quantity', 'Fees'].map((id) => valueOf(id, settlement(7)))).toEqual([
      7000,
      100,
      5,
      null,
    ]);
    expect(['Time', 'Price', 'Quantity'].map((id) => valueOf(id, report(3)))).toEqual([3000, 10, 100]);
  });
});

/** A page of a desk whose orders a test moves. */
function openPage(kept = new Map<string, string>()) {
  let state: { settlements: readonly SettlementRow[]; isLoaded: boolean } = {
    settlements: [],
    isLoaded: false,
  };
  let isVisible = true;
  const [ofOrders, ofPage] = [new Set<() => void>(), new Set<() => void>()];
  const toasts: string[] = [];
  const add = (to: Set<() => void>) => (listener: () => void) => {
    to.add(listener);
    return () => void to.delete(listener);
  };
  const page: Page = {
    store: { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) },
    isVisible: () => isVisible,
    onVisibilityChange: add(ofPage),
  };
  // The parts of order store and dialogs that are used.
  const stop = notifySettlements(
    {
      orders: { get: () => state, subscribe: add(ofOrders) },
      dialogs: { toast: ({ message }: { message: string }) => toasts.push(message) },
    } as never,
    page,
  );
  return {
    kept,
    toasts,
    stop,
    listeners: () => ofOrders.size + ofPage.size,
    have(settlements: readonly SettlementRow[], isLoaded = true) {
      state = { settlements, isLoaded };
      for (const listener of ofOrders) listener();
    },
    show(visible: boolean) {
      isVisible = visible;
      for (const listener of ofPage) listener();
    },
  };
}

describe('the message of a settlement', () => {
  const first =
    "SPY Mar 6 '26 100 Call: Exercised 5 contracts at 100.00: bought 500 SPY for 50,000.00, SPY closed at 105.00";

  it('comes once, when it happens, however often the desk receives it', () => {
    const page = openPage();
    page.have([], true);
    page.have([settlement(7)]);
    page.have([settlement(7)]);
    expect(page.toasts).toEqual([first]);
    page.stop();
    expect(page.listeners()).toBe(0);
  });

  it('comes at the sign-in after it, when everything has arrived, and at no later one of this browser', () => {
    const page = openPage();
    page.have([settlement(7)], false);
    expect(page.toasts).toEqual([]);
    page.have([settlement(7)]);
    expect(page.toasts).toEqual([first]);
    const again = openPage(page.kept);
    again.have([
      settlement(8, { SettlementType: 'Assigned', Contracts: 1, Shares: -100, Cash: 10_000 }),
      settlement(7),
    ]);
    expect(again.toasts).toEqual([
      "SPY Mar 6 '26 100 Call: Assigned 1 contract at 100.00: sold 100 SPY for 10,000.00, SPY closed at 105.00",
    ]);
  });

  it('waits until the page is visible, and is dropped there when another page has shown it', () => {
    const [hidden, other] = [openPage(), openPage()];
    hidden.show(false);
    hidden.have([settlement(7)]);
    expect(hidden.toasts).toEqual([]);
    hidden.show(true);
    expect(hidden.toasts).toEqual([first]);
    const late = openPage(other.kept);
    late.show(false);
    late.have([settlement(7)]);
    other.have([settlement(7)]);
    late.show(true);
    expect([other.toasts, late.toasts]).toEqual([[first], []]);
  });

  it('comes once a page where the browser keeps nothing', () => {
    const blocked = openPage(new Map([['tapedeck.trade-manager.told-settlements', 'no list']]));
    blocked.kept.set = () => {
      throw new Error('blocked');
    };
    blocked.have([settlement(7)]);
    blocked.have([settlement(7), settlement(6)]);
    expect(blocked.toasts).toHaveLength(2);
  });

  it('of many is one that counts them', () => {
    const expired = { SettlementType: 'Expired', Shares: 0, Cash: 0 } as const;
    const many = [
      settlement(1, expired),
      settlement(2, expired),
      settlement(3),
      settlement(4, { SettlementType: 'Assigned' }),
    ];
    expect(settlementToasts(many)).toEqual([
      {
        message:
          '4 option positions were settled: 2 expired worthless, 1 exercised, 1 assigned. Trade Log lists each of them.',
        tone: 'warning',
        key: 'settlements',
      },
    ]);
    expect(settlementToasts(many.slice(0, 3)).map(({ tone, key }) => [tone, key])).toEqual([
      ['neutral', 'settlement 1'],
      ['neutral', 'settlement 2'],
      ['neutral', 'settlement 3'],
    ]);
  });
});

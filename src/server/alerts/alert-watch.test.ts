import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AlertRow, newAlert } from '../../domain/alerts/index.ts';
import { AlertWatch } from './alert-watch.ts';
import { createManualMarket } from './testing/one-price-market.ts';

/** The symbols of the market. */
let known: string[];
let manual: ReturnType<typeof createManualMarket>;
let values: Map<string, number>;
let fired: string[];
let watch: AlertWatch;
let held: Set<string>;
const alert = (id: string, symbol: string, change: Partial<AlertRow>): AlertRow => ({
  ...newAlert(id, symbol),
  ...change,
});

beforeEach(() => {
  vi.useFakeTimers();
  known = ['AAPL', 'MSFT'];
  manual = createManualMarket(known);
  values = new Map();
  fired = [];
  held = new Set();
  watch = new AlertWatch({
    isHeld: (symbol) => held.has(symbol),
    market: manual.market,
    valueOf: (symbol, column) => values.get(`${symbol} ${column}`) ?? null,
    onReached: (userId, firing) =>
      void fired.push(`${userId}: ${firing.Symbol} ${firing.Side} ${firing.Value} at ${firing.Timestamp}`),
  });
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

describe('the watch of alerts', () => {
  test('reports a print beyond a level, with its exchange time', () => {
    watch.set('ann', [alert('1', 'AAPL', { HighAlert: 100 })]);
    manual.print('AAPL', 100);
    manual.print('AAPL', 100.01);
    expect(fired).toEqual(['ann: AAPL High 100.01 at 3000']);
  });

  test('fires at once for a level that the last print is beyond already', () => {
    manual.print('AAPL', 120);
    watch.set('ann', [alert('1', 'AAPL', { HighAlert: 100, LowAlert: 130 })]);
    expect(fired).toEqual(['ann: AAPL High 120 at 2000', 'ann: AAPL Low 120 at 2000']);
  });

  test('fires nothing of a symbol that is held, and evaluates its alerts again when they are set', () => {
    watch.set('ann', [alert('1', 'AAPL', { LowAlert: 600 })]);
    held.add('AAPL');
    manual.print('AAPL', 93);
    expect(fired).toEqual([]);
    held.clear();
    watch.set('ann', [alert('1', 'AAPL', { LowAlert: 85 })]);
    expect(fired).toEqual([]);
    watch.set('ann', [alert('1', 'AAPL', { LowAlert: 94 })]);
    expect(new Set(fired)).toEqual(new Set(['ann: AAPL Low 93 at 2000']));
  });

  test('watches each symbol with an armed side once, until no side is armed', () => {
    watch.set('ann', [
      alert('1', 'AAPL', { HighAlert: 100 }),
      alert('2', 'AAPL', { LowAlert: 50 }),
      alert('3', 'MSFT', { HighAlert: 9, Paused: true }),
    ]);
    watch.set('bob', [alert('4', 'AAPL', { HighAlert: 100 })]);
    expect([watch.symbols(), manual.watched()]).toEqual([['AAPL'], ['AAPL']]);
    watch.set('ann', []);
    expect(manual.watched()).toEqual(['AAPL']);
    watch.set('bob', [alert('4', 'AAPL', { HighAlert: 100, HighAlertTime: 5 })]);
    expect(manual.watched()).toEqual([]);
  });

  test('evaluates the alerts of each user separately', () => {
    watch.set('ann', [alert('1', 'AAPL', { HighAlert: 100 })]);
    watch.set('bob', [alert('1', 'AAPL', { HighAlert: 200 })]);
    manual.print('AAPL', 150);
    expect(fired).toEqual(['ann: AAPL High 150 at 2000']);
  });

  test('ignores a symbol that the market does not know', () => {
    watch.set('ann', [alert('1', 'NOSUCH', { HighAlert: 1 }), alert('2', 'AAPL', { HighAlert: 1 })]);
    manual.print('AAPL', 2);
    expect(fired).toHaveLength(1);
  });

  test('watches a symbol that the market knows only later, from the next change of the alerts on', () => {
    const later = alert('1', 'NEWCO', { HighAlert: 1 });
    watch.set('ann', [later]);
    known.push('NEWCO');
    watch.set('ann', [later, alert('2', 'AAPL', { HighAlert: 1 })]);
    expect(manual.watched()).toEqual(['AAPL', 'NEWCO']);
    manual.print('NEWCO', 2);
    expect(fired).toEqual(['ann: NEWCO High 2 at 2000']);
    watch.set('ann', []);
    expect(manual.watched()).toEqual([]);
  });

  test('evaluates other columns twice a second, and only after their symbol moved', () => {
    watch.set('ann', [alert('1', 'AAPL', { Column: 'ChangeP', HighAlert: 5 })]);
    vi.advanceTimersByTime(500);
    values.set('AAPL ChangeP', 6);
    vi.advanceTimersByTime(5_000);
    expect(fired).toEqual([]);
    manual.print('AAPL', 1_000_000);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(500);
    expect(fired).toEqual(['ann: AAPL High 6 at 2000']);
  });
});

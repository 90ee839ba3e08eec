import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../../../src/domain/calendar/new-york-time.ts';
import { expirationSeconds } from '../../../src/domain/options/index.ts';
import type { SymbolRecord } from '../../../src/plugin-api/index.ts';
import { formatOptionSymbol } from '../../../src/domain/symbols/symbol.ts';
import { quoteOf } from '../testing.ts';
import { strikeRowId } from './contract.ts';
import { ChainStore, chainSymbol, type ChainStoreDeps, type LoadedChain } from './chain-store.ts';

const DATES = ['2026-11-27', '2026-12-18', '2027-01-15'];
const REQUEST = { symbol: 'ACME', choice: 'near', strikes: 7, widthPercent: 0 };

function harness(change: Partial<ChainStoreDeps['symbols']> = {}) {
  const market = { nowMs: newYorkMs('2026-11-23', 720), dates: DATES, strikes: [95, 100, 105] };
  const requests: unknown[] = [];
  const symbols: ChainStoreDeps['symbols'] = {
    // Only the prices are read.
    get: () => ({ last: 100, previousClose: 99, bid: 0, ask: 0 }) as SymbolRecord,
    load: async () => ({ unknown: [] }),
    optionExpirations: async () =>
      market.dates.map((date) => ({ Expiration: expirationSeconds(date), IsWeekly: false })),
    async optionChainSnapshot(request) {
      requests.push(request);
      return market.dates
        .filter((date) => {
          const seconds = expirationSeconds(date);
          return seconds >= request.expirationFromSeconds && seconds <= request.expirationToSeconds;
        })
        .flatMap((date) =>
          market.strikes.flatMap((strike) => [quoteOf('C', strike, date), quoteOf('P', strike, date)]),
        );
    },
    priceVolatility: async () => 0.3,
    ...change,
  };
  const store = new ChainStore({ symbols, exchangeMs: () => market.nowMs });
  return { store, market, requests, symbols };
}
function ready(store: ChainStore): LoadedChain {
  const state = store.get();
  if (state.phase !== 'ready') throw new Error(`the chain is ${state.phase}`);
  return state;
}
const datesOf = ({ groups }: LoadedChain) => groups.map(({ expiration }) => expiration.date);

describe('the chain store', () => {
  it('requests 7 strikes of the expirations within one calendar month, and opens the earliest', async () => {
    const { store, requests } = harness();
    await store.show(REQUEST);
    expect(requests).toEqual([
      {
        symbol: 'ACME',
        expirationFromSeconds: expirationSeconds('2026-11-27'),
        expirationToSeconds: expirationSeconds('2026-12-18'),
        nearestNumber: 7,
      },
    ]);
    const state = ready(store);
    expect(datesOf(state)).toEqual(['2026-11-27', '2026-12-18']);
    expect([...state.open]).toEqual([state.groups[0]?.id]);
    expect(state.volatility).toBe(0.3);
    expect(state.groups[0]?.rows.map(({ strike }) => strike)).toEqual([95, 100, 105]);
  });

  it('keeps contracts and open groups when it loads the same again', async () => {
    const { store } = harness();
    await store.show(REQUEST);
    const before = ready(store);
    store.setOpen(new Set(before.groups.map(({ id }) => id)));
    await store.reload();
    const after = ready(store);
    expect(after.open).toEqual(new Set(before.groups.map(({ id }) => id)));
    expect(after.groups[0]?.rows[0]?.call).toBe(before.groups[0]?.rows[0]?.call);
  });

  it('opens the expiration of a requested option and targets its strike, also one far from the money', async () => {
    const option = (strike: number) =>
      formatOptionSymbol({ underlying: 'ACME', expiration: '2026-12-18', right: 'P', strike });
    const { store, market, requests, symbols } = harness();
    market.strikes = [95, 100, 105, 150];
    const whole = symbols.optionChainSnapshot.bind(symbols);
    symbols.optionChainSnapshot = async (request, signal) =>
      (await whole(request, signal)).filter(({ Strike }) => request.nearestNumber > 7 || Strike < 150);
    await store.show({ ...REQUEST, symbol: option(150), choice: '2026-12', widthPercent: 10 });
    const state = ready(store);
    const group = state.groups.find(({ expiration }) => expiration.date === '2026-12-18');
    const row = group?.rows.find(({ strike }) => strike === 150);
    expect([...state.open]).toEqual([group?.id]);
    expect(row === undefined ? null : strikeRowId(row)).toBe(state.target);
    expect(state.notice).toBeNull();
    expect(requests).toHaveLength(2);
    const other = harness();
    await other.store.show({ ...REQUEST, symbol: option(100) });
    expect([ready(other.store).target === null, other.requests.length]).toEqual([false, 1]);
  });

  it('opens the earliest expiration and reports when a requested option expired', async () => {
    const { store } = harness();
    const symbol = formatOptionSymbol({
      underlying: 'ACME',
      expiration: '2026-10-16',
      right: 'C',
      strike: 100,
    });
    await store.show({ ...REQUEST, symbol, choice: '2026-10' });
    const state = ready(store);
    expect([state.target, [...state.open]]).toEqual([null, [state.groups[0]?.id]]);
    expect(state.notice).toBe("ACME Oct 16 '26 100 Call expired on Fri Oct 16 '26.");
    store.dismissNotice();
    await store.show({ ...REQUEST, symbol });
    expect(ready(store).notice).toBeNull();
  });

  it('is due after a minute, a large chain later, and soon after the price has left the middle of its strikes', async () => {
    const { store, market } = harness();
    market.strikes = [97, 98, 99, 100, 101, 102, 103];
    expect(store.isDue(100)).toBe(false);
    await store.show(REQUEST);
    const start = market.nowMs;
    const dueAfter = (ms: number, spot: number) => {
      market.nowMs = start + ms;
      return store.isDue(spot);
    };
    expect([dueAfter(59_999, 100), dueAfter(60_000, 100)]).toEqual([false, true]);
    expect([dueAfter(5_999, 103), dueAfter(6_000, 103), dueAfter(6_000, 101)]).toEqual([false, true, false]);
    market.nowMs = start;
    market.strikes = Array.from({ length: 200 }, (_, index) => 50 + index);
    await store.show({ ...REQUEST, strikes: 200 });
    expect([dueAfter(119_999, 249), dueAfter(120_000, 100)]).toEqual([false, true]);
  });

  it('limits strikes to the chosen width around the price', async () => {
    const { store } = harness();
    await store.show({ ...REQUEST, widthPercent: 2 });
    expect(ready(store).groups.map(({ rows }) => rows.map(({ strike }) => strike))).toEqual([[100], [100]]);
  });

  it('drops an expiration that passes while it is open, opens the next one and reports it', async () => {
    const { store, market } = harness();
    await store.show(REQUEST);
    expect(store.dropExpired()).toBe(false);
    market.nowMs = newYorkMs('2026-11-27', 16 * 60);
    expect(store.dropExpired()).toBe(true);
    const state = ready(store);
    expect(datesOf(state)).toEqual(['2026-12-18']);
    expect([...state.open]).toEqual([state.groups[0]?.id]);
    expect(state.notice).toBe("Fri Nov 27 '26 has expired.");
    store.dismissNotice();
    expect(ready(store).notice).toBeNull();
  });

  it('reports an expiration that the server does not list any more', async () => {
    const { store, market } = harness();
    await store.show(REQUEST);
    market.dates = DATES.slice(1);
    await store.reload();
    expect(ready(store).notice).toBe("Fri Nov 27 '26 is no longer listed.");
  });

  it('reports that a requested option has an expiration that is not listed', async () => {
    const { store } = harness();
    const symbol = formatOptionSymbol({
      underlying: 'ACME',
      expiration: '2026-12-11',
      right: 'C',
      strike: 100,
    });
    await store.show({ ...REQUEST, symbol });
    expect(ready(store).notice).toBe(
      "ACME Dec 11 '26 100 Call is not listed: ACME has no options with this expiration.",
    );
  });

  it('shows the near window and says so where the chosen month has no expirations any more', async () => {
    const { store } = harness();
    await store.show({ ...REQUEST, choice: '2026-10' });
    expect(ready(store)).toMatchObject({
      choice: 'near',
      notice: 'ACME has no expirations in Oct 2026 any more. The nearest ones are shown.',
    });
  });

  it('reports an underlying without options, an unknown symbol and a malformed option symbol', async () => {
    const none = harness({ optionExpirations: async () => [] });
    await none.store.show(REQUEST);
    expect(none.store.get()).toEqual({ phase: 'none', symbol: 'ACME' });
    const unknown = harness({ load: async () => ({ unknown: ['ACME'] }) });
    await unknown.store.show(REQUEST);
    expect(unknown.store.get()).toEqual({ phase: 'unknown', symbol: 'ACME' });
    const malformed = harness();
    await malformed.store.show({ ...REQUEST, symbol: 'ACME269918C00100000' });
    expect(malformed.store.get()).toEqual({ phase: 'malformed', symbol: 'ACME269918C00100000' });
    expect(malformed.requests).toEqual([]);
    const marks = harness({ load: () => new Promise(() => {}) });
    await marks.store.show({ ...REQUEST, symbol: '%%%' });
    expect(marks.store.get()).toEqual({ phase: 'unknown', symbol: '%%%' });
  });

  it('fails with the reason, and keeps a chain on screen when a reload fails', async () => {
    let isDown = true;
    const base = harness();
    const { store } = harness({
      optionChainSnapshot: (request, signal) =>
        isDown
          ? Promise.reject(new Error('Timeout has occured loading data'))
          : base.symbols.optionChainSnapshot(request, signal),
    });
    await store.show(REQUEST);
    expect(store.get()).toEqual({
      phase: 'failed',
      symbol: 'ACME',
      message: 'Timeout has occured loading data',
    });
    isDown = false;
    await store.reload();
    expect(ready(store).notice).toBeNull();
    isDown = true;
    await store.reload();
    expect(ready(store)).toMatchObject({
      isLoading: false,
      notice: 'The chain could not be refreshed. Timeout has occured loading data',
    });
  });

  it('shows a chain without a 252-day volatility', async () => {
    const { store } = harness({
      priceVolatility: () => Promise.reject(new Error('There are not enough closes.')),
    });
    await store.show(REQUEST);
    expect(ready(store)).toMatchObject({
      volatility: null,
      volatilityProblem: 'There are not enough closes.',
    });
  });

  it('shows only the newest of two symbols, whichever answer comes first', async () => {
    const answers = new Map<string, () => void>();
    const { store } = harness({
      load: ([symbol = '']) => new Promise((resolve) => answers.set(symbol, () => resolve({ unknown: [] }))),
    });
    const first = store.show(REQUEST);
    const second = store.show({ ...REQUEST, symbol: 'OTHER' });
    answers.get('OTHER')?.();
    await second;
    answers.get('ACME')?.();
    await first;
    expect(ready(store).symbol).toBe('OTHER');
  });

  it('leaves out contracts that have no place in a chain', async () => {
    const { store } = harness({
      optionChainSnapshot: async () => [
        quoteOf('C', 100, '2026-11-27'),
        quoteOf('C', 100, '2026-11-27'),
        quoteOf('C', 105, '2026-11-27', { Strike: Number.NaN }),
        quoteOf('C', 110, '2026-11-27', { Symbol: 'ACME' }),
        quoteOf('C', 115, '2026-11-20'),
      ],
    });
    await store.show(REQUEST);
    expect(ready(store).groups.map(({ rows }) => rows.map(({ strike }) => strike))).toEqual([[100]]);
  });
});

describe('the symbol of a chain', () => {
  it.each([
    ['SPY', 'SPY'],
    ['SPY261218C00645000', 'SPY'],
    ['SPY   261218C00645000', 'SPY'],
    ['SPY269918C00645000', null],
    ['SPY261218C00000000', null],
  ])('of %s is %s', (symbol, root) => {
    expect(chainSymbol(symbol)).toBe(root);
  });
});

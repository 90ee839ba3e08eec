import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/domain/calendar/durations.ts';
import type { WireTripFill } from '../../src/plugin-api/index.ts';
import { ExcursionStore } from './excursion-store.ts';
import { tripExcursion, tripExcursions, type TripExcursion } from './trip-excursion.ts';
import { emptyNote } from './notes.ts';
import type { TripRow } from './trips.ts';

const START_MS = Date.UTC(2026, 2, 3, 15);

/** A market whose bars follow from their time, and that counts the requests for them. */
function marketOf(refused: readonly string[] = []) {
  const requests: string[] = [];
  const lengths = { OneMinute: MINUTE_MS, FiveMinutes: 5 * MINUTE_MS, Day: 24 * HOUR_MS } as const;
  // Only the calls that excursions use.
  const market = {
    exchangeMs: () => START_MS + 30 * 24 * HOUR_MS,
    symbols: {
      async candles(query: {
        symbol: string;
        candleType: keyof typeof lengths;
        fromMs: number;
        toMs: number;
      }) {
        const { symbol, candleType, fromMs, toMs } = query;
        requests.push(`${symbol} ${candleType}`);
        if (refused.includes(symbol)) throw new Error('no bars');
        const length = lengths[candleType];
        const bars = [];
        for (let TS = Math.floor(fromMs / length) * length; TS < toMs; TS += length) {
          const seed = (TS / MINUTE_MS) * 7_919;
          bars.push({ TS, H: 100 + (seed % 11), L: 90 - (seed % 7) });
        }
        return bars;
      },
    },
    // Only what the function uses is there.
  } as unknown as Parameters<typeof tripExcursion>[0];
  return { market, requests };
}

const rowOf = (serial: number, change: Partial<TripRow> = {}): TripRow => {
  const trip = { Id: `AAPL:${serial}`, Symbol: 'AAPL', Opened: START_MS + serial };
  return {
    ...trip,
    Side: 'Long',
    Closed: START_MS + serial + MINUTE_MS,
    Quantity: 10,
    EntryPrice: 95,
    ExitQuantity: 10,
    ExitPrice: 96,
    MaxQuantity: 10,
    Gross: 10,
    Fees: 0,
    Net: 10,
    Risk: null,
    ClosedBy: null,
    Strategy: null,
    note: emptyNote(trip),
    isGone: false,
    ...change,
  };
};
const fillsOf = ({ Opened, Closed }: Pick<TripRow, 'Opened' | 'Closed'>): readonly WireTripFill[] => [
  { Time: Opened, Quantity: 10, Price: 95 },
  ...(Closed === null ? [] : [{ Time: Closed, Quantity: -10, Price: 96 }]),
];

describe('the excursions of many trips', () => {
  const trip = fc.record({
    symbol: fc.constantFrom('AAPL', 'SPY'),
    openedMs: fc.integer({ min: 0, max: 20 * 24 * HOUR_MS }),
    heldMs: fc.constantFrom(30_000, 7 * MINUTE_MS, 5 * HOUR_MS, 9 * 24 * HOUR_MS),
  });

  it('are those of each trip alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(trip, { minLength: 1, maxLength: 12 }), async (trips) => {
        const rows = trips.map(({ symbol, openedMs, heldMs }, at) =>
          rowOf(at, {
            Id: `${symbol}:${at + 1}`,
            Symbol: symbol,
            Opened: START_MS + openedMs,
            Closed: START_MS + openedMs + heldMs,
          }),
        );
        const { market } = marketOf();
        const fills = new Map(rows.map((row) => [row.Id, fillsOf(row)]));
        const found = await tripExcursions(market, rows, fills, new AbortController().signal);
        for (const row of rows)
          expect(found.get(row.Id)).toEqual(await tripExcursion(market, row, fillsOf(row)));
      }),
      { numRuns: 20 },
    );
  });

  it('share the bars of neighbours, and are unavailable where there are none', async () => {
    const { market, requests } = marketOf(['SPY']);
    const rows = [
      ...[0, 1, 2].map((day) => rowOf(day * 24 * HOUR_MS)),
      rowOf(8 * 24 * HOUR_MS),
      rowOf(5, { Id: 'SPY:5', Symbol: 'SPY' }),
    ];
    const fills = new Map(rows.map((row) => [row.Id, fillsOf(row)]));
    const found = await tripExcursions(market, rows, fills, new AbortController().signal);
    expect(requests).toEqual(['AAPL OneMinute', 'SPY OneMinute', 'AAPL OneMinute']);
    expect([found.size, found.get('SPY:5')]).toEqual([5, null]);
  });
});

describe('the store of excursions', () => {
  const excursion: TripExcursion = { adverse: -1, favorable: 2, bars: '1-minute bars' };
  const signal = () => new AbortController().signal;

  it('reads a closed trip once, until its figures change or fills are amended', async () => {
    const batches: string[][] = [];
    const store = new ExcursionStore(
      async (rows) => {
        batches.push(rows.map(({ Id }) => Id));
        return new Map(rows.map(({ Id }) => [Id, excursion]));
      },
      () => 0,
    );
    const [row, gone] = [rowOf(1), rowOf(2, { isGone: true })];
    const read = (...rows: readonly TripRow[]) => store.readMissing(rows, signal(), () => undefined);
    expect(store.get(row)).toBeNull();
    await read(row, gone);
    await read(row);
    expect([batches, store.get(row)]).toEqual([[['AAPL:1']], excursion]);
    const corrected = rowOf(1, { Gross: 9 });
    expect(store.get(corrected)).toBeNull();
    await read(corrected);
    store.clear();
    await read(corrected);
    expect(batches).toHaveLength(3);
  });

  it('reads an open trip, and one that was unavailable, again after a minute', async () => {
    let [nowMs, count] = [0, 0];
    const store = new ExcursionStore(
      async (rows) => {
        count += rows.length;
        return new Map(rows.map(({ Id, Closed }) => [Id, Closed === null ? excursion : null]));
      },
      () => nowMs,
    );
    const rows = [rowOf(1, { Closed: null }), rowOf(2)];
    const read = () => store.readMissing(rows, signal(), () => undefined);
    await read();
    await read();
    expect(count).toBe(2);
    nowMs = MINUTE_MS;
    await read();
    expect(count).toBe(4);
  });

  it('reads in batches of 50, and stops when it is cancelled', async () => {
    const cancelled = new AbortController();
    const notes: number[] = [];
    const store = new ExcursionStore(
      async (rows) => new Map(rows.map(({ Id }) => [Id, excursion])),
      () => 0,
    );
    const rows = Array.from({ length: 120 }, (_, at) => rowOf(at));
    await store.readMissing(rows, cancelled.signal, (done) => {
      notes.push(done);
      if (done === 100) cancelled.abort();
    });
    expect([notes, store.missing(rows).length, store.isReading]).toEqual([[50, 100], 20, false]);
  });
});

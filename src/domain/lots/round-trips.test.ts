import { describe, expect, it } from 'vitest';
import { excursionOf } from './excursion.ts';
import { isLongTerm, settlementEndMs } from './holding-period.ts';
import { initialRiskE4, netE4, roundTrips } from './round-trips.ts';
import type { PositionTrade } from './types.ts';

const MINUTE_MS = 60_000;
const trade = (
  serial: number,
  signedQuantity: number,
  price: number,
  more: Partial<PositionTrade> & { readonly group?: string } = {},
): PositionTrade => ({
  serial,
  part: 0,
  cause: 'Fill',
  signedQuantity,
  priceE4: price * 10_000,
  feesE4: 0,
  timeMs: serial * MINUTE_MS,
  order: { orderId: `o${serial}`, groupId: more.group ?? null, strategyId: null },
  ...more,
});

describe('a round trip', () => {
  it('ends where the position is zero, with averages, fees and the largest position', () => {
    const [first, second, ...rest] = roundTrips(
      [
        trade(1, 100, 10, { feesE4: 10 }),
        trade(2, 50, 13, { feesE4: 5 }),
        trade(3, -120, 12, { feesE4: 12 }),
        trade(4, -30, 11, { feesE4: 3 }),
        trade(5, -10, 20),
      ],
      1,
    );
    expect(first).toMatchObject({
      tripId: '1',
      isShort: false,
      entryQuantity: 150,
      entryPriceE4: 110_000,
      exitQuantity: 150,
      exitPriceE4: 118_000,
      maxQuantity: 150,
      grossE4: 1_200_000,
      feesE4: 30,
      openedMs: MINUTE_MS,
      closedMs: 4 * MINUTE_MS,
    });
    expect(first && netE4(first)).toBe(1_199_970);
    expect(second).toMatchObject({ tripId: '5', isShort: true, closedMs: null, exitPriceE4: null });
    expect(rest).toEqual([]);
  });

  it('is split where one fill turns a position from long to short', () => {
    const [long, short] = roundTrips([trade(1, 100, 10), trade(2, -250, 12, { feesE4: 25 })], 1);
    expect(long).toMatchObject({
      exitQuantity: 100,
      feesE4: 10,
      grossE4: 2_000_000,
      closedMs: 2 * MINUTE_MS,
    });
    expect(short).toMatchObject({ tripId: '2', entryQuantity: 150, feesE4: 15, closedMs: null });
  });

  it('counts a hundred shares for each contract of an option', () => {
    expect(roundTrips([trade(1, 2, 1), trade(2, -2, 3)], 100)[0]?.grossE4).toBe(4_000_000);
  });

  it('has the risk of the first stop when one bracket opened all of it', () => {
    const trips = (group: string | undefined) =>
      roundTrips([trade(1, 100, 10, { group: 'G1' }), trade(2, 100, 12, { ...(group && { group }) })], 1);
    const stop = () => 90_000;
    const [pure] = trips('G1');
    const [mixed] = trips(undefined);
    expect(pure && initialRiskE4(pure, stop, 1)).toBe(4_000_000);
    expect(pure && initialRiskE4(pure, () => 120_000, 1)).toBeNull();
    expect(pure && initialRiskE4(pure, () => undefined, 1)).toBeNull();
    expect(mixed && initialRiskE4(mixed, stop, 1)).toBeNull();
  });
});

describe('the excursion of a round trip', () => {
  const bar = (minute: number, low: number, high: number) => ({
    startMs: minute * MINUTE_MS,
    endMs: (minute + 1) * MINUTE_MS,
    lowE4: low * 10_000,
    highE4: high * 10_000,
  });
  const [long] = roundTrips([trade(2, 100, 10), trade(6, -100, 11)], 1);

  it('counts the bars between two fills and the fills themselves', () => {
    const bars = [bar(1, 1, 99), bar(2, 9, 10), bar(3, 8, 12), bar(4, 10, 13), bar(6, 1, 99)];
    expect(excursionOf(long?.fills ?? [], bars, 1)).toEqual({
      adverseE4: -2_000_000,
      favorableE4: 3_000_000,
    });
    expect(excursionOf(long?.fills ?? [], [], 1)).toEqual({ adverseE4: 0, favorableE4: 1_000_000 });
  });

  it('passes over a bar with a fill inside', () => {
    const fills = (long?.fills ?? []).map((fill) => ({ ...fill, timeMs: fill.timeMs + 30_000 }));
    expect(excursionOf(fills, [bar(2, 1, 99), bar(3, 9, 10)], 1)).toEqual({
      adverseE4: -1_000_000,
      favorableE4: 1_000_000,
    });
  });

  it('counts what partial exits have realised, for a short position too', () => {
    const [short] = roundTrips([trade(1, -100, 10), trade(3, 50, 8), trade(9, 50, 10)], 1);
    expect(excursionOf(short?.fills ?? [], [bar(4, 6, 14)], 1)).toEqual({
      adverseE4: -1_000_000,
      favorableE4: 3_000_000,
    });
  });
});

describe('the holding period', () => {
  it.each([
    ['2008-02-05', '2009-02-05', false],
    ['2008-02-05', '2009-02-06', true],
    ['2020-02-28', '2021-02-28', false],
    ['2020-02-28', '2021-03-01', true],
    ['2020-02-29', '2021-02-28', false],
    ['2020-02-29', '2021-03-01', true],
    ['2025-12-31', '2026-12-31', false],
    ['2025-12-31', '2027-01-01', true],
  ])('from %s to %s is long-term: %s', (acquired, sold, expected) => {
    expect(isLongTerm(acquired, sold)).toBe(expected);
  });

  it('lets lots be chosen until the end of the next session', () => {
    // A Friday before a weekend: it settles on Monday.
    expect(settlementEndMs('2026-03-06')).toBe(Date.UTC(2026, 2, 10, 4));
  });
});

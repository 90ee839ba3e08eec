import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregateBars } from '../../../domain/bars/aggregate.ts';
import { barsOfTrades } from '../../../domain/bars/live-bar.ts';
import { newYorkMs, sessionOn } from '../../../domain/calendar/us-equity.ts';
import type { Bar, Instrument } from '../market-data.ts';
import { depthOfQuote } from './depth-of-quote.ts';
import { lookupInstruments } from './lookup-instruments.ts';
import { minutesOfDay } from './minutes-of-day.ts';
import { quoteAround } from './quote-around.ts';
import { createRandom, hashParts } from './random.ts';
import { ticksOfBar } from './ticks-of-bar.ts';
import { VENUES } from './venues.ts';

const session = sessionOn('2019-02-11');
const OPEN_MS = session?.openMs ?? 0;
const CLOSE_MS = session?.closeMs ?? 0;

const priceE4 = fc.integer({ min: 100, max: 30_000_000 });
const bars = fc
  .tuple(
    priceE4,
    priceE4,
    priceE4,
    priceE4,
    fc.integer({ min: 4, max: 5_000_000 }),
    fc.integer({ min: 0, max: 389 }),
  )
  .map(([openE4, closeE4, a, b, volume, minute]): Bar => ({
    timeMs: OPEN_MS + minute * 60_000,
    openE4,
    closeE4,
    highE4: Math.max(openE4, closeE4, a, b),
    lowE4: Math.min(openE4, closeE4, a, b),
    volume,
  }));

test('made prints rebuild exactly their bar, whatever the bar and the seed', () => {
  fc.assert(
    fc.property(bars, fc.integer(), (bar, seed) => {
      const ticks = ticksOfBar(bar, [seed, 'AAPL']);
      expect(barsOfTrades(ticks, { minutes: 1 })).toEqual([bar]);
      expect(ticks.every(({ size }) => Number.isInteger(size) && size >= 1)).toBe(true);
      expect(
        ticks.every(
          ({ timeMs }, index) =>
            timeMs >= bar.timeMs && timeMs < bar.timeMs + 60_000 && timeMs >= (ticks[index - 1]?.timeMs ?? 0),
        ),
      ).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('the same bar and seed give the same prints, another seed gives others', () => {
  const bar: Bar = {
    timeMs: OPEN_MS,
    openE4: 1_000_000,
    highE4: 1_010_000,
    lowE4: 990_000,
    closeE4: 1_005_000,
    volume: 50_000,
  };
  expect(ticksOfBar(bar, [1, 'AAPL'])).toEqual(ticksOfBar(bar, [1, 'AAPL']));
  expect(ticksOfBar(bar, [1, 'AAPL'])).not.toEqual(ticksOfBar(bar, [2, 'AAPL']));
});

test('a bar without volume has no prints, and one share is one print', () => {
  const flat: Bar = { timeMs: OPEN_MS, openE4: 100, highE4: 100, lowE4: 100, closeE4: 100, volume: 0 };
  expect(ticksOfBar(flat, [1])).toEqual([]);
  expect(ticksOfBar({ ...flat, volume: 1 }, [1])).toHaveLength(1);
});

test('made minutes add up to exactly their day', () => {
  fc.assert(
    fc.property(bars, fc.integer(), fc.boolean(), (bar, seed, isThin) => {
      const day = {
        ...bar,
        timeMs: newYorkMs('2019-02-11', 0),
        volume: isThin ? bar.volume : bar.volume + 100_000,
      };
      const minutes = minutesOfDay(day, OPEN_MS, CLOSE_MS, [seed]);
      // A day of a few shares has too few minutes with trades for its extremes.
      if (minutes.length >= 3) expect(aggregateBars(minutes, 'day')).toEqual([day]);
      else expect(minutes.reduce((sum, { volume }) => sum + volume, 0)).toBe(day.volume);
      expect(minutes.every(({ timeMs }) => timeMs >= OPEN_MS && timeMs < CLOSE_MS)).toBe(true);
    }),
  );
});

test('a made quote is never crossed and has the last trade on or inside it', () => {
  fc.assert(
    fc.property(priceE4, fc.integer({ min: 0, max: 1e9 }), fc.integer(), (lastE4, dollarsPerMinute, seed) => {
      const quote = quoteAround({ symbol: 'AAPL', lastE4, timeMs: OPEN_MS, dollarsPerMinute }, [seed]);
      expect(quote.bidE4).toBeGreaterThan(0);
      expect(quote.askE4).toBeGreaterThan(quote.bidE4);
      expect(quote.bidE4).toBeLessThanOrEqual(lastE4);
      expect(quote.askE4).toBeGreaterThanOrEqual(lastE4);
      expect(Math.min(quote.bidSize, quote.askSize)).toBeGreaterThanOrEqual(100);
    }),
  );
});

test('depth agrees with the national best: its exchange shows it, nobody shows better or more', () => {
  fc.assert(
    fc.property(
      priceE4,
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 0, max: 7 }),
      (bidE4, spread, lots, venue) => {
        const quote = {
          symbol: 'AAPL',
          bidE4,
          bidSize: lots * 100,
          bidExchange: VENUES[venue]?.name ?? '',
          askE4: bidE4 + spread,
          askSize: 300,
          askExchange: 'IEX',
          timeMs: OPEN_MS,
        };
        const depth = depthOfQuote(quote, ['seed']);
        expect(depth).toHaveLength(VENUES.length);
        expect(depth[0]).toMatchObject({ exchange: quote.bidExchange, bidE4, bidSize: lots * 100 });
        expect(depth.find(({ exchange }) => exchange === 'IEX')).toMatchObject({
          askE4: bidE4 + spread,
          askSize: 300,
        });
        expect(
          depth.every((row) => row.bidE4 <= bidE4 && (row.askE4 >= quote.askE4 || row.askE4 === 0)),
        ).toBe(true);
        expect(depth.every((row) => row.bidE4 < bidE4 || row.bidSize <= quote.bidSize)).toBe(true);
        expect(depth.map((row) => row.bidE4)).toEqual(depth.map((row) => row.bidE4).sort((a, b) => b - a));
        expect(depthOfQuote(quote, ['seed'])).toEqual(depth);
      },
    ),
  );
});

test('an empty side of the quote is empty on every exchange', () => {
  const quote = {
    symbol: 'X',
    bidE4: 0,
    bidSize: 0,
    bidExchange: '',
    askE4: 100_000,
    askSize: 100,
    askExchange: 'NYSE',
    timeMs: OPEN_MS,
  };
  expect(depthOfQuote(quote, []).every(({ bidE4, bidSize }) => bidE4 === 0 && bidSize === 0)).toBe(true);
});

test('random numbers are uniform, normal and the same for the same seed', () => {
  const random = createRandom('test', 1);
  const uniform = Array.from({ length: 50_000 }, () => random.next());
  const normal = Array.from({ length: 50_000 }, () => random.normal());
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(mean(uniform)).toBeCloseTo(0.5, 2);
  expect(Math.abs(mean(normal))).toBeLessThan(0.02);
  expect(mean(normal.map((value) => value * value))).toBeGreaterThan(0.95);
  expect(createRandom('test', 1).next()).toBe(uniform[0]);
  expect(hashParts('a', 'bc')).not.toBe(hashParts('ab', 'c'));
});

test('lookup ranks the exact symbol, then prefixes, then company words', () => {
  const instrument = (symbol: string, company: string): Instrument => ({
    symbol,
    company,
    exchange: 'NYSE',
    currency: 'USD',
    isEtf: false,
    sector: null,
    industry: null,
    sharesOutstanding: null,
    shortInterest: null,
    dividend: null,
    eps: null,
    shortable: true,
  });
  const all = [
    instrument('ZZ', 'Great Apple Farms'),
    instrument('APPX', 'Other'),
    instrument('APP', 'AppLovin'),
    instrument('QQ', 'Pineapple'),
  ];
  expect(lookupInstruments(all, ' app', 10).map(({ symbol }) => symbol)).toEqual(['APP', 'APPX', 'ZZ']);
  expect(lookupInstruments(all, 'app', 1)).toHaveLength(1);
  expect(lookupInstruments(all, '  ', 10)).toEqual([]);
});

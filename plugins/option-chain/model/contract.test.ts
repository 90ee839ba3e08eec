import { describe, expect, it } from 'vitest';
import { contractOf, quoteOf } from '../testing.ts';
import type { ContractRecord } from './contract.ts';

const live = (change: Partial<ContractRecord> = {}): ContractRecord => ({
  state: 'live',
  version: 1,
  info: undefined,
  last: 3,
  previousClose: 2,
  bid: 2.9,
  bidSize: 5,
  ask: 3.1,
  askSize: 6,
  volume: 200,
  timeMs: 2_000,
  ...change,
});

describe('a contract of the chain', () => {
  it('shows the previous close where Last is 0, and no change', () => {
    const contract = contractOf('C', 100, undefined, { Last: 0, PreviousClose: 2.2 });
    expect([contract.shownLast, contract.isPreviousClose, contract.change]).toEqual([2.2, true, null]);
  });

  it('shows the last price where there is one, with its change', () => {
    const contract = contractOf('C', 100, undefined, { Last: 2.5, PreviousClose: 2.2 });
    expect([contract.shownLast, contract.isPreviousClose]).toEqual([2.5, false]);
    expect(contract.change).toBeCloseTo(0.3, 9);
  });

  it('has no middle for a zero bid or a crossed quote', () => {
    expect(contractOf('C', 100).middle).toBe(2.5);
    expect(contractOf('C', 100, undefined, { Bid: 0 }).middle).toBeNull();
    const crossed = contractOf('C', 100, undefined, { Bid: 2.7, Ask: 2.6 });
    expect([crossed.middle, crossed.isCrossed]).toEqual([null, true]);
  });

  it('takes what is no amount as none', () => {
    const contract = contractOf('C', 100, undefined, {
      Bid: -1,
      Ask: Number.NaN,
      Volume: Number.POSITIVE_INFINITY,
    });
    expect([contract.bid, contract.ask, contract.volume]).toEqual([0, 0, 0]);
  });

  it('follows its live record, and keeps it when the record is gone', () => {
    const contract = contractOf('C', 100);
    expect(contract.takeRecord(live())).toBe(true);
    expect(contract.takeRecord(live())).toBe(false);
    expect([contract.bid, contract.ask, contract.isLive]).toEqual([2.9, 3.1, true]);
    expect(contract.takeRecord(undefined)).toBe(false);
    expect([contract.bid, contract.isLive]).toEqual([2.9, false]);
  });

  it('has the dividend yield that the server prices it with, 0 where it sends none', () => {
    expect(contractOf('C', 100, undefined, { DividendYield: 0.012 }).dividendYield).toBe(0.012);
    expect(contractOf('C', 100).dividendYield).toBe(0);
  });

  it('keeps the newest snapshot that its recorded quotes belong to', () => {
    const info = (Time: number) =>
      // Only the option's part is read.
      ({
        Option: { OpenInterest: 1, ImpliedVolatility: 0.2, Recorded: { Time, UnderlyingPrice: 99 } },
      }) as never;
    const contract = contractOf('C', 100, undefined, { Recorded: { Time: 900, UnderlyingPrice: 100 } });
    expect(contract.recorded).toEqual({ timeMs: 900, underlying: 100 });
    contract.takeRecord(live({ info: info(800) }));
    expect(contract.recorded).toEqual({ timeMs: 900, underlying: 100 });
    contract.takeRecord(live({ version: 2, info: info(950) }));
    expect(contract.recorded).toEqual({ timeMs: 950, underlying: 99 });
    expect(contractOf('C', 100).recorded).toBeNull();
  });

  it('does not go back to a snapshot that is older than its live record', () => {
    const contract = contractOf('C', 100);
    contract.takeRecord(live());
    contract.takeSnapshot(quoteOf('C', 100, undefined, { Bid: 1, Timestamp: 1_500 }));
    expect(contract.bid).toBe(2.9);
    contract.takeSnapshot(quoteOf('C', 100, undefined, { Bid: 1, Timestamp: 2_500 }));
    expect(contract.bid).toBe(1);
  });
});

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { sessionOn } from '../../../domain/calendar/us-equity.ts';
import { americanPrice, RISK_FREE_RATE, YEAR_MS } from '../../../domain/options/index.ts';
import type { Quote } from '../market-data.ts';
import type { OptionState } from '../options/option-market.ts';
import { chainText, folderOf, realChainFolder, type ChainCells } from './testing/chain-folder.ts';
import { CALL, chainReplays, DATE } from './testing/chain-replay.ts';
import { until } from '../../../../tests/support/until.ts';

const OPEN_MS = sessionOn(DATE)?.openMs ?? 0;
const PUT = 'SPY260821P00775000';

const { open, openRows, pass } = chainReplays();

const CHAIN: readonly ChainCells[] = [
  {},
  { right: 'P', bid: 3.2, ask: 3.3, openInterest: '' },
  { strike: 780, bid: '', ask: 2.4 },
  { expiration: '2026-09-18', strike: 800, bid: 6, ask: 5 },
];

/** Every number of an option. */
const numbersOf = (option: OptionState): number[] =>
  Object.values(option).filter((value): value is number => typeof value === 'number');

describe('a recorded chain in a replay', () => {
  it('lists the expirations and strikes of the recording, and nothing else', () => {
    const { market } = openRows(CHAIN);
    expect(market.expirations('SPY')).toEqual([
      { date: '2026-08-21', kind: 'monthly' },
      { date: '2026-09-18', kind: 'monthly' },
    ]);
    expect(market.chain('SPY', '2026-08-21').map(({ symbol }) => symbol)).toEqual([
      CALL,
      PUT,
      'SPY260821C00780000',
    ]);
    expect(market.chain('SPY', '2026-08-28')).toEqual([]);
    expect(market.instrument(CALL)).toMatchObject({ exchange: 'OPRA', company: "SPY Aug 21 '26 775 Call" });
    for (const unlisted of ['SPY260821P00780000', 'SPY260821C00776000', 'SPY260828C00775000'])
      expect([market.instrument(unlisted), market.option(unlisted)], unlisted).toEqual([
        undefined,
        undefined,
      ]);
    expect(market.lookup('SPY 775 call', 5).map(({ symbol }) => symbol)).toEqual([CALL]);
  });

  it('shows nothing of a snapshot before its time, and its quotes as they were from then on', () => {
    const { market } = openRows(CHAIN);
    expect(market.option(CALL)).toMatchObject({
      bidE4: 0,
      askE4: 0,
      lastE4: 0,
      volume: 0,
      openInterest: 500,
      impliedVolatility: null,
      recorded: { timeMs: null },
    });
    pass(31);
    const option = market.option(CALL);
    expect(option).toMatchObject({
      bidE4: 49_000,
      bidSize: 20,
      askE4: 50_000,
      askSize: 30,
      lastE4: 49_500,
      volume: 100,
      openInterest: 500,
      timeMs: OPEN_MS + 30 * MINUTE_MS,
      recorded: { timeMs: OPEN_MS + 30 * MINUTE_MS, underlyingE4: 7_760_000 },
    });
    expect(market.quote(CALL)).toMatchObject({ bidE4: 49_000, askE4: 50_000 });
    expect(market.snapshot(CALL)).toMatchObject({ bidE4: 49_000, lastE4: 49_500, volume: 100 });
    expect(market.lastPrice(CALL)).toMatchObject({ lastE4: 49_500 });
    expect(market.depth(CALL)).toEqual([
      { exchange: 'OPRA', bidE4: 49_000, bidSize: 20, askE4: 50_000, askSize: 30 },
    ]);
    pass(120);
    expect(market.option(CALL)).toEqual(option);
  });

  it('computes the implied volatility of the recorded quote at its own time and price of the underlying', () => {
    const { market } = openRows(CHAIN);
    pass(200);
    const { impliedVolatility: volatility = null } = market.option(CALL) ?? {};
    const years = (Date.parse('2026-08-21T20:00:00Z') - OPEN_MS - 30 * MINUTE_MS) / YEAR_MS;
    const terms = {
      right: 'C',
      spot: 776,
      strike: 775,
      years,
      rate: RISK_FREE_RATE,
      dividendYield: 0,
    } as const;
    expect(americanPrice(terms, volatility ?? 0)).toBeCloseTo(4.95, 6);
    // The later expiration, which is nearer to 30 days, has a crossed quote only.
    const put = market.option(PUT)?.impliedVolatility ?? 0;
    expect(market.impliedVolatilityOf('SPY')).toBeCloseTo(((volatility ?? 0) + put) / 2, 12);
  });

  it('gives no price where the recording has no sound one', () => {
    const { market } = openRows([
      ...CHAIN,
      { strike: 790, bid: 0, ask: 0, last: '', volume: '', lastTrade: '' },
      { strike: 795, bidSize: 0, askSize: '', last: 3, volume: '', lastTrade: '2026-08-12T14:00:00Z' },
    ]);
    pass(60);
    const chain = ['2026-08-21', '2026-09-18'].flatMap((date) => market.chain('SPY', date));
    for (const option of chain) expect(numbersOf(option).every(Number.isFinite), option.symbol).toBe(true);
    expect(market.option(PUT)).toMatchObject({ openInterest: 0 });
    // One-sided, crossed, empty, and a bid for no contracts.
    expect(market.option('SPY260821C00780000')).toMatchObject({
      bidE4: 0,
      askE4: 24_000,
      impliedVolatility: null,
    });
    expect(market.option('SPY260918C00800000')).toMatchObject({
      bidE4: 0,
      askE4: 0,
      impliedVolatility: null,
    });
    expect(market.depth('SPY260918C00800000')).toEqual([]);
    expect(market.option('SPY260821C00790000')).toMatchObject({ lastE4: 0, volume: 0, previousCloseE4: 0 });
    // The last trade of an earlier day is no trade of this one.
    expect(market.option('SPY260821C00795000')).toMatchObject({
      bidE4: 0,
      askE4: 50_000,
      askSize: 10,
      lastE4: 0,
      volume: 0,
      previousCloseE4: 30_000,
    });
  });

  it('follows the snapshots of a day, and reports a changed quote to watchers', async () => {
    const { market } = openRows([
      ...CHAIN,
      { time: '2026-08-14T11:00:00-04:00', underlying: 780, bid: 7.1, ask: 7.2 },
    ]);
    await market.start();
    const quotes: Quote[] = [];
    const stop = market.watch(CALL, { onQuote: (quote) => quotes.push(quote) });
    pass(100);
    expect(quotes.map(({ bidE4 }) => bidE4)).toEqual([0, 49_000, 71_000]);
    expect(market.option(CALL)?.recorded?.underlyingE4).toBe(7_800_000);
    // A contract that the newest snapshot lacks has no quote, and stays listed.
    expect(market.option(PUT)).toMatchObject({ bidE4: 0, askE4: 0, strike: 775 });
    stop?.();
  });

  it('has neither prints nor bars of options, which were not recorded', async () => {
    const { market } = openRows(CHAIN);
    pass(60);
    expect(market.timeAndSales(CALL, 10)).toEqual([]);
    expect(await market.bars(CALL, 'OneMinute', OPEN_MS, OPEN_MS + 3_600_000)).toEqual([]);
  });

  it('shows the recorded price of an underlying without bars of its own, which nothing fills against', () => {
    const { market } = openRows(CHAIN);
    expect(market.sessionDay().date).toBe(DATE);
    expect(market.snapshot('SPY')).toMatchObject({ previousCloseE4: 7_740_000, lastE4: 7_740_000 });
    pass(31);
    expect(market.snapshot('SPY')).toMatchObject({ lastE4: 7_760_000, volume: 0, bidSize: 0, askSize: 0 });
    expect(market.depth('SPY')).toEqual([]);
  });

  it('shows the recorded price of an underlying on a day without bars, whatever was recorded of other days', () => {
    const { market } = open(
      folderOf({
        'daily/SPY.csv': 'Date,Open,High,Low,Close,Volume\n2026-08-10,500,501,499,500,1000\n',
        [`options/SPY_${DATE}.csv`]: chainText(CHAIN),
      }),
    );
    pass(31);
    expect(market.snapshot('SPY')).toMatchObject({
      lastE4: 7_760_000,
      previousCloseE4: 7_740_000,
      bidE4: 7_760_000,
      bidSize: 0,
    });
    expect([market.depth('SPY'), market.timeAndSales('SPY', 5)]).toEqual([[], []]);
    expect(market.option(CALL)?.bidE4).toBe(49_000);
  });

  it('leaves the bars of a day with a chain as they are', () => {
    const { market } = open(
      folderOf({
        'daily/SPY.csv': `Date,Open,High,Low,Close,Volume\n2026-08-13,770,771,769,770,1000\n${DATE},780,785,779,784,39000\n`,
        [`options/SPY_${DATE}.csv`]: chainText(CHAIN),
      }),
      DATE,
    );
    pass(31);
    expect(market.snapshot('SPY')).toMatchObject({ openE4: 7_800_000, previousCloseE4: 7_700_000 });
    expect(market.snapshot('SPY')?.volume).toBeGreaterThan(0);
    expect(market.option(CALL)?.recorded?.underlyingE4).toBe(7_760_000);
  });

  it('leaves a day without a recorded chain to the model', () => {
    const day = (date: string) => `${date}T09:30:00-04:00,776,777,775,776,1000\n`;
    const { market } = open(
      folderOf({
        'minute/SPY.csv': `Timestamp,Open,High,Low,Close,Volume\n${day('2026-08-13')}${day(DATE)}`,
        [`options/SPY_${DATE}.csv`]: chainText(CHAIN),
      }),
    );
    const dates = () => market.expirations('SPY')?.length ?? 0;
    expect(market.sessionDay().date).toBe('2026-08-13');
    expect(dates()).toBeGreaterThan(10);
    expect(market.option(CALL)).not.toHaveProperty('recorded');
    pass(391);
    expect([market.sessionDay().date, dates()]).toEqual([DATE, 2]);
    expect(market.option(CALL)).toHaveProperty('recorded');
  });

  it('shows a snapshot that was taken after the close at the close', () => {
    const { market } = openRows([{ time: '2026-08-14T16:15:00-04:00' }]);
    pass(389);
    expect(market.option(CALL)?.bidE4).toBe(0);
    pass(2);
    expect([market.isOpen(), market.option(CALL)?.bidE4]).toEqual([false, 49_000]);
  });
});

describe('the files of recorded chains', () => {
  it('are read when an underlying is requested, not for a figure of all symbols', async () => {
    const { market, lines } = openRows(CHAIN);
    pass(60);
    // Nothing has been read yet: neither the figure nor a line of the report.
    expect([market.impliedVolatilityOf('SPY'), market.impliedVolatilityOf('spy'), lines]).toEqual([
      null,
      null,
      [],
    ]);
    expect(await market.chainProblem('SPY')).toBeNull();
    expect(market.expirations('spy')).toHaveLength(2);
    expect(market.impliedVolatilityOf('SPY')).toBeGreaterThan(0);
  });

  it('are read as their session begins', async () => {
    const next = '2026-08-17';
    const { market } = open(
      folderOf({
        [`options/SPY_${DATE}.csv`]: chainText(CHAIN),
        [`options/SPY_${next}.csv`]: chainText([{ time: `${next}T10:00:00-04:00`, strike: 790 }]),
      }),
    );
    await market.start();
    pass(391);
    expect(market.sessionDay().date).toBe(next);
    pass(40);
    await until(() => expect(market.impliedVolatilityOf('SPY')).toBeGreaterThan(0));
    expect(market.chain('SPY', '2026-08-21').map(({ strike }) => strike)).toEqual([790]);
  });
});

describe('the recorded SPY chain of 2026-08-14', () => {
  it('is served row by row as it was recorded', async () => {
    const folder = realChainFolder();
    const { market, lines, whenChecked } = open(folder);
    const [, ...rows] = gunzipSync(readFileSync(join(folder, `options/SPY_${DATE}.csv.gz`)))
      .toString('utf8')
      .trim()
      .split('\n');
    await whenChecked();
    expect(lines).toEqual([`replay: options: ${rows.length} rows read, 0 skipped, in 1 file`]);
    pass(129);
    const e4 = (text = ''): number => Math.round(Number(text) * 10_000);
    let implied = 0;
    for (const row of rows) {
      const [, , , , symbol = '', expiration, right, strike, bid, ask, , , openInterest = ''] =
        row.split(',');
      const option = market.option(symbol);
      expect(option, symbol).toMatchObject({
        expiration,
        right,
        strike: Number(strike),
        bidE4: e4(bid),
        askE4: e4(ask),
        openInterest: Number(openInterest),
        recorded: { underlyingE4: 7_762_200 },
      });
      expect(option && numbersOf(option).every(Number.isFinite), symbol).toBe(true);
      if (typeof option?.impliedVolatility === 'number') implied += 1;
    }
    expect(implied / rows.length).toBeGreaterThan(0.7);
    // The vendor's figures of the money are about 10 %.
    expect(market.impliedVolatilityOf('SPY')).toBeGreaterThan(0.06);
    expect(market.impliedVolatilityOf('SPY')).toBeLessThan(0.2);
  });

  it('lets other work run while it is read, and has been read when the market has started', async () => {
    const folder = realChainFolder();
    const { market } = open(folder);
    let turns = 0;
    const count = (): void => {
      turns += 1;
      if (turns < 1_000) setImmediate(count);
    };
    setImmediate(count);
    await market.start();
    // What is still known without its file has been read.
    rmSync(join(folder, `options/SPY_${DATE}.csv.gz`));
    expect(market.expirations('SPY')?.length).toBeGreaterThan(2);
    expect(await market.chainProblem('SPY')).toBeNull();
    expect(turns).toBeGreaterThan(0);
  });
});

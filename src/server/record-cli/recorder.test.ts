import { appendFileSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScriptedMarket, SCRIPTED_SESSION } from '../brokerage/testing/scripted-market.ts';
import { Replays, watchAll } from '../market/replay/testing/replays.ts';
import { Recorder } from './recorder.ts';

const replays = new Replays();
let folder: string;
let market: ScriptedMarket;
beforeEach(() => {
  replays.begin();
  folder = replays.temporaryFolder({});
  market = new ScriptedMarket(['SPY', 'AAPL'], SCRIPTED_SESSION);
  market.nowMs = SCRIPTED_SESSION.openMs;
});
afterEach(() => replays.end());

const quote = (bid: [number, number], ask: [number, number]): void => {
  market.nowMs += 250;
  market.show('SPY', [{ exchange: 'ARCA', bid, ask }]);
};
const print = (symbol: string, price: number, size: number): void => {
  market.nowMs += 250;
  market.print(symbol, price, size);
};
const begin = (symbols: readonly string[] = ['SPY']): Recorder => {
  const recorder = new Recorder({ market, symbols, folder });
  recorder.start();
  return recorder;
};
const rowsOf = (name: string): string[] =>
  readFileSync(join(folder, 'ticks', name), 'utf8')
    .trimEnd()
    .split('\r\n')
    .slice(1);

describe('a recording of a market', () => {
  it('is played by a replay with the same trades and quotes at the same times', async () => {
    const recorder = begin(['SPY', 'AAPL']);
    quote([100, 300], [100.02, 500]);
    print('SPY', 100.02, 200);
    quote([100.01, 100], [100.03, 700]);
    print('AAPL', 227.1234, 7);
    await recorder.flush();
    print('SPY', 100.0099, 40);
    quote([0, 0], [100.03, 600]);
    await recorder.stop();
    expect(recorder.counts()).toEqual({ trades: 3, quotes: 3, late: 0 });

    const replay = replays.open({ folder });
    await replay.start();
    const spy = watchAll(replay, 'SPY');
    const apple = watchAll(replay, 'AAPL');
    replays.pass(2_000, 50);
    const start = SCRIPTED_SESSION.openMs;
    expect(spy.trades.map(({ timeMs, priceE4, size }) => [timeMs - start, priceE4, size])).toEqual([
      [500, 1_000_200, 200],
      [1_250, 1_000_099, 40],
    ]);
    expect(apple.trades.map(({ timeMs, priceE4, size }) => [timeMs - start, priceE4, size])).toEqual([
      [1_000, 2_271_234, 7],
    ]);
    expect(
      spy.quotes.map(({ timeMs, bidE4, bidSize, askE4, askSize }) => [
        timeMs - start,
        bidE4,
        bidSize,
        askE4,
        askSize,
      ]),
    ).toEqual([
      [250, 1_000_000, 300, 1_000_200, 500],
      [750, 1_000_100, 100, 1_000_300, 700],
      [1_500, 0, 0, 1_000_300, 600],
    ]);
  });

  it('keeps changes of the best bid and offer only', async () => {
    const recorder = begin();
    quote([100, 300], [100.02, 500]);
    quote([100, 300], [100.02, 500]);
    quote([100, 400], [100.02, 500]);
    await recorder.stop();
    expect(recorder.counts().quotes).toBe(2);
  });

  it('is continued after its program was killed, without the row that was cut off', async () => {
    const killed = begin();
    print('SPY', 100, 10);
    await killed.flush();
    const name = 'SPY_2026-03-02_trades.csv';
    appendFileSync(join(folder, 'ticks', name), '2026-03-02T14:30:00.400Z,1');
    const next = begin();
    print('SPY', 101, 20);
    await next.stop();
    expect(rowsOf(name)).toEqual([
      '2026-03-02T14:30:00.250Z,100,10,NSDQ',
      '2026-03-02T14:30:00.500Z,101,20,NSDQ',
    ]);
  });

  it('leaves out and counts what is older than its last row', async () => {
    const recorder = begin();
    print('SPY', 100, 10);
    market.nowMs -= 10_000;
    print('SPY', 99, 10);
    await recorder.stop();
    expect(recorder.counts()).toEqual({ trades: 1, quotes: 0, late: 1 });
    expect(rowsOf('SPY_2026-03-02_trades.csv')).toHaveLength(1);
  });

  it('holds companies and daily bars of earlier sessions, and those of symbols recorded before', async () => {
    const signal = new AbortController().signal;
    await new Recorder({ market, symbols: ['SPY'], folder }).writeHistory(signal);
    await new Recorder({ market, symbols: ['AAPL'], folder }).writeHistory(signal);
    for (const part of ['daily', 'symbols'])
      expect(readdirSync(join(folder, part)).toSorted()).toEqual(['AAPL.csv', 'SPY.csv']);
    expect(readFileSync(join(folder, 'symbols', 'SPY.csv'), 'utf8')).toContain('SPY,SPY Inc.,NYSE,N,,,');
  });
});

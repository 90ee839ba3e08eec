import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startStandInAlpaca, type StandInAlpaca } from '../../../../tests/support/stand-in-alpaca.ts';
import { DAY_MS } from '../../../domain/calendar/durations.ts';
import { AlpacaSource } from './alpaca-source.ts';
import { AlpacaRest } from './rest-client.ts';

const NOW_MS = Date.UTC(2026, 4, 6, 16);
const TRADES = '/v2/stocks/trades';

let alpaca: StandInAlpaca;
const pausesMs: number[] = [];
beforeAll(async () => {
  alpaca = await startStandInAlpaca(NOW_MS);
});
afterAll(() => alpaca.close());
beforeEach(() => {
  alpaca.faults.clear();
  alpaca.switches.maxPoints = 10_000;
  alpaca.switches.breaksOff = 0;
  pausesMs.length = 0;
});

function sourceWith(change: { key?: string; dataUrl?: string } = {}): AlpacaSource {
  const { environment } = alpaca;
  const rest = new AlpacaRest({
    settings: {
      key: environment['TAPEDECK_ALPACA_KEY'] ?? '',
      secret: environment['TAPEDECK_ALPACA_SECRET'] ?? '',
      dataUrl: environment['TAPEDECK_ALPACA_DATA_URL'] ?? '',
      tradingUrl: environment['TAPEDECK_ALPACA_TRADING_URL'] ?? '',
      ...change,
    },
    limiter: { admit: async () => {}, pauseFor: (pauseMs) => void pausesMs.push(pauseMs) },
    wallMs: () => NOW_MS,
    retryMs: 1,
    timeoutMs: 2_000,
  });
  return new AlpacaSource(rest, { feed: 'iex' });
}

const minutesOf = (source: AlpacaSource) =>
  source.bars('AAPL', 'OneMinute', NOW_MS - 5 * DAY_MS, NOW_MS, 'visible');
const tradesOf = (source: AlpacaSource) => source.latestTrades('AAPL', NOW_MS - DAY_MS, 10);
/** Calls of a path while the work is done. */
async function callsDuring(path: string, work: () => Promise<unknown>): Promise<number> {
  const before = alpaca.calls.length;
  await work();
  return alpaca.calls.slice(before).filter((url) => url.startsWith(path)).length;
}

describe('a request to Alpaca', () => {
  it('reads a history over many pages, each bar once and in order', async () => {
    const whole = await minutesOf(sourceWith());
    alpaca.switches.maxPoints = 300;
    const inPages = await minutesOf(sourceWith());
    expect(whole.length).toBeGreaterThan(900);
    expect(inPages).toEqual(whole);
  });

  it('repeats a page whose answer broke off, and not those before it', async () => {
    alpaca.switches.maxPoints = 300;
    const whole = await minutesOf(sourceWith());
    const count = await callsDuring('/v2/stocks/bars', () => minutesOf(sourceWith()));
    alpaca.switches.breaksOff = 2;
    let bars: unknown;
    const withBreaks = await callsDuring(
      '/v2/stocks/bars',
      async () => (bars = await minutesOf(sourceWith())),
    );
    expect(bars).toEqual(whole);
    expect(withBreaks).toBe(count + 2);
  });

  it('waits as long as Alpaca wants after too many requests, then repeats the request', async () => {
    alpaca.faults.add(
      `GET ${TRADES}`,
      429,
      { message: 'too many requests' },
      { headers: { 'retry-after': '7' } },
    );
    const reset = String(NOW_MS / 1_000 + 20);
    alpaca.faults.add(`GET ${TRADES}`, 429, '<html>slow down</html>', {
      headers: { 'x-ratelimit-reset': reset },
    });
    expect(await tradesOf(sourceWith())).toHaveLength(1);
    expect(pausesMs).toEqual([7_000, 20_000]);
  });

  it('repeats a request that a page of HTML answered, and reports it when that stays so', async () => {
    alpaca.faults.add(`GET ${TRADES}`, 200, '<html>maintenance</html>');
    alpaca.faults.add(`GET ${TRADES}`, 503, '<html>unavailable</html>');
    expect(await tradesOf(sourceWith())).toHaveLength(1);
    alpaca.faults.add(`GET ${TRADES}`, 200, '<html>maintenance</html>', { times: 4 });
    await expect(tradesOf(sourceWith())).rejects.toMatchObject({
      failure: 'unreadable',
      message: "Alpaca's answer cannot be read (it is not JSON); try again later.",
    });
  });

  it('does not repeat what Alpaca refuses or rejects, and says why', async () => {
    expect(
      await callsDuring(TRADES, () =>
        expect(tradesOf(sourceWith({ key: 'wrong' }))).rejects.toMatchObject({
          failure: 'refused',
          message: expect.stringContaining('check TAPEDECK_ALPACA_KEY'),
        }),
      ),
    ).toBe(1);
    alpaca.faults.add(`GET ${TRADES}`, 422, { message: 'end should not be before start' });
    expect(
      await callsDuring(TRADES, () =>
        expect(tradesOf(sourceWith())).rejects.toMatchObject({
          failure: 'rejected',
          message: 'Alpaca rejects the request (status 422: end should not be before start).',
        }),
      ),
    ).toBe(1);
  });

  it('reports fields of a wrong type instead of passing them on', async () => {
    const trade = { t: 'yesterday', x: 'V', p: 1, s: 1, c: [], i: 1 };
    const body = { trades: { AAPL: [trade] }, next_page_token: null };
    alpaca.faults.add(`GET ${TRADES}`, 200, body, { times: 4 });
    await expect(tradesOf(sourceWith())).rejects.toMatchObject({ failure: 'unreadable' });
  });

  it('ends when pages repeat, and when nothing listens', async () => {
    const page = { bars: {}, next_page_token: 'again' };
    alpaca.faults.add('GET /v2/stocks/bars', 200, page, { times: 2 });
    await expect(minutesOf(sourceWith())).rejects.toMatchObject({ failure: 'unreadable' });
    await expect(tradesOf(sourceWith({ dataUrl: 'http://127.0.0.1:9' }))).rejects.toMatchObject({
      failure: 'unreachable',
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCRIPTED_SESSION, ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { callApi, createKey, type ApiAnswer } from './api-client.ts';

/** A Friday of the monthly cycle, and its options of SPY, which is at 660.01 an hour into Monday 2026-03-02. */
const MONTHLY = '2026-03-20';

interface ApiOption {
  readonly symbol: string;
  readonly right: 'Call' | 'Put';
  readonly strike: string;
  readonly bid: string | null;
  readonly ask: string | null;
  readonly impliedVolatility: number | null;
  readonly greeks: Readonly<Record<'delta' | 'gamma' | 'theta' | 'vega' | 'rho', number>> | null;
}

let server: TestServer<ScriptedMarket>;
let key: string;
beforeAll(async () => {
  const market = new ScriptedMarket([{ symbol: 'SPY', isEtf: true, sharesOutstanding: 1e9, dividend: 7 }]);
  market.print('SPY', 655, 60_000);
  market.beginSession(SCRIPTED_SESSION);
  market.nowMs += 3_600_000;
  market.show('SPY', [{ exchange: 'NSDQ', bid: [660, 500], ask: [660.02, 400] }]);
  market.print('SPY', 660, 100);
  server = await startTestServer({ market, keyRequests: { perKey: 1e6, perUser: 1e6 } });
  ({ key } = await createKey(server, server.user));
});
afterAll(() => server.end());

const get = (path: string): Promise<ApiAnswer> => callApi(server, `/api/v1/options/${path}`, key);
const chain = async (query: string): Promise<readonly ApiOption[]> =>
  (await get(`chain?symbol=SPY&expiration=${MONTHLY}&${query}`)).body.items;

describe('options through the API', () => {
  it('have expirations, ascending, weekly ones marked', async () => {
    const { items } = (await get('expirations?symbol=SPY')).body;
    expect(items).toContainEqual({ expiration: MONTHLY, isWeekly: false });
    expect(items.some(({ isWeekly }: { isWeekly: boolean }) => isWeekly)).toBe(true);
    const dates = items.map(({ expiration }: { expiration: string }) => expiration);
    expect(dates).toEqual(dates.toSorted());
  });

  it('have a chain by strike, whose greeks fit the place of the strike', async () => {
    const options = await chain('strikes=7');
    expect(options.map(({ right }) => right)).toEqual(
      Array.from({ length: 7 }, () => ['Call', 'Put']).flat(),
    );
    const calls = options.filter(({ right }) => right === 'Call');
    const strikes = calls.map(({ strike }) => Number(strike));
    expect(strikes).toEqual(strikes.toSorted((left, right) => left - right));
    const deltas = calls.map(({ greeks }) => greeks?.delta ?? Number.NaN);
    expect(deltas).toEqual(deltas.toSorted((left, right) => right - left));
    const [atTheMoney] = options.filter(({ strike }) => strike === '660.00');
    expect(atTheMoney).toMatchObject({ symbol: 'SPY260320C00660000', right: 'Call' });
    expect(atTheMoney?.greeks?.delta).toBeGreaterThan(0.45);
    expect(atTheMoney?.greeks?.delta).toBeLessThan(0.6);
    expect(atTheMoney?.greeks?.gamma).toBeGreaterThan(0);
    expect(atTheMoney?.greeks?.theta).toBeLessThan(0);
    expect(Number(atTheMoney?.bid)).toBeLessThan(Number(atTheMoney?.ask));
    expect((await get(`chain?symbol=SPY&expiration=${MONTHLY}`)).body.underlyingPrice).toBe('660.01');
  });

  it('are paged without a gap or a repetition, also of one right', async () => {
    const all = await chain('limit=1000');
    const found: string[] = [];
    let cursor = '';
    do {
      const { body } = await get(`chain?symbol=SPY&expiration=${MONTHLY}&limit=37${cursor}`);
      found.push(...body.items.map(({ symbol }: ApiOption) => symbol));
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
    } while (cursor !== '');
    expect(found).toEqual(all.map(({ symbol }) => symbol));
    const puts = await chain('limit=1000&right=Put');
    expect(puts.map(({ symbol }) => symbol)).toEqual(found.filter((symbol) => /P\d{8}$/.test(symbol)));
  });

  it.each([
    ['expirations?symbol=NOPE', 404, 'unknown_symbol', /./],
    ['chain?symbol=NOPE&expiration=2026-03-20', 404, 'unknown_symbol', /./],
    [
      'chain?symbol=SPY&expiration=2026-03-21',
      404,
      'unknown_expiration',
      /^SPY has no options that expire on 2026-03-21/,
    ],
    [
      'chain?symbol=SPY&expiration=March',
      400,
      'invalid_request',
      /^expiration: must be a date such as 2026-03-20$/,
    ],
    [
      'chain?symbol=SPY&expiration=2026-03-20&right=C',
      400,
      'invalid_request',
      /^right: must be Call or Put$/,
    ],
    ['chain?symbol=SPY', 400, 'invalid_request', /^expiration: missing$/],
  ])('refuse GET %s', async (path, status, code, message) => {
    const answer = await get(path);
    expect([answer.status, answer.body.error]).toEqual([
      status,
      { code, message: expect.stringMatching(message) },
    ]);
  });
});

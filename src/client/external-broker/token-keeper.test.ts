import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { MINIMAL_DELAY_MS, TokenKeeper } from './token-keeper.ts';

let clock: ManualClock;
let keeper: TokenKeeper;
let requests: string[];
let refreshed: number;
let lost: string[];
let answer: () => Promise<Response>;

const json = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const granted = (AccessToken: string, ExpiresIn: number) => () =>
  json({ Error: null, ErrorDescription: null, AccessToken, ExpiresIn });
const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};
const pass = async (ms: number) => {
  clock.advance(ms);
  await settle();
};

beforeEach(() => {
  clock = createManualClock();
  requests = [];
  refreshed = 0;
  lost = [];
  answer = granted('token-2', 1800);
  keeper = new TokenKeeper({
    clock,
    fetch: (path, init) => {
      requests.push(`${init?.method} ${path}`);
      return answer();
    },
    onRefreshed: () => void (refreshed += 1),
    onLost: (text) => lost.push(text),
  });
});

describe('the access token', () => {
  test('is refreshed 60 seconds before it ends, again and again', async () => {
    keeper.take('token-1', 1800);
    await pass(1_739_999);
    expect(requests).toEqual([]);
    await pass(1);
    expect([requests, keeper.accessToken(), refreshed]).toEqual([
      ['POST /api/ExternalBroker/RefreshToken'],
      'token-2',
      1,
    ]);
    await pass(1_740_000);
    expect(requests).toHaveLength(2);
  });

  test.each([[60], [30], [5], [0]])(
    'with %i seconds left is refreshed after a minimal delay',
    async (seconds) => {
      keeper.take('token-1', seconds);
      await pass(MINIMAL_DELAY_MS);
      expect(requests).toHaveLength(1);
    },
  );

  test('that never lives as long as the lead is refreshed at half its life, not without end', async () => {
    answer = granted('short', 30);
    keeper.take('token-1', 1);
    await pass(MINIMAL_DELAY_MS);
    await pass(14_999);
    expect(requests).toHaveLength(1);
    await pass(1);
    expect(requests).toHaveLength(2);
    answer = granted('dead', 0);
    await pass(15_000);
    await pass(999);
    expect(requests).toHaveLength(3);
  });

  test('is requested once for all callers, and not when another one came meanwhile', async () => {
    keeper.take('token-1', 1800);
    expect(
      await Promise.all([keeper.renew('token-1'), keeper.renew('token-1'), keeper.renew('token-1')]),
    ).toEqual([true, true, true]);
    expect(requests).toHaveLength(1);
    expect(await keeper.renew('token-1')).toBe(true);
    expect(requests).toHaveLength(1);
  });

  test.each([
    [
      {
        Error: 'refresh_token_authentication_error',
        ErrorDescription: 'long words',
        AccessToken: null,
        ExpiresIn: 0,
      },
      'Exception while authenticating refresh token',
    ],
    [
      { Error: 'invalid_grant', ErrorDescription: 'The token is over', AccessToken: null, ExpiresIn: 0 },
      'The token is over',
    ],
    [{ odd: true }, 'The login at the broker could not be renewed.'],
  ])('that is refused is gone, with words: %j', async (body, text) => {
    answer = () => json(body);
    keeper.take('token-1', 1800);
    expect(await keeper.renew('token-1')).toBe(false);
    expect([lost, keeper.accessToken(), clock.timerCount()]).toEqual([[text], null, 0]);
  });

  test.each([
    ['is away', () => Promise.reject(new TypeError('fetch failed'))],
    ['fails', () => json({ Error: 'x' }, 500)],
  ])('stays while our server %s, and is requested again', async (_case, failure) => {
    answer = failure;
    keeper.take('token-1', 1800);
    expect(await keeper.renew('token-1')).toBe(false);
    expect([lost, keeper.accessToken()]).toEqual([[], 'token-1']);
    answer = granted('token-2', 1800);
    await pass(15_000);
    expect(keeper.accessToken()).toBe('token-2');
  });

  test('that was forgotten does not come back with a late answer', async () => {
    let deliver: (response: Response) => void = () => {};
    answer = () => new Promise((resolve) => (deliver = resolve));
    keeper.take('token-1', 1800);
    const renewed = keeper.renew('token-1');
    keeper.forget();
    deliver(
      new Response(
        JSON.stringify({ Error: null, ErrorDescription: null, AccessToken: 'late', ExpiresIn: 1800 }),
      ),
    );
    expect(await renewed).toBe(false);
    expect([keeper.accessToken(), clock.timerCount(), refreshed]).toEqual([null, 0, 0]);
  });
});

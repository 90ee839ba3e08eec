import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startStandInBroker, type StandInBroker } from './stand-in.ts';

const CALLBACK = 'http://127.0.0.1:1/api/ExternalBroker/callback';
const order = {
  session: 'NORMAL',
  duration: 'DAY',
  orderStrategyType: 'SINGLE',
  orderType: 'LIMIT',
  price: '10.00',
  orderLegCollection: [
    { instruction: 'BUY', quantity: 10, instrument: { symbol: 'AMD', assetType: 'EQUITY' } },
  ],
};

let broker: StandInBroker;
let nowMs: number;
let quote: { bid: number; ask: number };
beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 20, 15);
  quote = { bid: 10, ask: 10.02 };
  broker = await startStandInBroker({
    key: 'k',
    secret: 's',
    callbacks: [CALLBACK],
    quoteOf: (symbol) => (symbol === 'AMD' ? quote : undefined),
    nowMs: () => nowMs,
  });
});
afterEach(() => broker.close());

const token = (form: Record<string, string>, login = 'k:s') =>
  fetch(`${broker.url}/v1/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
    body: new URLSearchParams(form),
  });
async function newCode(): Promise<string> {
  broker.switches.allowsAtOnce = true;
  const response = await fetch(
    `${broker.url}/v1/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: 'k', redirect_uri: CALLBACK, state: 'abc' })}`,
    { redirect: 'manual' },
  );
  const address = new URL(response.headers.get('location') ?? '');
  expect(address.searchParams.get('state')).toBe('abc');
  return address.searchParams.get('code') ?? '';
}
async function signIn(): Promise<{ access_token: string; refresh_token: string }> {
  const answer: unknown = await (
    await token({ grant_type: 'authorization_code', code: await newCode(), redirect_uri: CALLBACK })
  ).json();
  expect(answer).toMatchObject({ expires_in: 1800, token_type: 'Bearer', scope: 'api' });
  // The shape was just checked as far as this test needs it.
  return answer as { access_token: string; refresh_token: string };
}
const call = (method: string, path: string, bearer: string, body?: unknown) =>
  fetch(`${broker.url}/trader/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const hash = () => broker.book.accounts[0]?.hashValue ?? '';

describe('the stand-in broker: OAuth', () => {
  it('never redirects to a callback that was not registered, nor lets an unknown application in', async () => {
    for (const change of [
      { redirect_uri: 'https://evil.example/' },
      { client_id: 'other' },
      { response_type: 'token' },
    ]) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: 'k',
        redirect_uri: CALLBACK,
        ...change,
      });
      for (const method of ['GET', 'POST']) {
        const response = await fetch(
          `${broker.url}/v1/oauth/authorize${method === 'GET' ? `?${query}` : ''}`,
          { method, redirect: 'manual', ...(method === 'POST' ? { body: query } : {}) },
        );
        expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      }
    }
  });
  it('writes the request into its page without letting it become a tag', async () => {
    const page = await (
      await fetch(
        `${broker.url}/v1/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: 'k', redirect_uri: CALLBACK, state: '"><script>x</script>' })}`,
      )
    ).text();
    expect(page).not.toContain('<script>');
  });
  it("takes a code once, within 30 seconds, and only with the application's secret", async () => {
    const code = await newCode();
    expect(
      (await token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK }, 'k:wrong')).status,
    ).toBe(401);
    expect((await token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })).status).toBe(
      200,
    );
    expect((await token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })).status).toBe(
      400,
    );
    const late = await newCode();
    nowMs += 31_000;
    expect(
      (await token({ grant_type: 'authorization_code', code: late, redirect_uri: CALLBACK })).status,
    ).toBe(400);
  });
  it('refreshes for seven days from the login, and hides the reason of a refusal in its description', async () => {
    const { refresh_token } = await signIn();
    nowMs += 6 * 86_400_000;
    expect((await token({ grant_type: 'refresh_token', refresh_token })).status).toBe(200);
    nowMs += 86_400_000;
    const refused = await token({ grant_type: 'refresh_token', refresh_token });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      {
        error: 'unsupported_token_type',
        error_description: expect.stringMatching(
          /^400 Bad Request: "\{.*"error":"refresh_token_authentication_error"\}"$/,
        ),
      },
    ]);
  });
  it('takes access tokens for 30 minutes', async () => {
    const { access_token } = await signIn();
    expect((await call('GET', '/accounts/accountNumbers', access_token)).status).toBe(200);
    nowMs += 1_800_000;
    const refused = await call('GET', '/accounts/accountNumbers', access_token);
    expect([refused.status, await refused.json()]).toMatchObject([
      401,
      { errors: [{ status: 401, title: 'Unauthorized' }] },
    ]);
  });
});

describe('the stand-in broker: orders', () => {
  it.each([
    ['fractions', { orderLegCollection: [{ ...order.orderLegCollection[0], quantity: 0.5 }] }],
    ['no price', { price: undefined }],
    ['a price it has no use for', { orderType: 'MARKET' }],
    ['a duration it does not take', { duration: 'FILL_OR_KILL' }],
    ['requestedDestination', { requestedDestination: 'AUTO' }],
    [
      'an instruction for options',
      { orderLegCollection: [{ ...order.orderLegCollection[0], instruction: 'BUY_TO_OPEN' }] },
    ],
    [
      'an option without padding',
      {
        orderLegCollection: [
          {
            instruction: 'BUY_TO_OPEN',
            quantity: 1,
            instrument: { symbol: 'AMD260821C00010000', assetType: 'OPTION' },
          },
        ],
      },
    ],
  ])('refuses an order with %s', async (_case, change) => {
    const { access_token } = await signIn();
    const refused = await call('POST', `/accounts/${hash()}/orders`, access_token, { ...order, ...change });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { message: expect.any(String), errors: expect.any(Array) },
    ]);
  });

  it('fills a limit order when the price comes, and says so in the account', async () => {
    const { access_token } = await signIn();
    const placed = await call('POST', `/accounts/${hash()}/orders`, access_token, order);
    const path = new URL(placed.headers.get('location') ?? '').pathname.replace('/trader/v1', '');
    expect(placed.status).toBe(201);
    const statusNow = async () => {
      broker.book.step();
      const { status } = v(await (await call('GET', path, access_token)).json());
      return status;
    };
    expect([await statusNow(), await statusNow()]).toEqual(['WORKING', 'WORKING']);
    quote = { bid: 9.9, ask: 9.95 };
    expect(await statusNow()).toBe('FILLED');
    expect(await (await call('GET', path, access_token)).json()).toMatchObject({
      filledQuantity: 10,
      remainingQuantity: 0,
      accountNumber: 70_000_001,
      orderActivityCollection: [{ executionType: 'FILL', executionLegs: [{ price: 9.95, quantity: 10 }] }],
    });
    expect(
      await (await call('GET', `/accounts/${hash()}?fields=positions`, access_token)).json(),
    ).toMatchObject({
      securitiesAccount: {
        positions: [
          { longQuantity: 10, shortQuantity: 0, averagePrice: 9.95, instrument: { symbol: 'AMD' } },
        ],
      },
    });
    expect((await call('DELETE', path, access_token)).status).toBe(400);
  });

  it('triggers a stop when the market gets there', async () => {
    const { access_token } = await signIn();
    await call('POST', `/accounts/${hash()}/orders`, access_token, {
      ...order,
      orderType: 'STOP',
      price: undefined,
      stopPrice: '11.00',
    });
    for (let step = 0; step < 3; step += 1) broker.book.step();
    expect(broker.book.orders(broker.book.accounts[0] ?? fail()).map(({ status }) => status)).toEqual([
      'WORKING',
    ]);
    quote = { bid: 11, ask: 11.02 };
    broker.book.step();
    expect(broker.book.orders(broker.book.accounts[0] ?? fail()).map(({ status }) => status)).toEqual([
      'FILLED',
    ]);
  });

  it('wants times with milliseconds and Z, and windows of 60 days', async () => {
    const { access_token } = await signIn();
    const list = async (from: string, to: string) =>
      (
        await call(
          'GET',
          `/accounts/${hash()}/orders?${new URLSearchParams({ fromEnteredTime: from, toEnteredTime: to })}`,
          access_token,
        )
      ).status;
    expect(await list('2026-10-01T00:00:00.000Z', '2026-11-20T00:00:00.000Z')).toBe(200);
    expect(await list('2026-10-01T00:00:00Z', '2026-11-20T00:00:00.000Z')).toBe(400);
    expect(await list('2026-01-01T00:00:00.000Z', '2026-11-20T00:00:00.000Z')).toBe(400);
  });
});

function v(value: unknown): { status: unknown } {
  return typeof value === 'object' && value !== null && 'status' in value
    ? { status: value.status }
    : { status: undefined };
}

function fail(): never {
  throw new Error('The broker has no account.');
}

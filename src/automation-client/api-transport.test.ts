import { describe, expect, it } from 'vitest';
import { ApiTransport, type ClientOptions } from './api-transport.ts';
import { TapedeckError } from './tapedeck-error.ts';

interface SentRequest {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Headers;
  readonly body: unknown;
}

type Answer = (signal: AbortSignal) => Promise<Response>;

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
const refusal = (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  answer(status, { error: { code, message: `Refused: ${code}` } }, headers);
const lost: Answer = () => Promise.reject(new TypeError('fetch failed'));
const silent: Answer = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
const ACCEPTED = answer(201, { orderId: '1' });
const EMPTY = answer(200, { items: [], unknown: [] });
const ORDER = { account: 'A', symbol: 'SPY', side: 'Buy', quantity: 1, type: 'Market' } as const;

/** A transport whose requests get the answers in turn, and whose waits are over at once. */
function scripted(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const requests: SentRequest[] = [];
  const waitsMs: number[] = [];
  const left = [...answers];
  const transport = new ApiTransport(
    {
      url: 'https://tapedeck.example/trade/',
      key: 'tdk_id_secret',
      fetch: (url, init) => {
        requests.push({
          url: String(url),
          method: init?.method,
          headers: new Headers(init?.headers),
          body: init?.body,
        });
        const next = left.shift();
        if (next === undefined) throw new Error('The test has no further answer.');
        return next(init?.signal ?? new AbortController().signal);
      },
      ...options,
    },
    async (ms) => void waitsMs.push(ms),
  );
  return { transport, requests, waitsMs };
}

/** The error of a call that must fail. */
async function failureOf(work: Promise<unknown>): Promise<TapedeckError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TapedeckError)) throw new Error(`no TapedeckError: ${String(error)}`);
  return error;
}

const sendOrder = ({ transport }: ReturnType<typeof scripted>) =>
  transport.call('orderSend', { params: {}, body: ORDER });
const readQuotes = ({ transport }: ReturnType<typeof scripted>, signal?: AbortSignal) =>
  transport.call('quotes', { params: { symbols: 'SPY,BRK.B' }, ...(signal ? { signal } : {}) });

describe('a request', () => {
  it('has the path prefix of the address, the query and the key', async () => {
    const world = scripted([EMPTY]);
    await readQuotes(world);
    expect(world.requests).toMatchObject([
      { url: 'https://tapedeck.example/trade/api/v1/quotes?symbols=SPY%2CBRK.B', method: 'GET' },
    ]);
    expect(world.requests[0]?.headers.get('authorization')).toBe('Bearer tdk_id_secret');
  });

  it('has path parameters in the path, escaped', async () => {
    const world = scripted([answer(200, {})]);
    await world.transport.call('orderCancel', { params: { orderId: '7/../8', account: 'A' } });
    expect(world.requests).toMatchObject([
      { url: 'https://tapedeck.example/trade/api/v1/orders/7%2F..%2F8?account=A', method: 'DELETE' },
    ]);
  });

  it.each([
    '',
    'tapedeck.example',
    'ftp://tapedeck.example',
    'https://user@tapedeck.example',
    'https://tapedeck.example/?a=1',
  ])('is not made to the address %j', (url) => {
    expect(() => scripted([], { url })).toThrow(TapedeckError);
  });

  it.each(['', 'secret', 'tdk_', 'tdk_with space'])('is not made with the key %j', (key) => {
    expect(() => scripted([], { key })).toThrow(/begins with tdk_/);
  });
});

describe('a refused call', () => {
  it('rejects with code, status, message and order error', async () => {
    const body = { error: { code: 'order_rejected', message: 'Buying power', orderErrorCode: -67 } };
    const error = await failureOf(sendOrder(scripted([answer(422, body)])));
    expect(error).toMatchObject({
      code: 'order_rejected',
      status: 422,
      message: 'Buying power',
      orderErrorCode: -67,
      retryAfterMs: undefined,
    });
  });

  it.each([
    [502, '<html>Bad gateway</html>'],
    [404, { message: 'Not found' }],
    [200, 'fine'],
  ])('that is not of this API is reported as such: %d %j', async (status, body) => {
    const error = await failureOf(readQuotes(scripted([answer(status, body)])));
    expect(error).toMatchObject({ code: 'unexpected_answer', status });
  });

  it('never has the key in its message', async () => {
    const world = scripted([lost], { maxWaitMs: 0 });
    expect((await failureOf(readQuotes(world))).message).not.toContain('tdk_');
  });
});

describe('a call that waits', () => {
  it('repeats after the time that the server states', async () => {
    const world = scripted([refusal(429, 'rate_limited', { 'retry-after': '12' }), EMPTY]);
    expect(await readQuotes(world)).toEqual({ items: [], unknown: [] });
    expect(world.waitsMs).toEqual([12_000]);
  });

  it('waits for the end of the minute when only the rate headers state it', async () => {
    const world = scripted([refusal(429, 'rate_limited', { 'ratelimit-reset': '9' }), EMPTY]);
    await readQuotes(world);
    expect(world.waitsMs).toEqual([9000]);
  });

  it('waits a second at least', async () => {
    const world = scripted([refusal(503, 'unavailable', { 'retry-after': '0' }), EMPTY]);
    await readQuotes(world);
    expect(world.waitsMs).toEqual([1000]);
  });

  it('fails when the waits would be longer than permitted in sum', async () => {
    const busy = refusal(429, 'rate_limited', { 'retry-after': '4' });
    const world = scripted([busy, busy, busy], { maxWaitMs: 10_000 });
    expect(await failureOf(readQuotes(world))).toMatchObject({ code: 'rate_limited', retryAfterMs: 4000 });
    expect(world.waitsMs).toEqual([4000, 4000]);
  });

  it('fails at once when it may not wait', async () => {
    const world = scripted([refusal(429, 'rate_limited', { 'retry-after': '4' })], { maxWaitMs: 0 });
    expect(await failureOf(readQuotes(world))).toMatchObject({ status: 429 });
  });

  it('does not repeat wrong keys, and nothing that the server has refused for good', async () => {
    for (const [status, code] of [
      [429, 'too_many_wrong_keys'],
      [401, 'revoked_key'],
      [422, 'order_rejected'],
    ] as const) {
      const world = scripted([refusal(status, code, { 'retry-after': '1' })]);
      expect((await failureOf(sendOrder(world))).code).toBe(code);
      expect(world.waitsMs).toEqual([]);
    }
  });

  it('repeats a cancel that was not tried, since an outage says that nothing was done', async () => {
    const world = scripted([refusal(503, 'unavailable', { 'retry-after': '5' }), answer(200, {})]);
    await world.transport.call('orderCancel', { params: { orderId: '7' } });
    expect(world.waitsMs).toEqual([5000]);
  });
});

describe('a call without an answer', () => {
  it('is repeated with the same Idempotency-Key, so that an order is sent once', async () => {
    const world = scripted([lost, refusal(503, 'unavailable', { 'retry-after': '5' }), ACCEPTED]);
    expect(await sendOrder(world)).toEqual({ orderId: '1' });
    const keys = world.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^tc-[\da-f]{32}$/);
    expect(new Set(keys)).toEqual(new Set([keys[0]]));
    expect(new Set(world.requests.map(({ body }) => body))).toEqual(new Set([JSON.stringify(ORDER)]));
  });

  it('has a key of its own for each order, or the one that the program states', async () => {
    const world = scripted([ACCEPTED, ACCEPTED, ACCEPTED]);
    await sendOrder(world);
    await sendOrder(world);
    await world.transport.call('orderSend', { params: {}, body: ORDER, idempotencyKey: 'mine' });
    const keys = world.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect([new Set(keys).size, keys[2]]).toEqual([3, 'mine']);
  });

  it('fails after three attempts', async () => {
    const world = scripted([lost, lost, lost]);
    expect(await failureOf(readQuotes(world))).toMatchObject({ code: 'unreachable', status: 0 });
    expect(world.waitsMs).toEqual([500, 1000]);
  });

  it('is not repeated for a cancel, which may have been done', async () => {
    const world = scripted([lost]);
    const work = world.transport.call('orderCancel', { params: { orderId: '7' } });
    expect((await failureOf(work)).message).toMatch(/may have been carried out: read again what it changes/);
  });

  it('ends at its time limit', async () => {
    const world = scripted([silent], { timeoutMs: 5, maxWaitMs: 0 });
    expect(await failureOf(readQuotes(world))).toMatchObject({ code: 'timed_out' });
  });

  it('ends with the reason of its signal, and makes no request under an aborted one', async () => {
    const reason = new Error('no longer needed');
    const controller = new AbortController();
    const world = scripted([silent]);
    const work = readQuotes(world, controller.signal);
    controller.abort(reason);
    await expect(work).rejects.toBe(reason);
    await expect(readQuotes(world, controller.signal)).rejects.toBe(reason);
    expect(world.requests).toHaveLength(1);
  });

  it('ends its wait with the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('no longer needed');
    const transport = new ApiTransport({
      url: 'https://tapedeck.example',
      key: 'tdk_id_secret',
      fetch: async (...[, init]) => {
        queueMicrotask(() => setTimeout(() => controller.abort(reason)));
        return refusal(429, 'rate_limited', { 'retry-after': '50' })(init?.signal ?? controller.signal);
      },
    });
    const work = transport.call('clock', { params: {}, signal: controller.signal });
    await expect(work).rejects.toBe(reason);
  });
});

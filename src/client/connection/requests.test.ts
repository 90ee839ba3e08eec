import { beforeEach, describe, expect, test } from 'vitest';
import type { MessageName } from '../../protocol/index.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { REQUEST_TIMEOUT_MS, Requests } from './requests.ts';

let clock: ManualClock;
let sent: { name: MessageName; body: unknown }[];
let requests: Requests;
const item = (Symbol: string) => ({ Symbol, Info: '', Exchange: '' });

beforeEach(() => {
  clock = createManualClock();
  sent = [];
  requests = new Requests({ sendReady: (name, body) => sent.push({ name, body }) > 0 }, clock);
});

describe('requests of the data socket', () => {
  test('each answer is matched with its request, and chunks are joined', async () => {
    const first = requests.ask('lookup', { Query: 'a', MaxResults: 40 });
    const second = requests.ask('lookup', { Query: 'b', MaxResults: 40 });
    requests.answer({ Id: 2, Result: 'Ok', HasMore: true, Items: [item('B1')] });
    requests.answer({ Id: 1, Result: 'Ok', HasMore: false, Items: [item('A1')] });
    requests.answer({ Id: 2, Result: 'Ok', HasMore: false, Items: [item('B2')] });
    expect((await first).map(({ Symbol }) => Symbol)).toEqual(['A1']);
    expect((await second).map(({ Symbol }) => Symbol)).toEqual(['B1', 'B2']);
  });

  test('a lost socket starts a half-answered request from the beginning', async () => {
    const answered = requests.ask('lookup', { Query: 'a', MaxResults: 40 });
    requests.answer({ Id: 1, Result: 'Ok', HasMore: true, Items: [item('A1')] });
    requests.onReady();
    requests.answer({ Id: 1, Result: 'Ok', HasMore: false, Items: [item('A1')] });
    expect(await answered).toHaveLength(1);
    expect(sent.map(({ name }) => name)).toEqual(['lookup', 'lookup']);
  });

  test.each([
    [{ Result: 'Timeout' as const }, 'Timeout has occured loading data'],
    [{ Result: 'Error' as const, Error: 'Symbol not found' }, 'Symbol not found'],
    [{ Result: 'Error' as const }, 'The server could not answer this request.'],
  ])('an answer %j fails the request', async (answer, message) => {
    const answered = requests.ask('bbo', { Symbol: 'A' });
    requests.answer({ Id: 1, HasMore: false, Items: [], ...answer });
    await expect(answered).rejects.toThrow(message);
  });

  test('an unfinished request times out after 30 seconds, and the server is notified', async () => {
    const answered = requests.ask('bbo', { Symbol: 'A' });
    const outcome = expect(answered).rejects.toThrow('Timeout has occured loading data');
    clock.advance(REQUEST_TIMEOUT_MS - 1);
    expect(sent).toHaveLength(1);
    clock.advance(1);
    await outcome;
    expect(sent.at(-1)).toEqual({ name: 'cancelRequest', body: { Id: 1 } });
    expect(clock.timerCount()).toBe(0);
  });

  test('timeouts are checked every quarter of 30 seconds', async () => {
    const first = requests.ask('bbo', { Symbol: 'A' });
    const firstOutcome = expect(first).rejects.toThrow('Timeout');
    clock.advance(1_000);
    const second = requests.ask('bbo', { Symbol: 'B' });
    const secondOutcome = expect(second).rejects.toThrow('Timeout');
    clock.advance(29_000);
    await firstOutcome;
    clock.advance(7_499);
    expect(clock.timerCount()).toBe(1);
    clock.advance(1);
    await secondOutcome;
    expect(clock.timerCount()).toBe(0);
  });

  test('an aborted request is cancelled at the server and its late answer ignored', async () => {
    const abort = new AbortController();
    const answered = requests.ask('bbo', { Symbol: 'A' }, abort.signal);
    const outcome = expect(answered).rejects.toMatchObject({ name: 'AbortError' });
    abort.abort();
    requests.answer({ Id: 1, Result: 'Ok', HasMore: false, Items: [] });
    await outcome;
    expect(sent.map(({ name }) => name)).toEqual(['bbo', 'cancelRequest']);
    await expect(requests.ask('bbo', { Symbol: 'A' }, abort.signal)).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(sent).toHaveLength(2);
  });
});

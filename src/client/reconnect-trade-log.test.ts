import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Body } from '../protocol/index.ts';
import { FAKE_EXCHANGE_MS, startFakeServer, type FakeServer } from '../../tests/client/fake-server.ts';
import { createPlatform } from './create-platform.ts';
import { report } from './testing/fixtures.ts';
import type { Platform } from './types.ts';
import { until } from '../../tests/support/until.ts';

let server: FakeServer;
let platform: Platform;
/** What answers each request for the trade log. */
let answer: () => void;
let requests: Body<'accountDataRequest'>[];

const reportOf = (Serial: number) =>
  report({ Serial, Account: 'L-1', ClientId: `ord${Serial}`, Timestamp: FAKE_EXCHANGE_MS + Serial });
const history = (HasMore: boolean, ...serials: number[]) =>
  server.send('trading', 'historyTrades', { Account: 'L-1', Items: serials.map(reportOf), HasMore });
const serials = () => platform.orders.get().log.map(({ Serial }) => Serial);

beforeEach(async () => {
  server = await startFakeServer();
  server.stored.DefaultAccount = 'L-1';
  requests = [];
  server.on('accountDataRequest', (body) => {
    requests.push(body);
    answer();
  });
  platform = createPlatform({ baseUrl: 'http://127.0.0.1:1', fetch: server.fetch, reconnectMs: 30 });
});
afterEach(async () => {
  platform.dispose();
  await server.close();
});

test('a live account that comes back requests the trade log from the newest report that it has', async () => {
  answer = () => history(false, 1, 2);
  await platform.session.login('u1', 'right');
  await until(() => expect(serials()).toEqual([2, 1]));
  expect(requests.map(({ Known }) => Known)).toEqual([undefined]);
  server.send('trading', 'executionReport', reportOf(3));
  await until(() => expect(serials()).toEqual([3, 2, 1]));
  answer = () => history(false);
  server.drop('trading');
  await until(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.Known).toEqual({ Serial: 3, ClientId: 'ord3', Timestamp: FAKE_EXCHANGE_MS + 3 });
  expect(serials()).toEqual([3, 2, 1]);
});

test('a trade log that was cut off is requested whole', async () => {
  answer = () => history(true, 1);
  await platform.session.login('u1', 'right');
  await until(() => expect(serials()).toEqual([1]));
  server.drop('trading');
  await until(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.Known).toBeUndefined();
});

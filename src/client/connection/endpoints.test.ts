import { expect, onTestFinished, test } from 'vitest';
import { addClosings, sessionOn } from '../../domain/calendar/us-equity.ts';
import { createEndpoints } from './endpoints.ts';
import { createHttpApi } from './http-api.ts';

test('uses the paths that the server names, at its own address', async () => {
  const SocketPaths = { Trading: '/ws/trading', Streaming: '/ws/streaming', Data: '/ws/data' };
  const api = createHttpApi({
    baseUrl: 'https://tapedeck.example:8443',
    cookieMode: 'jar',
    fetch: async () =>
      Response.json({
        TradingPort: 1,
        StreamingPort: 2,
        DataPort: 3,
        SocketPaths,
        Market: 'm',
        Version: '0',
      }),
  });
  const endpoints = createEndpoints(api, ['https://tapedeck.example:8443']);
  expect(await endpoints('trading', 0)).toBe('wss://tapedeck.example:8443/ws/trading');
  expect(await endpoints('streaming', 1)).toBe('wss://tapedeck.example:8443/ws/streaming');
  expect(await endpoints('data', 2)).toBe('wss://tapedeck.example:8443/ws/data');
});

test('each attempt requests the addresses of the sockets from the next server of the list, once', async () => {
  const requested: string[] = [];
  const api = createHttpApi({
    baseUrl: 'http://one.example:8080',
    cookieMode: 'jar',
    async fetch(input) {
      requested.push(String(input));
      if (String(input).includes('two')) throw new TypeError('unreachable');
      return Response.json({ TradingPort: 1, StreamingPort: 2, DataPort: 3, Market: 'm', Version: '0' });
    },
  });
  const endpoints = createEndpoints(api, ['http://one.example:8080', 'https://two.example']);
  expect(await endpoints('trading', 0)).toBe('ws://one.example:1/web-desktop');
  expect(requested).toEqual(['http://one.example:8080/api/config']);
  // A server that does not answer has its sockets on the next three ports.
  expect(await endpoints('data', 1)).toBe('wss://two.example:446/');
  expect(await endpoints('streaming', 2)).toBe('ws://one.example:2/');
  expect(requested).toEqual(['http://one.example:8080/api/config', 'https://two.example/api/config']);
  await expect(createEndpoints(api, [])('data', 0)).rejects.toThrow('empty');
});

test('adds the closings of the server to the calendar', async () => {
  onTestFinished(() => addClosings([]));
  const api = createHttpApi({
    baseUrl: 'http://closed.example',
    cookieMode: 'jar',
    fetch: async () =>
      Response.json({
        TradingPort: 1,
        StreamingPort: 2,
        DataPort: 3,
        Market: 'm',
        Version: '0',
        Closings: [{ Date: '2027-03-04', ClosesAt: null, Reason: 'Day of mourning' }],
      }),
  });
  expect(sessionOn('2027-03-04')).not.toBeNull();
  await createEndpoints(api, ['http://closed.example'])('trading', 0);
  expect(sessionOn('2027-03-04')).toBeNull();
});

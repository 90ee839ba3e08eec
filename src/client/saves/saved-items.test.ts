import { beforeEach, expect, test } from 'vitest';
import { createHttpApi } from '../connection/http-api.ts';
import { createSavedItems } from './saved-items.ts';

let requests: { url: string; body: unknown; authorization: string | null }[];
let answer: unknown;
let isDemo: boolean;

const api = createHttpApi({
  baseUrl: 'http://server.example',
  cookieMode: 'jar',
  async fetch(input, init) {
    requests.push({
      url: String(input),
      body: JSON.parse(String(init?.body)),
      authorization: new Headers(init?.headers).get('authorization'),
    });
    return Response.json(answer);
  },
});
const saves = createSavedItems({ api, user: () => ({ token: 'token', isDemo }) });

beforeEach(() => {
  requests = [];
  isDemo = false;
});

test('lists the saves of one tool, and all of them by tool', async () => {
  answer = [{ Id: 1, Name: 'Tech' }];
  expect(await saves.list('MarketView')).toEqual([{ id: 1, name: 'Tech' }]);
  answer = { MarketView: [{ Id: 1, Name: 'Tech' }], Chart: [] };
  expect(await saves.lists()).toEqual(
    new Map([
      ['MarketView', [{ id: 1, name: 'Tech' }]],
      ['Chart', []],
    ]),
  );
  expect(requests).toEqual([
    { url: 'http://server.example/api/Settings/List/MarketView', body: {}, authorization: 'Bearer token' },
    { url: 'http://server.example/api/Settings/Lists/', body: {}, authorization: 'Bearer token' },
  ]);
});

test('saves any JSON under a name, over an older save when its id is given', async () => {
  answer = { Id: 4, Name: 'A & B/é' };
  expect(await saves.save('MarketView', 'A & B/é', { rows: [1] })).toEqual({ id: 4, name: 'A & B/é' });
  await saves.save('MarketView', 'A & B/é', null, 4);
  expect(
    requests.map(({ url, body }) => [
      new URL(url).pathname,
      Object.fromEntries(new URL(url).searchParams),
      body,
    ]),
  ).toEqual([
    ['/api/Settings/Save/MarketView', { name: 'A & B/é' }, { rows: [1] }],
    ['/api/Settings/Save/MarketView', { name: 'A & B/é', settingId: '4' }, null],
  ]);
});

test('loads the data as it was saved, and deletes', async () => {
  answer = { rows: [1] };
  expect(await saves.load(4)).toEqual({ rows: [1] });
  answer = 'alerts as JSON text';
  expect(await saves.load(4)).toBe('alerts as JSON text');
  answer = {};
  await saves.remove(4);
  expect(requests.map(({ url }) => url)).toEqual([
    'http://server.example/api/Settings/Load/4',
    'http://server.example/api/Settings/Load/4',
    'http://server.example/api/Settings/Delete/4',
  ]);
});

test('an Error in the answer is thrown with its words', async () => {
  answer = { Error: 'There is no such save.' };
  for (const call of [
    () => saves.list('Chart'),
    () => saves.lists(),
    () => saves.save('Chart', 'n', 1),
    () => saves.load(1),
    () => saves.remove(1),
  ])
    await expect(call()).rejects.toThrow('There is no such save.');
});

test('a demo session may look but neither save nor delete', async () => {
  isDemo = true;
  answer = [];
  expect(await saves.list('Chart')).toEqual([]);
  await expect(saves.save('Chart', 'n', 1)).rejects.toThrow('Saving is not supported during Demo Session');
  await expect(saves.remove(1)).rejects.toThrow('Deleting is not supported during Demo Session');
  expect(requests).toHaveLength(1);
});

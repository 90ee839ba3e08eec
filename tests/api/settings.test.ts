import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeConflictBody } from '../../src/protocol/index.ts';
import * as v from 'valibot';
import { startTestServer, type TestServer } from '../support/server.ts';
import { connect, openAccount } from './wire-client.ts';

let server: TestServer;
let jwt: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ jwt } = await openAccount(server.ports, server.user));
});
afterAll(() => server.end());

async function post(path: string, body?: unknown, token = jwt): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const saved = v.object({ Id: v.number(), Name: v.string() });
async function save(
  toolType: string,
  name: string,
  data: unknown,
  settingId?: number,
): Promise<v.InferOutput<typeof saved>> {
  const query = new URLSearchParams({
    name,
    ...(settingId === undefined ? {} : { settingId: String(settingId) }),
  });
  const answer = await post(`/api/Settings/Save/${toolType}?${query}`, data);
  expect(answer.status).toBe(200);
  return v.parse(saved, answer.body);
}

async function demoToken(): Promise<string> {
  const client = await connect('trading', server.ports);
  client.send('demoStart', {});
  return (await client.next('loginSuccess')).JWT;
}

describe('saves of the tools', () => {
  it('are saved, listed by tool and all together, loaded, replaced and deleted', async () => {
    const data = { Symbols: ['AAPL', 'MSFT'], Sort: { By: 'Last', Asc: false } };
    const tech = await save('MarketView', 'Tech & more', data);
    const banks = await save('MarketView', 'Banks', { Symbols: [] });
    const alerts = await save('PriceAlerts', 'Tech & more', [1]);
    expect((await post('/api/Settings/List/MarketView')).body).toEqual([banks, tech]);
    expect((await post('/api/Settings/List/Chart')).body).toEqual([]);
    expect((await post('/api/Settings/Lists/', {})).body).toEqual({
      MarketView: [banks, tech],
      PriceAlerts: [alerts],
    });
    expect((await post(`/api/Settings/Load/${tech.Id}`)).body).toEqual(data);
    expect(await save('MarketView', 'Tech', { Symbols: ['NVDA'] }, tech.Id)).toEqual({
      Id: tech.Id,
      Name: 'Tech',
    });
    expect((await post(`/api/Settings/Load/${tech.Id}`)).body).toEqual({ Symbols: ['NVDA'] });
    expect(await post(`/api/Settings/Delete/${banks.Id}`)).toEqual({ status: 200, body: {} });
    expect((await post('/api/Settings/List/MarketView')).body).toEqual([{ Id: tech.Id, Name: 'Tech' }]);
  });

  it('answers a load with the data itself, whatever JSON it is', async () => {
    for (const [index, data] of ['[{"Price":1}]', 7, false, [1, 2], { Symbols: [] }].entries()) {
      // The helper sends a text as it is.
      const body = typeof data === 'string' ? JSON.stringify(data) : data;
      const { Id } = await save('PriceAlerts', `form ${index}`, body);
      expect(await post(`/api/Settings/Load/${Id}`)).toEqual({ status: 200, body: data });
    }
    expect((await post('/api/Settings/Save/PriceAlerts?name=bad', { Error: 'x' })).body).toEqual({
      Error: 'Data with a text named Error cannot be saved: loading it would read as a failure.',
    });
  });

  it('that cannot be done are answered with 200 and an Error', async () => {
    const { Id } = await save('Chart', 'One', {});
    const { body: gone } = await post(`/api/Settings/Load/${Id + 1}`);
    expect(gone).toEqual({ Error: 'This save is no longer there.' });
    expect(await post(`/api/Settings/Delete/${Id + 1}`)).toEqual({ status: 200, body: gone });
    expect(await post(`/api/Settings/Save/Chart?name=x&settingId=${Id + 1}`, {})).toEqual({
      status: 200,
      body: gone,
    });
    expect(await post('/api/Settings/Save/Chart?name=One', {})).toEqual({
      status: 200,
      body: { Error: '"One" already exists' },
    });
    expect(await post('/api/Settings/Save/Chart?name=None')).toEqual({
      status: 200,
      body: { Error: 'There is nothing to save.' },
    });
  });

  it('are neither saved nor deleted in a demo session', async () => {
    const token = await demoToken();
    expect(await post('/api/Settings/Save/Chart?name=x', {}, token)).toEqual({
      status: 200,
      body: { Error: 'Saving is not supported during Demo Session' },
    });
    expect(await post('/api/Settings/Delete/1', undefined, token)).toEqual({
      status: 200,
      body: { Error: 'Deleting is not supported during Demo Session' },
    });
    expect((await post('/api/Settings/Lists/', undefined, token)).body).toEqual({});
  });

  it.each([
    '/api/Settings/List/Market%20View',
    '/api/Settings/List/9',
    `/api/Settings/List/${'x'.repeat(41)}`,
    '/api/Settings/Save/Chart',
    '/api/Settings/Save/Chart?name=',
    '/api/Settings/Save/Chart?name=%20%20',
    `/api/Settings/Save/Chart?name=${'x'.repeat(101)}`,
    '/api/Settings/Save/Chart?name=a&name=b',
    '/api/Settings/Save/Chart?name=a&settingId=0',
    '/api/Settings/Save/Chart?name=a&settingId=1e3',
    '/api/Settings/Save/Chart?name=a&Extra=1',
    '/api/Settings/Load/x',
    '/api/Settings/Load/-1',
    '/api/Settings/Load/1.5',
    '/api/Settings/Load/9999999999999999',
    '/api/Settings/Delete/0',
    '/api/User/SetTradingApi',
    '/api/User/SetTradingApi?api=Other',
  ])('refuse %s with 400 and a sentence', async (path) => {
    const answer = await post(path, {});
    expect(answer).toEqual({ status: 400, body: { Error: expect.stringMatching(/\w+/) } });
  });

  it('need a token', async () => {
    for (const path of ['List/Chart', 'Lists/', 'Save/Chart?name=x', 'Delete/1', 'Load/1'])
      expect((await post(`/api/Settings/${path}`, {}, 'x.y.z')).status).toBe(401);
  });

  it('answer the wrong method with the right one', async () => {
    const wrong = await fetch(`${server.url}/api/Settings/Load/5`);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await fetch(`${server.url}/api/Settings/Load/`)).status).toBe(404);
  });
});

describe('workspaces of two tabs', () => {
  it('refuses a stale write of a workspace and returns what is stored', async () => {
    const user = await server.addUser('two-tabs');
    const { client, jwt: token } = await openAccount(server.ports, user);
    const store = (Workspace: string, BaseRevision?: number) =>
      post(
        '/api/DesktopUser/StoreSettings',
        { Workspace, Settings: '{"Theme":"dark"}', Page: '/workspace', BaseRevision },
        token,
      );
    expect((await store('["one"]', 0)).body).toEqual({ Ok: true, Revision: 1 });
    expect((await store('["one again"]', 1)).body).toEqual({ Ok: true, Revision: 2 });
    const late = await store('["two"]', 1);
    expect(late.status).toBe(409);
    expect(v.parse(storeConflictBody, late.body)).toEqual({
      Error: expect.stringContaining('another window'),
      Revision: 2,
      Workspace: '["one again"]',
      Settings: '{"Theme":"dark"}',
    });
    expect((await post('/api/DesktopUser/LoadSettings', {}, token)).body).toMatchObject({
      Workspace: '["one again"]',
      Revision: 2,
    });
    expect((await store('["both"]', 2)).body).toEqual({ Ok: true, Revision: 3 });
    client.close();
  });

  it('written at the same moment: exactly one wins', async () => {
    const user = await server.addUser('same-moment');
    const { client, jwt: token } = await openAccount(server.ports, user);
    const store = (n: number, BaseRevision: number) =>
      post(
        '/api/DesktopUser/StoreSettings',
        { Workspace: `[${n}]`, Settings: '{}', Page: '', BaseRevision },
        token,
      );
    for (const base of [0, 1]) {
      const outcomes = await Promise.all(Array.from({ length: 8 }, (_, n) => store(n, base)));
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
      const winner = outcomes.findIndex(({ status }) => status === 200);
      expect((await post('/api/DesktopUser/LoadSettings', {}, token)).body).toMatchObject({
        Workspace: `[${winner}]`,
        Revision: base + 1,
      });
    }
    client.close();
  });
});

describe('stored settings', () => {
  it('are accepted as JSON text and as an object', async () => {
    const user = await server.addUser('settings-forms');
    const { client, jwt: token } = await openAccount(server.ports, user);
    for (const Settings of ['{"Theme":"dark"}', { Theme: 'light' }]) {
      const body = { Workspace: '[]', Settings, Page: '' };
      expect((await post('/api/DesktopUser/StoreSettings', body, token)).status).toBe(200);
      expect((await post('/api/DesktopUser/LoadSettings', {}, token)).body).toMatchObject({
        Settings: typeof Settings === 'string' ? Settings : JSON.stringify(Settings),
      });
    }
    const tooLong = { Workspace: '[]', Settings: { Theme: 'x'.repeat(1_000_000) }, Page: '' };
    expect((await post('/api/DesktopUser/StoreSettings', tooLong, token)).status).toBe(400);
    client.close();
  });
});

describe('the trading service', () => {
  it('is remembered once it was chosen', async () => {
    expect((await post('/api/DesktopUser/LoadSettings', {})).body).toMatchObject({
      TradingApi: null,
      TradingApiData: null,
    });
    for (const api of ['External', 'Own']) {
      expect(await post(`/api/User/SetTradingApi?api=${api}`)).toEqual({ status: 200, body: { Ok: true } });
      expect((await post('/api/DesktopUser/LoadSettings', {})).body).toMatchObject({
        TradingApi: api,
        TradingApiData: null,
      });
    }
  });

  it('cannot be changed in a demo session', async () => {
    const token = await demoToken();
    expect(await post('/api/User/SetTradingApi?api=External', undefined, token)).toEqual({
      status: 403,
      body: { Error: 'Changing trading info is not supported during Demo Session' },
    });
    expect((await post('/api/DesktopUser/LoadSettings', {}, token)).body).toMatchObject({ TradingApi: null });
  });
});

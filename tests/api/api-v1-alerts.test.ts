import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_PERMISSIONS, Permission } from '../../src/domain/permissions.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { callApi, createKey, type ApiAnswer } from './api-client.ts';
import { openAccount } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
let user: TestUser;
let key: string;
beforeAll(async () => {
  server = await startTestServer({ keyRequests: { perKey: 1e6, perUser: 1e6 } });
  user = await server.addUser('alerted');
  ({ key } = await createKey(server, user, { Scopes: ['read', 'manage'] }));
});
afterAll(() => server.end());

let lastKey = 0;
const newKey = (): string => `alert-${(lastKey += 1)}`;
const get = (path: string, token = key): Promise<ApiAnswer> => callApi(server, `/api/v1/${path}`, token);
const create = (body: object, id = newKey(), token = key): Promise<ApiAnswer> =>
  callApi(server, '/api/v1/alerts', token, { body, headers: { 'idempotency-key': id } });
const change = (id: string, revision: number | string, body: object, token = key): Promise<ApiAnswer> =>
  callApi(server, `/api/v1/alerts/${id}`, token, {
    method: 'PUT',
    body,
    headers: { 'if-match': `"${revision}"` },
  });
const remove = (id: string, revision: number, token = key): Promise<ApiAnswer> =>
  callApi(server, `/api/v1/alerts/${id}`, token, {
    method: 'DELETE',
    headers: { 'if-match': String(revision) },
  });

describe('alerts through the API', () => {
  it('are created, read, changed over their revision, and removed', async () => {
    const created = await create({ symbol: 'SPY', above: '150.25' });
    const { id } = created.body;
    expect([created.status, created.headers.get('etag'), created.body]).toEqual([
      201,
      '"1"',
      {
        id,
        revision: 1,
        symbol: 'SPY',
        column: 'Last',
        above: '150.25',
        aboveFired: null,
        below: null,
        belowFired: null,
        isPaused: false,
      },
    ]);
    expect((await get(`alerts/${id}`)).body).toEqual(created.body);
    const changed = await change(id, 1, { above: '151', below: '50.5', isPaused: true });
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...created.body, revision: 2, above: '151.00', below: '50.50', isPaused: true },
    ]);
    const late = await change(id, 1, { above: '152' });
    expect([late.status, late.body.error]).toEqual([
      409,
      { code: 'revision_conflict', message: expect.stringContaining('has the revision 2 now') },
    ]);
    expect((await remove(id, 1)).body.error.code).toBe('revision_conflict');
    expect((await remove(id, 2)).body).toEqual({ id });
    expect((await get(`alerts/${id}`)).body.error.code).toBe('unknown_alert');
    expect((await remove(id, 3)).body.error.code).toBe('unknown_alert');
  });

  it('appear in the open workstation of the user, whose changes of them are read back', async () => {
    const { client } = await openAccount(server.ports, user);
    client.send('alertList', {});
    await client.next('alertDocuments', ({ HasMore }) => !HasMore);
    const { body } = await create({ symbol: 'QQQ', below: '150' });
    const shown = await client.next('alertChanged', ({ Id }) => Id === body.id);
    expect(shown).toMatchObject({ Revision: 1, Body: { Symbol: 'QQQ', LowAlert: 150, HighAlert: null } });
    client.send('alertPut', { Id: body.id, Seen: 1, Version: 1, Body: { ...shown.Body, LowAlert: 140 } });
    await client.next('alertStored');
    expect((await get(`alerts/${body.id}`)).body).toMatchObject({ revision: 2, below: '140.00' });
    expect((await change(body.id, 1, { below: '130' })).status).toBe(409);
    client.close();
  });

  it('fire once for each arming, and are listed since a time and a serial', async () => {
    const since = (await get('clock')).body.time;
    const { body } = await create({ symbol: 'SPY', above: '120', below: '80' });
    server.market.print('SPY', 121, 100);
    await expect.poll(async () => (await get(`alerts/${body.id}`)).body.aboveFired).not.toBeNull();
    const { items } = (await get(`alert-firings?since=${since}`)).body;
    expect(items).toEqual([
      {
        serial: expect.any(Number),
        alertId: body.id,
        symbol: 'SPY',
        column: 'Last',
        side: 'above',
        level: '120.00',
        value: '121.00',
        time: expect.stringMatching(/Z$/),
      },
    ]);
    const { revision } = (await get(`alerts/${body.id}`)).body;
    const kept = await change(body.id, revision, { above: '120', below: '80' });
    expect(kept.body.aboveFired).not.toBeNull();
    server.market.print('SPY', 100.01, 100);
    const again = await change(body.id, kept.body.revision, { above: '120', below: '80', isRearmed: true });
    expect(again.body.aboveFired).toBeNull();
    server.market.print('SPY', 122, 100);
    const [first] = items;
    await expect
      .poll(async () => (await get(`alert-firings?cursor=${first.serial}`)).body.items)
      .toMatchObject([{ alertId: body.id, value: '122.00' }]);
    expect((await get('alert-firings?limit=1')).body).toMatchObject({
      items: [{ serial: first.serial }],
      nextCursor: String(first.serial),
    });
    expect((await get('alert-firings?since=2100-01-01T00:00:00Z')).body.items).toEqual([]);
    server.market.print('SPY', 100.01, 100);
  });

  it('are created once for each Idempotency-Key', async () => {
    const id = newKey();
    const first = await create({ symbol: 'SPY', above: '160' }, id);
    const repeats = await Promise.all([
      create({ symbol: 'SPY', above: '160' }, id),
      create({ symbol: 'SPY', above: '160' }, id),
    ]);
    for (const repeat of repeats) expect([repeat.status, repeat.body]).toEqual([201, first.body]);
    expect((await create({ symbol: 'QQQ', above: '160' }, id)).body.error.code).toBe('idempotency_conflict');
    await remove(id, 1);
    expect((await create({ symbol: 'SPY', above: '160' }, id)).body.error).toMatchObject({
      code: 'idempotency_conflict',
      message: /was removed/,
    });
  });

  it('are paged by id, and found by symbol', async () => {
    const pager = await server.addUser('alert-pager');
    const { key: paging } = await createKey(server, pager, { Scopes: ['read', 'manage'] });
    for (const [index, symbol] of ['SPY', 'QQQ', 'SPY', 'QQQ', 'SPY'].entries())
      await create({ symbol, above: '300' }, `page-${index}`, paging);
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await get(`alerts?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`, paging);
      found.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
    }
    expect(found).toEqual(['page-0', 'page-1', 'page-2', 'page-3', 'page-4']);
    expect((await get('alerts?symbol=QQQ', paging)).body.items).toHaveLength(2);
  });

  it.each([
    [{ symbol: 'SPY' }, 400, /^above: missing, and below as well/],
    [{ symbol: 'SPY', above: 150 }, 400, /^above: must be a decimal number in quotes/],
    [{ symbol: 'NOPE', above: '1' }, 404, /does not know the symbol NOPE/],
    [{ symbol: 'SPY', column: 'Company', above: '1' }, 400, /^column: Company is no column of numbers/],
    [{ symbol: 'SPY', above: '1', arm: 3 }, 400, /^arm: not known here$/],
  ])('are refused as %j', async (body, status, message) => {
    const answer = await create(body);
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringMatching(message)]);
  });

  it.each(['', 'new', '*', '"0"'])('are not changed with the If-Match %j', async (revision) => {
    const { body } = await create({ symbol: 'SPY', above: '170' });
    const answer = await callApi(server, `/api/v1/alerts/${body.id}`, key, {
      method: 'PUT',
      body: { above: '171' },
      headers: { 'if-match': revision },
    });
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(/^If-Match: /)]);
  });

  it('are those of the user alone, need the scope manage to be changed, and the permission', async () => {
    const { body } = await create({ symbol: 'SPY', above: '180' });
    const intruder = await server.addUser('alert-intruder');
    const { key: foreign } = await createKey(server, intruder, { Scopes: ['read', 'manage'] });
    expect((await get(`alerts/${body.id}`, foreign)).body.error.code).toBe('unknown_alert');
    expect((await change(body.id, 1, { above: '1' }, foreign)).body.error.code).toBe('unknown_alert');
    expect((await remove(body.id, 1, foreign)).body.error.code).toBe('unknown_alert');
    expect((await get('alerts', foreign)).body.items).toEqual([]);
    expect((await get('alert-firings', foreign)).body.items).toEqual([]);
    const { key: reading } = await createKey(server, user);
    expect((await create({ symbol: 'SPY', above: '1' }, newKey(), reading)).body.error.code).toBe(
      'missing_scope',
    );
    expect((await remove(body.id, 1, reading)).body.error.code).toBe('missing_scope');
    expect((await get(`alerts/${body.id}`, reading)).status).toBe(200);
    const without = await server.addUser('without-alerts', {
      permissionMask: ALL_PERMISSIONS & ~Permission.ChartAlerts,
    });
    const { key: barred } = await createKey(server, without, { Scopes: ['read', 'manage'] });
    for (const answer of [
      await get('alerts', barred),
      await create({ symbol: 'SPY', above: '1' }, newKey(), barred),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([403, 'not_permitted']);
  });
});

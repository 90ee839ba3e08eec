import * as v from 'valibot';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '../api/wire-client.ts';
import { SEED, startFuzzedServer, type FuzzedServer } from './fuzzed-server.ts';

let server: FuzzedServer;
let jwt: string;
beforeAll(async () => {
  server = await startFuzzedServer();
  ({ jwt } = await openAccount(server.ports, server.user));
});
afterAll(() => server.end());
afterEach(() => server.expectUnharmed());

describe('HTTP', () => {
  const post = (path: string, body?: string) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${jwt}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });

  it('answers saves with any tool type, name and id, and never fails', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.constantFrom(
        '',
        '..',
        '%00',
        '__proto__',
        'constructor',
        '1e9',
        '-1',
        '0',
        '9'.repeat(30),
        'a/b',
        '\0',
        '\ud800',
      ),
    );
    const cases = fc.sample(fc.tuple(fc.constantFrom('List', 'Save', 'Load', 'Delete'), text, text, text), {
      numRuns: 300,
      seed: SEED,
    });
    for (const [call, part, name, id] of cases) {
      const path = `/api/Settings/${call}/${encodeURIComponent(part.toWellFormed())}?${new URLSearchParams(call === 'Save' ? { name, settingId: id } : {})}`;
      const response = await post(path, '{}');
      expect([200, 400, 404, 405], path).toContain(response.status);
      const answer: unknown = await response.json();
      expect(typeof answer, path).toBe('object');
      if (response.status !== 200) expect(answer).toHaveProperty('Error');
    }
  });

  it('gives back any JSON that was saved, under any name that may be stored', async () => {
    const { jwt: token, client } = await openAccount(server.ports, server.other);
    const call = async (path: string, body?: string): Promise<unknown> => {
      const response = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body ?? '{}',
      });
      expect(response.status, path).toBe(200);
      return response.json();
    };
    const saved = v.object({ Id: v.optional(v.number()), Error: v.optional(v.string()) });
    const samples = fc.sample(
      fc.tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), fc.json()),
      { numRuns: 100, seed: SEED },
    );
    for (const [index, [name, json]] of samples.entries()) {
      const query = new URLSearchParams({ name: `${index} ${name}` });
      const { Id, Error: refusal } = v.parse(saved, await call(`/api/Settings/Save/Fuzz?${query}`, json));
      if (Id === undefined) expect([json, refusal]).toEqual(['null', 'There is nothing to save.']);
      else
        expect(JSON.stringify(await call(`/api/Settings/Load/${Id}`))).toBe(JSON.stringify(JSON.parse(json)));
    }
    client.close();
  });

  it.each(['/api/Settings/Save/Chart?name=deep', '/api/Settings/Lists/', '/api/User/SetTradingApi?api=Own'])(
    'answers rubbish sent to %s with a refusal, and stores none of it',
    async (path) => {
      // A list is no body of the calls without one, but it does no harm there.
      const nest = path.includes('/Save/') ? [`${'['.repeat(100_000)}${']'.repeat(100_000)}`] : [];
      for (const body of ['{"a":', '[', 'undefined', ...nest, 'x'.repeat(2_000_000), '\ufeff{}']) {
        const response = await post(path, body);
        const answer: unknown = await response.json();
        expect(response.status, body.slice(0, 20)).toBeLessThan(500);
        expect(answer, body.slice(0, 20)).toHaveProperty('Error');
      }
      expect(await server.storage.repositories.savedItems.ofUser(server.user.userId)).toEqual([]);
    },
  );

  it('answers rubbish with a refusal', async () => {
    const bodies = fc.sample(fc.oneof(fc.json(), fc.string(), fc.constant('['.repeat(100_000))), {
      numRuns: 100,
      seed: SEED,
    });
    for (const body of bodies) {
      const response = await fetch(`${server.url}/api/DesktopUser/StoreSettings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
        body,
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
  });

  it('answers strange paths, methods and types with a refusal', async () => {
    const calls: [string, RequestInit][] = [
      ['/api/%00', {}],
      ['/api/%zz', {}],
      ['/..%2f..%2fpackage.json', {}],
      [`/${'a'.repeat(10_000)}.js`, {}],
      ['/api/config', { method: 'DELETE' }],
      ['/healthz', { method: 'PUT', body: 'x' }],
      [
        '/api/DesktopUser/StoreSettings',
        { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' },
      ],
      ['/api/Account/OnLoggedOut', { method: 'POST', headers: { cookie: 'tapedeck_session=;;;=' } }],
    ];
    for (const [path, init] of calls) {
      const response = await fetch(`${server.url}${path}`, init);
      expect([400, 401, 403, 404, 405, 414, 415], `${init.method ?? 'GET'} ${path.slice(0, 40)}`).toContain(
        response.status,
      );
    }
  });
});

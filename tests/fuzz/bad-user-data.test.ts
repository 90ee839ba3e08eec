import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '../api/wire-client.ts';
import { SEED, startFuzzedServer, type FuzzedServer } from './fuzzed-server.ts';

let server: FuzzedServer;
beforeAll(async () => {
  server = await startFuzzedServer();
});
afterAll(() => server.end());
afterEach(() => server.expectUnharmed());

describe('mutated changes of password and contact data', () => {
  const good: Readonly<Record<8 | 9, Record<string, unknown>>> = {
    8: { Id: 1, OldPassword: 'not-the-password', NewPassword: 'another-password' },
    9: {
      FirstName: 'a',
      LastName: 'b',
      Phone: '1',
      MobilePhone: '2',
      Email: 'a@example.com',
      Address: 'c',
      AddressLine2: 'd',
      City: 'e',
      State: 'f',
      Zip: 'g',
      Country: 'CH',
    },
  };
  const bad = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.constant([]),
    fc.constant({}),
    fc.constant(undefined),
    fc.constant('x'.repeat(257)),
    fc.constant(-1),
  );

  it.each([8, 9] as const)('of T %i are all refused, and change nothing', async (T) => {
    const { users } = server.storage.repositories;
    const before = await users.byId(server.user.userId);
    const { client } = await openAccount(server.ports, server.user);
    const frames = fc.sample(fc.tuple(fc.constantFrom(...Object.keys(good[T])), bad), {
      numRuns: 150,
      seed: SEED,
    });
    for (const [field, value] of frames) {
      client.sendRaw(JSON.stringify({ T, ...good[T], [field]: value }));
      expect(await client.next('failure')).toMatchObject({ ErrorCode: -1, RequestT: T });
      client.send('heartbeat', { Sent: 1 });
    }
    client.sendRaw(JSON.stringify({ T, ...good[T], Extra: 1 }));
    expect(await client.next('failure')).toMatchObject({ ErrorCode: -1, RequestT: T });
    client.close();
    expect(await users.byId(server.user.userId)).toEqual(before);
  });

  it('with texts of any kind are answered with a result, and what was saved comes back as it was sent', async () => {
    const { client } = await openAccount(server.ports, server.other);
    await client.next('userInfo');
    for (const text of fc.sample(fc.string({ unit: 'binary', maxLength: 100 }), {
      numRuns: 100,
      seed: SEED,
    })) {
      client.sendRaw(JSON.stringify({ T: 9, ...good[9], Address: text }));
      const { Code } = await client.next('updateUserInfoResult');
      expect([0, -1]).toContain(Code);
      if (Code === 0) expect((await client.next('userInfo')).Address).toBe(text.trim());
    }
    client.close();
  });
});

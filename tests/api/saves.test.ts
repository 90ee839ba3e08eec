import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../../src/client/index.ts';
import type { SaveProblem, SaveStore } from '../../src/client/types.ts';
import { save } from '../../src/domain/saves/testing.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { openAccount } from './wire-client.ts';

let server: TestServer;
const platforms: Platform[] = [];

interface Browser {
  readonly platform: Platform;
  readonly store: SaveStore;
  readonly problems: SaveProblem[];
}

/** A signed-in browser of the user, with the saves loaded. */
async function browser(): Promise<Browser> {
  const platform = createPlatform({ baseUrl: server.url });
  platforms.push(platform);
  expect(await platform.session.login(server.user.userName, server.user.password)).toBe(true);
  const store = await platform.savedDocuments.open();
  const problems: SaveProblem[] = [];
  store.onProblem((problem) => problems.push(problem));
  expect(await store.load()).toBe(true);
  return { platform, store, problems };
}
const namesOf = ({ store }: Browser) => store.get().rows.map(({ Name }) => Name);
const dataOf = ({ store }: Browser, id = '7') => store.get().rows.find(({ Id }) => Id === id)?.Data;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  for (const platform of platforms.splice(0)) platform.dispose();
  await server.end();
});

describe('saves on the server', () => {
  it('appear in every browser, are changed in all, and go from all', async () => {
    const [first, second] = [await browser(), await browser()];
    first.store.put([save()]);
    await until(() => expect(namesOf(second)).toEqual(['Tech']));
    second.store.put([save({ Data: { Symbols: ['MSFT'] } })]);
    await until(() => expect(dataOf(first)).toEqual({ Symbols: ['MSFT'] }));
    first.store.remove(['7']);
    await until(() => expect(namesOf(second)).toEqual([]));
    second.store.restore([save()]);
    await until(() => expect(namesOf(first)).toEqual(['Tech']));
  });

  it('may be as long as the calls of the specification permit', async () => {
    const [first, second] = [await browser(), await browser()];
    const long = { Symbols: Array.from({ length: 60_000 }, (_, at) => `SYMBOL${at}`) };
    first.store.put([save({ Data: long })]);
    await until(() => expect(dataOf(second)).toEqual(long));
  });

  it('that the calls of the specification write and delete reach the browsers at once', async () => {
    const [first, second] = [await browser(), await browser()];
    const { id } = await first.platform.saves.save('MarketView', 'Banks', { Symbols: ['JPM'] });
    await until(() => expect(namesOf(second)).toEqual(['Banks']));
    second.store.put([save({ Id: String(id), Name: 'Large banks', Data: { Symbols: ['BAC'] } })]);
    await until(async () =>
      expect(await first.platform.saves.list('MarketView')).toEqual([{ id, name: 'Large banks' }]),
    );
    expect(await first.platform.saves.load(id)).toEqual({ Symbols: ['BAC'] });
    await first.platform.saves.remove(id);
    await until(() => expect([namesOf(first), namesOf(second)]).toEqual([[], []]));
  });

  it('of one name that two browsers make get two names', async () => {
    const [first, second] = [await browser(), await browser()];
    first.store.put([save({ Id: '8', Data: { Symbols: ['AAPL'] } })]);
    second.store.put([save({ Id: '9', Data: { Symbols: ['IBM'] } })]);
    await until(() => {
      expect(namesOf(first).toSorted()).toEqual(['Tech', 'Tech (2)']);
      expect(namesOf(second).toSorted()).toEqual(['Tech', 'Tech (2)']);
    });
    const kinds = [first, second].flatMap(({ problems }) => problems.map(({ kind }) => kind));
    expect(kinds).toEqual(['renamed']);
  });

  it('keep earlier states, of writes with and without a revision', async () => {
    const { platform, store } = await browser();
    store.put([save()]);
    await until(async () => expect(await platform.saves.list('MarketView')).toHaveLength(1));
    await platform.saves.save('MarketView', 'Chips', { Symbols: [] }, 7);
    await platform.saves.remove(7);
    const { versions } = await (await platform.documents()).versions(null);
    expect(versions).toMatchObject([
      { kind: 'save', document: '7', isRemoval: true, body: { Type: 'MarketView', Name: 'Chips' } },
      { kind: 'save', document: '7', isRemoval: false, body: { Type: 'MarketView', Name: 'Tech' } },
    ]);
  });

  it('are not listed in a demo session, which has none', async () => {
    const platform = createPlatform({ baseUrl: server.url });
    platforms.push(platform);
    expect(await platform.session.startDemo()).toBe(true);
    const store = await platform.savedDocuments.open();
    expect(await store.load()).toBe(true);
    expect(store.get().rows).toEqual([]);
  });

  it('are not written without a session', async () => {
    const { status } = await fetch(`${server.url}/api/Documents/Put/save/7?seen=0&version=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(save()),
    });
    expect(status).toBe(401);
    const { client } = await openAccount(server.ports, server.user);
    client.send('saveList', {});
    expect(await client.next('saveDocuments')).toEqual({ Items: [], HasMore: false });
  });
});

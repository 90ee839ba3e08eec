import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPlatform, type Platform } from '../../src/client/index.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

let server: TestServer;
const tabs: Platform[] = [];

/** A tab of the user's browser, signed in. */
async function tab(): Promise<Platform> {
  const platform = createPlatform({ baseUrl: server.url });
  tabs.push(platform);
  expect(await platform.session.login(server.user.userName, server.user.password)).toBe(true);
  return platform;
}
/** What a third machine would find. */
async function stored(): Promise<{ workspace: string | null; theme: string; density: string }> {
  const platform = await tab();
  const { theme, density } = platform.settings.get();
  const workspace = platform.settings.workspace();
  platform.dispose();
  return { workspace, theme, density };
}

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  for (const platform of tabs.splice(0)) platform.dispose();
  await server.end();
});

describe('two tabs of one user', () => {
  it('reports a conflict to the tab that writes later, and stores what that tab resolves it to', async () => {
    const first = await tab();
    const second = await tab();
    first.settings.storeWorkspace('{"w":"first"}');
    await first.settings.flush();
    second.settings.storeWorkspace('{"w":"second"}');
    await until(() =>
      expect(second.settings.conflict.get()).toMatchObject({
        theirs: '{"w":"first"}',
        mine: '{"w":"second"}',
      }),
    );
    expect((await stored()).workspace).toBe('{"w":"first"}');
    await second.settings.resolveConflict('{"w":"first and second"}');
    expect([second.settings.conflict.get(), (await stored()).workspace]).toEqual([
      null,
      '{"w":"first and second"}',
    ]);
    first.settings.storeWorkspace('{"w":"first again"}');
    await expect(first.settings.flush()).rejects.toThrow('another tab');
    expect(first.settings.conflict.get()).toMatchObject({
      theirs: '{"w":"first and second"}',
      mine: '{"w":"first again"}',
    });
  });

  it('each change their own look, and both arrive on the next machine', async () => {
    const first = await tab();
    const second = await tab();
    first.settings.preview({ theme: 'dark' });
    await first.settings.save();
    second.settings.preview({ density: 'compact' });
    await second.settings.save();
    expect(await stored()).toEqual({ workspace: null, theme: 'dark', density: 'compact' });
    expect([second.settings.get().theme, second.settings.conflict.get()]).toEqual(['dark', null]);
  });

  it('applies on wake the theme that another tab has saved, and keeps its own unsaved preview', async () => {
    let wake = (): void => {};
    const first = await tab();
    const second = createPlatform({
      baseUrl: server.url,
      hostEvents: {
        onWake(listener) {
          wake = listener;
          return () => {};
        },
      },
    });
    tabs.push(second);
    expect(await second.session.login(server.user.userName, server.user.password)).toBe(true);
    second.settings.preview({ density: 'compact' });
    second.settings.storeWorkspace('{"w":"second"}');
    first.settings.preview({ theme: 'dark' });
    await first.settings.save();
    wake();
    await until(() => expect(second.settings.get()).toMatchObject({ theme: 'dark', density: 'compact' }));
    await second.settings.flush();
    expect(await stored()).toEqual({ workspace: '{"w":"second"}', theme: 'dark', density: 'normal' });
    expect(second.settings.conflict.get()).toBeNull();
  });

  it('applies at once, without a wake, the theme that another tab of the browser has saved', async () => {
    // Pages of one browser notify each other. A document is all of a page that they need for it.
    vi.stubGlobal('document', {});
    const options = {
      baseUrl: server.url,
      cookieMode: 'jar',
      hostEvents: { onWake: () => () => {} },
    } as const;
    const [first, second] = [createPlatform(options), createPlatform(options)];
    tabs.push(first, second);
    vi.unstubAllGlobals();
    for (const platform of [first, second])
      expect(await platform.session.login(server.user.userName, server.user.password)).toBe(true);
    first.settings.preview({ theme: 'dark', density: 'compact' });
    await first.settings.save({ theme: 'dark' });
    await until(() => expect(second.settings.get().theme).toBe('dark'));
    // What the other only tries is its own affair.
    expect(second.settings.get().density).toBe('normal');
  });

  it('loses nothing when two tabs save at the same moment: one of them gets a conflict', async () => {
    const both = [await tab(), await tab()];
    both.forEach((platform, index) => platform.settings.storeWorkspace(`{"w":${index}}`));
    const outcomes = await Promise.allSettled(both.map((platform) => platform.settings.flush()));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
    expect((await stored()).workspace).toBe(`{"w":${winner}}`);
    expect(both[1 - winner]?.settings.conflict.get()).toMatchObject({
      theirs: `{"w":${winner}}`,
      mine: `{"w":${1 - winner}}`,
    });
  });

  it('shows on wake what another tab has stored and continues from it; what both tabs changed is a conflict at once', async () => {
    let wake = (): void => {};
    const first = await tab();
    const second = createPlatform({
      baseUrl: server.url,
      hostEvents: {
        onWake(listener) {
          wake = listener;
          return () => {};
        },
      },
    });
    tabs.push(second);
    expect(await second.session.login(server.user.userName, server.user.password)).toBe(true);
    const shown: string[] = [];
    second.settings.followWorkspaces((text) => {
      shown.push(text);
      return true;
    });
    first.settings.storeWorkspace('{"w":"first"}');
    await first.settings.flush();
    wake();
    await until(() => expect(shown).toEqual(['{"w":"first"}']));
    second.settings.storeWorkspace('{"w":"and on"}');
    await second.settings.flush();
    expect((await stored()).workspace).toBe('{"w":"and on"}');
    second.settings.storeWorkspace('{"w":"second"}');
    const third = await tab();
    third.settings.storeWorkspace('{"w":"third"}');
    await third.settings.flush();
    wake();
    await until(() =>
      expect(second.settings.conflict.get()).toMatchObject({
        theirs: '{"w":"third"}',
        mine: '{"w":"second"}',
      }),
    );
    expect(shown).toHaveLength(1);
  });
});

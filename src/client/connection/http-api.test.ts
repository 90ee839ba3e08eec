import { expect, test } from 'vitest';
import { createHttpApi } from './http-api.ts';

test.each([
  ['small text', 'a'.repeat(30_000), true],
  ['as many letters of two bytes each', 'é'.repeat(30_000), false],
  ['large text', 'a'.repeat(60_000), false],
])(
  'a call that is to survive the page says so unless the browser would refuse it for its bytes: %s',
  async (_what, Workspace, isKept) => {
    const asked: (boolean | undefined)[] = [];
    const api = createHttpApi({
      baseUrl: 'http://desk.example',
      cookieMode: 'browser',
      fetch: async (_input, init) => {
        asked.push(init?.keepalive ?? false);
        return Response.json({ Ok: true, Revision: 1 });
      },
    });
    await api.call(
      'storeSettings',
      { Workspace, Settings: '{}', Page: '', BaseRevision: 0 },
      { token: 'token', keepalive: true },
    );
    expect(asked).toEqual([isKept]);
  },
);

import { expect, test } from 'vitest';
import { createHttpApi } from './http-api.ts';

test.each([
  ['small text', 'a'.repeat(30_000), true],
  ['as many letters of two bytes each', 'é'.repeat(30_000), false],
  ['large text', 'a'.repeat(60_000), false],
])(
  'sends a call that should outlive the page with keepalive, unless its body is too large for that: %s',
  async (_title, Workspace, isKept) => {
    const keepalives: (boolean | undefined)[] = [];
    const api = createHttpApi({
      baseUrl: 'http://desk.example',
      cookieMode: 'browser',
      fetch: async (_input, init) => {
        keepalives.push(init?.keepalive ?? false);
        return Response.json({ Ok: true, Revision: 1 });
      },
    });
    await api.call(
      'storeSettings',
      { Workspace, Settings: '{}', Page: '', BaseRevision: 0 },
      { token: 'token', keepalive: true },
    );
    expect(keepalives).toEqual([isKept]);
  },
);

import { beforeEach, expect, test } from 'vitest';
import { createHttpApi } from '../connection/http-api.ts';
import { createWorkspaceHistory } from './workspace-history.ts';

let answer: () => Response;
let requested: { path: string; authorization: string | null }[];
const history = createWorkspaceHistory({
  api: createHttpApi({
    baseUrl: 'http://server.example',
    cookieMode: 'jar',
    async fetch(input, init) {
      const authorization = new Headers(init?.headers).get('authorization');
      requested.push({ path: new URL(String(input)).pathname, authorization });
      return answer();
    },
  }),
  token: () => 'token',
});

beforeEach(() => {
  requested = [];
});

test('lists the versions, and loads the workspaces of one', async () => {
  answer = () => Response.json({ Items: [{ Id: 5, Saved: 7, Browser: 'Firefox on Linux' }] });
  expect(await history.list()).toEqual([{ id: 5, savedMs: 7, browser: 'Firefox on Linux' }]);
  answer = () => Response.json({ Workspace: '{}' });
  expect(await history.load(5)).toBe('{}');
  expect(requested).toEqual([
    { path: '/api/DesktopUser/WorkspaceVersions', authorization: 'Bearer token' },
    { path: '/api/DesktopUser/WorkspaceVersions/5', authorization: 'Bearer token' },
  ]);
});

test('a failure has a message for the user', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  await expect(history.list()).rejects.toThrow(/^The server could not be reached\.$/);
  answer = () => Response.json({ Error: 'This version is not kept any more.' }, { status: 404 });
  await expect(history.load(5)).rejects.toThrow(/^This version is not kept any more\.$/);
});

import { expect } from 'vitest';
import type { documentsHttp } from '../../src/protocol/http-documents.ts';
import { saveId, victim } from './isolation-world.ts';

/** An answer of an HTTP call. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}
/** Makes an HTTP call as the intruder. */
export type Call = (path: string, body?: unknown) => Promise<Answer>;

const unknownSave = (): Answer => ({
  status: 200,
  body: { Outcome: 'conflict', State: { Id: String(saveId), Revision: 0, Version: 1, Body: null } },
});

/** What an intruder gets for each call about documents. */
export const DOCUMENT_CALLS: Readonly<Record<keyof typeof documentsHttp, (call: Call) => Promise<unknown>>> =
  {
    async documentsList(call) {
      for (const kind of ['alert', 'drawing']) {
        const listed = await call(`/api/Documents/List/${kind}`);
        expect(listed).toEqual({ status: 200, body: { Items: [], Next: null } });
      }
      // A parameter of another user is no parameter of this call.
      const other = await call(`/api/Documents/List/alert?userId=${victim.userId}`);
      expect(other.status).toBe(400);
      return other;
    },
    async documentVersions(call) {
      const listed = await call('/api/Documents/Versions');
      expect(listed).toEqual({ status: 200, body: { Items: [], Present: [], Next: null } });
      return listed;
    },
    async documentPut(call) {
      const path = `/api/Documents/Put/save/${saveId}`;
      const body = { Id: String(saveId), Type: 'MarketView', Name: 'mine', Data: {} };
      // No such save of the intruder's own; nothing is returned of the one it names.
      expect(await call(`${path}?seen=1&version=1`, body)).toEqual(unknownSave());
      expect((await call(`${path}?seen=1&version=1&userId=${victim.userId}`, body)).status).toBe(400);
      // An id is free for each user: the intruder's save stands beside the victim's.
      const stored = await call(`${path}?seen=0&version=1`, body);
      expect(stored).toEqual({ status: 200, body: { Outcome: 'stored', Revision: 1 } });
      const removed = await call(`/api/Documents/Remove/save/${saveId}?seen=1`);
      expect(removed).toEqual({ status: 200, body: { Outcome: 'stored', Revision: 2 } });
    },
    async documentRemove(call) {
      const path = '/api/Documents/Remove/save/';
      expect(await call(`${path}${saveId + 1}?seen=1`)).toMatchObject({ body: { Outcome: 'conflict' } });
      const late = await call(`${path}${saveId}?seen=7`);
      expect(late).toMatchObject({ status: 200, body: { Outcome: 'conflict', State: { Body: null } } });
      return late;
    },
    documentVersion: (call) => call('/api/Documents/Versions/1'),
  };

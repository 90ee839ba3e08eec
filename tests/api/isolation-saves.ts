import { expect } from 'vitest';
import { catalogue } from '../../src/protocol/index.ts';
import { DRAWING_BODIES, DRAWING_CASES } from './isolation-drawings.ts';
import { refused, victim, type SocketCase } from './isolation-world.ts';

/** Bodies that name what is the victim's, of messages about shared drawings and saves. */
export const DOCUMENT_BODIES = { ...DRAWING_BODIES, saveList: () => ({}) };

/** What an intruder gets for the message about saves. */
const SAVE_CASES: { readonly saveList: SocketCase<'trading'> } = {
  async saveList(client) {
    client.send('saveList', {});
    expect(await client.next('saveDocuments')).toEqual({ Items: [], HasMore: false });
    const { T } = catalogue.saveList;
    client.sendRaw(JSON.stringify({ T, UserId: victim.userId }));
    await refused(client, T, -1);
  },
};

/** What an intruder gets for each message about shared drawings and saves. */
export const DOCUMENT_CASES = { ...DRAWING_CASES, ...SAVE_CASES };

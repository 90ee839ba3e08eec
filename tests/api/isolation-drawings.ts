import { expect } from 'vitest';
import { drawing } from '../../src/domain/drawings/testing.ts';
import type { drawings } from '../../src/protocol/drawings.ts';
import { type Body, catalogue, type Message } from '../../src/protocol/index.ts';
import { DRAWING_ID, refused, victim, type SocketCase } from './isolation-world.ts';

type DrawingRequest = Extract<Message<'trading', 'toServer'>['name'], keyof typeof drawings>;

const body = () => ({ ...drawing({ Id: DRAWING_ID, Symbol: 'SPY' }) });

/** Bodies that name what is the victim's. */
export const DRAWING_BODIES: { readonly [Name in DrawingRequest]: () => Body<Name> } = {
  drawingPut: () => ({ Id: DRAWING_ID, Seen: 1, Version: 1, Body: body() }),
  drawingRemove: () => ({ Id: DRAWING_ID, Seen: 1 }),
  drawingList: () => ({ Symbol: 'SPY' }),
  drawingLeave: () => ({ Symbol: 'SPY' }),
};

/** What an intruder gets for each message about shared drawings. */
export const DRAWING_CASES: Readonly<Record<DrawingRequest, SocketCase<'trading'>>> = {
  async drawingPut(client) {
    // No such drawing of the intruder's own; nothing is returned of the one it names.
    client.send('drawingPut', DRAWING_BODIES.drawingPut());
    expect(await client.next('drawingConflict')).toEqual({
      Id: DRAWING_ID,
      Revision: 0,
      Version: 1,
      Body: null,
    });
    // An id is free for each user: the intruder's drawing stands beside the victim's.
    client.send('drawingPut', { ...DRAWING_BODIES.drawingPut(), Seen: 0 });
    expect(await client.next('drawingStored')).toEqual({ Id: DRAWING_ID, Revision: 1 });
    const { T } = catalogue.drawingPut;
    client.sendRaw(JSON.stringify({ T, ...DRAWING_BODIES.drawingPut(), UserId: victim.userId }));
    await refused(client, T, -1);
  },
  async drawingRemove(client) {
    client.send('drawingRemove', { Id: DRAWING_ID, Seen: 7 });
    expect((await client.next('drawingConflict')).Id).toBe(DRAWING_ID);
    const { T } = catalogue.drawingRemove;
    client.sendRaw(JSON.stringify({ T, Id: DRAWING_ID, Seen: 1, UserId: victim.userId }));
    await refused(client, T, -1);
  },
  async drawingList(client) {
    client.send('drawingList', { Symbol: 'SPY' });
    const { Items } = await client.next('drawingDocuments');
    // What an earlier case has added for the intruder.
    expect(Items.filter(({ Body: { Text } }) => Text !== 'Text')).toEqual([]);
    const { T } = catalogue.drawingList;
    client.sendRaw(JSON.stringify({ T, Symbol: 'SPY', UserId: victim.userId }));
    await refused(client, T, -1);
  },
  async drawingLeave(client) {
    client.send('drawingLeave', { Symbol: 'SPY' });
    const { T } = catalogue.drawingLeave;
    client.sendRaw(JSON.stringify({ T, Symbol: 'SPY', UserId: victim.userId }));
    await refused(client, T, -1);
  },
};

import { expect } from 'vitest';
import { newAlert } from '../../src/domain/alerts/index.ts';
import type { alerts } from '../../src/protocol/alerts.ts';
import type { Body, Message } from '../../src/protocol/index.ts';
import { ALERT_ID, refused, victim, type SocketCase } from './isolation-world.ts';

type AlertRequest = Extract<Message<'trading', 'toServer'>['name'], keyof typeof alerts>;

/** Bodies that name what is the victim's. */
export const ALERT_BODIES: { readonly [Name in AlertRequest]: () => Body<Name> } = {
  alertFiringsSeen: () => ({ UpTo: 1 }),
  alertFiringsClear: () => ({ UpTo: 1 }),
  alertPut: () => ({ Id: ALERT_ID, Seen: 1, Version: 1, Body: { ...newAlert(ALERT_ID, 'SPY') } }),
  alertRemove: () => ({ Id: ALERT_ID, Seen: 1 }),
  alertList: () => ({}),
};

/** What an intruder gets for each message about alerts. */
export const ALERT_CASES: Readonly<Record<AlertRequest, SocketCase<'trading'>>> = {
  async alertFiringsSeen(client) {
    client.send('alertFiringsSeen', { UpTo: 1 });
    client.sendRaw(JSON.stringify({ T: 40, UpTo: 1, UserId: victim.userId }));
    await refused(client, 40, -1);
  },
  async alertFiringsClear(client) {
    // The log that is emptied and answered is the intruder's own.
    client.send('alertFiringsClear', { UpTo: 1 });
    expect((await client.next('alertFirings')).Items).toEqual([]);
    client.sendRaw(JSON.stringify({ T: 41, UpTo: 1, UserId: victim.userId }));
    await refused(client, 41, -1);
  },
  async alertPut(client) {
    // No such alert of the intruder's own; nothing is returned of the one it names.
    client.send('alertPut', { Id: ALERT_ID, Seen: 1, Version: 1, Body: { ...newAlert(ALERT_ID, 'SPY') } });
    expect(await client.next('alertConflict')).toEqual({ Id: ALERT_ID, Revision: 0, Version: 1, Body: null });
    // An id is free for each user: the intruder's alert stands beside the victim's.
    client.send('alertPut', { Id: ALERT_ID, Seen: 0, Version: 1, Body: { ...newAlert(ALERT_ID, 'SPY') } });
    expect(await client.next('alertStored')).toEqual({ Id: ALERT_ID, Revision: 1 });
    client.sendRaw(JSON.stringify({ T: 42, Id: 'x', Seen: 0, Version: 1, Body: {}, UserId: victim.userId }));
    await refused(client, 42, -1);
  },
  async alertRemove(client) {
    client.send('alertRemove', { Id: ALERT_ID, Seen: 7 });
    expect((await client.next('alertConflict')).Id).toBe(ALERT_ID);
    client.sendRaw(JSON.stringify({ T: 43, Id: ALERT_ID, Seen: 1, UserId: victim.userId }));
    await refused(client, 43, -1);
  },
  async alertList(client) {
    client.send('alertList', {});
    const { Items } = await client.next('alertDocuments');
    expect(Items.filter(({ Body: { Column } }) => Column !== 'Last')).toEqual([]);
    client.sendRaw(JSON.stringify({ T: 44, UserId: victim.userId }));
    await refused(client, 44, -1);
  },
};

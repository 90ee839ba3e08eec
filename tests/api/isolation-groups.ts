import { expect } from 'vitest';
import type { Body, Message } from '../../src/protocol/index.ts';
import type { orderGroups } from '../../src/protocol/order-groups.ts';
import { groupId, intruder, refused, victim, type SocketCase } from './isolation-world.ts';
import { orderOf, type WireClient } from './wire-client.ts';

type GroupRequest = Extract<Message<'trading', 'toServer'>['name'], keyof typeof orderGroups>;

const bracket = (account: string, order: Partial<Body<'orderSend'>>): Body<'orderGroupSend'> => ({
  Account: account,
  ClientId: 'group-1',
  Kind: 'Bracket',
  Orders: [orderOf(intruder, { Account: account, ...order })],
  Target: { Basis: 'Percent', Amount: 1, TifType: 'Day' },
});
/** Bodies that name what is the victim's. */
export const GROUP_BODIES: { readonly [Name in GroupRequest]: () => Body<Name> } = {
  orderGroupSend: () => bracket(victim.account, { UserId: victim.userId }),
  orderGroupCancel: () => ({ Account: victim.account, ClientId: 'c', GroupId: groupId }),
  orderGroupChange: () => ({
    Account: victim.account,
    ClientId: 'c',
    GroupId: groupId,
    Role: 'Stop',
    Basis: 'Price',
    Amount: 1,
  }),
  orderGroupTermsChange: () => ({
    Account: victim.account,
    ClientId: 'c',
    GroupId: groupId,
    TimeExit: { Basis: 'Minutes', Minutes: 1 },
  }),
  flatten: () => ({ Account: victim.account, ClientId: 'c' }),
  orderCancelAll: () => ({ Account: victim.account, ClientId: 'c' }),
};

/** From the intruder's own account the victim's group is as unknown as one that never was. */
const unknown = async (client: WireClient<'trading'>): Promise<void> =>
  expect(await client.next('orderGroupResult')).toEqual({
    Account: intruder.account,
    ClientId: 'c',
    ErrorCode: -95,
    Message: 'Unknown order group',
  });

/** What an intruder gets for each message about order groups. */
export const GROUP_CASES: Readonly<Record<GroupRequest, SocketCase<'trading'>>> = {
  async orderGroupSend(client) {
    for (const body of [
      bracket(victim.account, { UserId: victim.userId }),
      bracket(victim.account, {}),
      bracket(intruder.account, { UserId: victim.userId }),
    ]) {
      client.send('orderGroupSend', body);
      await refused(client, 35, -36);
    }
  },
  async orderGroupCancel(client) {
    client.send('orderGroupCancel', GROUP_BODIES.orderGroupCancel());
    await refused(client, 36, -36);
    client.send('orderGroupCancel', { ...GROUP_BODIES.orderGroupCancel(), Account: intruder.account });
    await unknown(client);
  },
  async orderGroupChange(client) {
    client.send('orderGroupChange', GROUP_BODIES.orderGroupChange());
    await refused(client, 37, -36);
    client.send('orderGroupChange', { ...GROUP_BODIES.orderGroupChange(), Account: intruder.account });
    await unknown(client);
  },
  async orderGroupTermsChange(client) {
    client.send('orderGroupTermsChange', GROUP_BODIES.orderGroupTermsChange());
    await refused(client, 72, -36);
    client.send('orderGroupTermsChange', {
      ...GROUP_BODIES.orderGroupTermsChange(),
      Account: intruder.account,
    });
    await unknown(client);
  },
  async flatten(client) {
    client.send('flatten', GROUP_BODIES.flatten());
    await refused(client, 38, -36);
  },
  async orderCancelAll(client) {
    client.send('orderCancelAll', GROUP_BODIES.orderCancelAll());
    await refused(client, 39, -36);
  },
};

import type { GroupRole } from './types.ts';

/** The name spaces of groups and orders do not overlap: a GroupId is a G and the serial of the group's first record. */
export const groupIdOf = (serial: number): string => `G${serial}`;

/** The serial of the group's first record; 0 for a text that is no GroupId. */
export const groupSerialOf = (groupId: string): number => Number(/^G(\d{1,15})$/.exec(groupId)?.[1] ?? 0);

/** The ClientId of an order that the server sends for a group. `count`: how many ClientIds the group has given before. */
export const groupClientId = (groupId: string, role: GroupRole, count: number): string =>
  `${groupId}/${role}.${count}`;

/** True for a ClientId that the group itself gave. */
export const isOfGroup = (groupId: string, clientId: string): boolean => clientId.startsWith(`${groupId}/`);

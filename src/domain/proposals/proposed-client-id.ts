/** Begins the ClientId of every order that a program proposed and the user confirmed. Programs and their Idempotency-Keys cannot use it. */
const PROPOSED_PREFIX = 'proposal.';

/** The orders of a group have its ClientId with their place. */
const PROPOSED_CLIENT_ID = /^proposal\.([0-9a-f]{16})\.[0-9a-f]{24}(?:\.\d)?$/;

/**
 * The ClientId of a proposed order or group. It is made of the key and its Idempotency-Key: a proposal that is repeated after a restart of the server, and
 * confirmed again, makes no second order.
 * @param digest of the Idempotency-Key, 24 hexadecimal digits
 */
export const proposedClientId = (keyId: string, digest: string): string =>
  `${PROPOSED_PREFIX}${keyId}.${digest}`;

/** The id of the API key that proposed the order of a ClientId; undefined for any other order. */
export const proposingKeyOf = (clientId: string): string | undefined =>
  PROPOSED_CLIENT_ID.exec(clientId)?.[1];

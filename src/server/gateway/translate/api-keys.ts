import type { ApiKeyRecord } from '../../storage/api-key-store.ts';

/** An API key as the browser gets it: without the hash of its secret. Times are host UTC ms. */
export const apiKeyToWire = (key: ApiKeyRecord) => ({
  Id: key.keyId,
  Name: key.name,
  Scopes: [...key.scopes],
  Accounts: [...key.accounts],
  Addresses: [...key.addresses],
  Created: key.createdAtMs,
  Expires: key.expiresAtMs,
  Used: key.used && { Time: key.used.atMs, Address: key.used.address },
});

import { formatISO } from 'date-fns/formatISO';
import { UTC } from '../../domain/calendar/zones.ts';
import type { ApiKeyRecord } from '../storage/api-key-store.ts';
import type { Repositories } from '../storage/repositories.ts';
import { UsageError, type AdminContext } from './admin-context.ts';
import { existingUser } from './user-commands.ts';

/** The newest keys are listed; beyond this many an operator needs the database. */
const MAX_LISTED_KEYS = 5_000;
const KEY_ID = /^[0-9a-f]{16}$/;

/** An API key, with the name of its user. */
export interface ListedApiKey extends ApiKeyRecord {
  readonly userName: string;
}

/** Runs `api-key list [USER]`, `api-key revoke ID` and `api-key revoke-all USER`. */
export async function runApiKeyCommand(
  verb: string | undefined,
  args: readonly string[],
  context: AdminContext,
): Promise<void> {
  const [name] = args;
  switch (verb) {
    case 'list':
      return list(name, context);
    case 'revoke':
      return revoke(name, context);
    case 'revoke-all':
      return revokeAll(name, context);
    default:
      throw new UsageError(`There is no command: api-key ${verb ?? ''}.`);
  }
}

/** The API keys of all users that can still be used, the newest first. `nowMs`: host UTC ms. */
export async function listApiKeys(
  { users, apiKeys }: Pick<Repositories, 'users' | 'apiKeys'>,
  nowMs: number,
): Promise<ListedApiKey[]> {
  const keys = await apiKeys.newest(MAX_LISTED_KEYS);
  const names = new Map((await users.all()).map(({ userId, userName }) => [userId, userName]));
  return keys
    .filter(({ revokedAtMs, expiresAtMs }) => revokedAtMs === null && (expiresAtMs ?? Infinity) > nowMs)
    .map((key) => ({ ...key, userName: names.get(key.userId) ?? '' }));
}

async function list(name: string | undefined, context: AdminContext): Promise<void> {
  const user = name === undefined ? undefined : await existingUser(name, context);
  const keys = (await listApiKeys(context.repositories, context.nowMs)).filter(
    ({ userId }) => user === undefined || userId === user.userId,
  );
  if (keys.length === 0) context.print('There are no API keys.');
  for (const { keyId, userName, name: keyName, scopes, expiresAtMs, used } of keys)
    context.print(
      [
        keyId,
        userName,
        JSON.stringify(keyName),
        scopes.join(','),
        expiresAtMs === null ? 'does not expire' : `expires ${formatISO(expiresAtMs, { in: UTC })}`,
        used === null ? 'never used' : `used ${formatISO(used.atMs, { in: UTC })} from ${used.address}`,
      ].join('  '),
    );
}

async function revoke(id: string | undefined, context: AdminContext): Promise<void> {
  if (id === undefined || !KEY_ID.test(id))
    throw new UsageError('api-key revoke: name the key by its id. "api-key list" shows all.');
  const { apiKeys, users } = context.repositories;
  const key = await apiKeys.byId(id);
  const isRevoked = key !== undefined && (await apiKeys.revokeById(id, context.nowMs));
  if (!isRevoked) throw new Error(`There is no API key ${id}, or it is revoked. "api-key list" shows all.`);
  const user = await users.byId(key.userId);
  context.print(
    `API key ${JSON.stringify(key.name)} of ${user?.userName ?? 'a removed user'} revoked. Its next request is refused; open orders stay.`,
  );
}

async function revokeAll(name: string | undefined, context: AdminContext): Promise<void> {
  if (name === undefined) throw new UsageError('api-key revoke-all: name the user.');
  const user = await existingUser(name, context);
  const count = await context.repositories.apiKeys.revokeOfUser(user.userId, context.nowMs);
  context.print(
    count === 0
      ? `${user.userName} has no API keys.`
      : `All API keys of ${user.userName} revoked (${String(count)}).`,
  );
}

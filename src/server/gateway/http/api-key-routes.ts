import type { Result } from '../../../domain/assert/assert.ts';
import { MAX_API_KEYS, type KeyChangeRefusal } from '../../automation/api-keys.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import type { Principal } from '../../identity/identity.ts';
import type { keysHttp } from '../../../protocol/http-keys.ts';
import type { GatewayDeps } from '../deps.ts';
import { apiKeyToWire } from '../translate/api-keys.ts';
import { secondFactorRefusal } from './second-factor-routes.ts';

/** The calls by which users keep up their API keys. */
export function apiKeyRoutes({
  apiKeys,
  logger,
}: Pick<GatewayDeps, 'apiKeys' | 'logger'>): Pick<Handlers, keyof typeof keysHttp> {
  /** The value of a change, which is logged; a refusal is logged and thrown. */
  const changed = async <Value>(
    facts: { readonly userId: string; readonly address: string; readonly change: string },
    outcome: Promise<Result<Value, KeyChangeRefusal>>,
  ): Promise<Value> => {
    const result = await outcome;
    if (!result.ok) {
      logger.warn({ ...facts, reason: result.error.reason }, 'a change of API keys was refused');
      throw refusalOf(result.error);
    }
    logger.info(facts, 'a user has changed API keys');
    return result.value;
  };
  return {
    async apiKeys({ caller }) {
      const keys = await apiKeys.list(caller.userId);
      return {
        Items: keys.map((key) => ({ ...apiKeyToWire(key), Revoked: key.revokedAtMs })),
      };
    },
    async apiKeyCreate({ caller, body, address }) {
      const wanted = {
        name: body.Name,
        scopes: body.Scopes,
        accounts: body.Accounts,
        addresses: body.Addresses,
        expiresAtMs: body.Expires,
      };
      const given = { password: body.Password, code: body.Code };
      const { keyId, key } = await changed(
        { userId: caller.userId, address, change: 'create' },
        apiKeys.create(ownerOf(caller, address), wanted, given),
      );
      return { Id: keyId, Key: key };
    },
    async apiKeyRotate({ caller, params, body, address }) {
      const given = { password: body.Password, code: body.Code };
      const { keyId, key } = await changed(
        { userId: caller.userId, address, change: 'rotate' },
        apiKeys.rotate(ownerOf(caller, address), { keyId: params.id, expiresAtMs: body.Expires }, given),
      );
      return { Id: keyId, Key: key };
    },
    async apiKeyRevoke({ caller, params, address }) {
      await changed(
        { userId: caller.userId, address, change: 'revoke' },
        apiKeys.revoke(ownerOf(caller, address), params.id),
      );
      return { Ok: true };
    },
  };
}

const ownerOf = ({ userId, userName, isDemo }: Principal, address: string) => ({
  userId,
  userName,
  isDemo,
  address,
});

function refusalOf(refusal: KeyChangeRefusal): HttpRefusal {
  switch (refusal.reason) {
    case 'demo':
      return new HttpRefusal(403, 'API keys are not supported during Demo Session');
    case 'full':
      return new HttpRefusal(409, `You have ${MAX_API_KEYS} API keys already. Revoke one first.`);
    case 'gone':
      return new HttpRefusal(404, 'This API key is revoked or no longer there.');
    case 'past':
      return new HttpRefusal(400, 'The expiry has passed. Choose a later one.');
    case 'account':
      return new HttpRefusal(400, `You have no account ${refusal.value}.`);
    case 'address':
      return new HttpRefusal(
        400,
        `"${refusal.value}" is no address. Enter addresses such as 203.0.113.9, or ranges such as 203.0.113.0/24.`,
      );
    default:
      return secondFactorRefusal(refusal);
  }
}

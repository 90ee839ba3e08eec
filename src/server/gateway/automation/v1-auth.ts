import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiV1Route } from '../../../protocol/api-v1-route.ts';
import type { ApiCaller, ApiKeys, KeyRefusal } from '../../automation/api-keys.ts';
import type { KeyRate, KeyRateState } from '../../automation/key-rate.ts';
import type { AddressOf } from '../../http-kit/client-address.ts';
import { waitText } from '../http/wait-text.ts';
import { ApiRefusal } from './api-refusal.ts';

interface AuthParts {
  readonly apiKeys: Pick<ApiKeys, 'authenticate'>;
  readonly rate: KeyRate;
  readonly addressOf: AddressOf;
}

const RATE_OWNERS: Readonly<Record<KeyRateState['scope'], string>> = {
  key: 'The key has',
  user: 'The keys of the user have together',
};

/** The caller of a request to a route. Counts the request against the rate of the key, and reports the rate in headers. */
export async function authenticateCall(
  { apiKeys, rate, addressOf }: AuthParts,
  route: Pick<ApiV1Route, 'scope'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ApiCaller> {
  const outcome = await apiKeys.authenticate(keyTextOf(request), addressOf(request.raw));
  if (!outcome.ok) throw keyRefusal(outcome.error);
  const caller = outcome.value;
  const state = await rate.count(caller);
  reply
    .header('ratelimit-limit', state.limit)
    .header('ratelimit-remaining', state.remaining)
    .header('ratelimit-reset', state.resetSeconds);
  if (!state.isAllowed)
    throw new ApiRefusal(
      429,
      'rate_limited',
      `${RATE_OWNERS[state.scope]} made ${state.limit} requests in this minute. Try again in ${waitText(state.resetSeconds)}.`,
      { retryAfterSeconds: state.resetSeconds },
    );
  requireScope(route, caller);
  return caller;
}

/** The key that a request came with. Throws the refusal of a request without one. */
export function keyTextOf({ headers }: FastifyRequest): string {
  const key = /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1];
  if (key !== undefined) return key;
  throw new ApiRefusal(401, 'missing_key', 'Send an API key: Authorization: Bearer tdk_…');
}

/** The scope of an order depends on its account, which the route checks itself. */
function requireScope({ scope }: Pick<ApiV1Route, 'scope'>, { scopes }: ApiCaller): void {
  if (scope === 'read' && !scopes.includes('read'))
    throw new ApiRefusal(403, 'missing_scope', 'The key has no scope read.');
  if ((scope === 'manage' || scope === 'run' || scope === 'propose') && !scopes.includes(scope))
    throw new ApiRefusal(403, 'missing_scope', `The key has no scope ${scope}.`);
  if (scope === 'trade' && !scopes.includes('paper') && !scopes.includes('live'))
    throw new ApiRefusal(403, 'missing_scope', 'The key has neither the scope paper nor the scope live.');
}

/** The refusal of a key that does not open the API. */
export function keyRefusal(refusal: KeyRefusal): ApiRefusal {
  switch (refusal.reason) {
    case 'malformed':
    case 'unknown':
      return new ApiRefusal(401, 'invalid_key', 'This is no API key of this server.');
    case 'revoked':
      return new ApiRefusal(401, 'revoked_key', 'The API key was revoked. Create another in the profile.');
    case 'expired':
      return new ApiRefusal(401, 'expired_key', 'The API key has expired. Rotate it in the profile.');
    case 'address':
      return new ApiRefusal(
        403,
        'address_not_allowed',
        'The API key may not be used from this address. Its list of addresses is in the profile.',
      );
    case 'user':
      return new ApiRefusal(
        403,
        'user_not_allowed',
        'The user of the API key is disabled, has expired, or has no permissions.',
      );
    case 'wait':
      return new ApiRefusal(
        429,
        'too_many_wrong_keys',
        `Too many wrong keys came from this address. Try again in ${waitText(refusal.retryAfterSeconds)}.`,
        { retryAfterSeconds: refusal.retryAfterSeconds },
      );
  }
}

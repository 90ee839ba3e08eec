import type { FastifyReply } from 'fastify';
import type { Result } from '../../../domain/assert/assert.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import { passkeySiteOf, type PasskeySite } from '../../http-kit/passkey-site.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import type { PasskeyRefusal } from '../../identity/passkeys.ts';
import type { GatewayDeps } from '../deps.ts';
import { secondFactorRefusal } from './second-factor-routes.ts';

type PasskeyCalls = 'passkeys' | 'passkeyBegin' | 'passkeyAdd' | 'passkeyRemove' | 'passkeyChallenge';

const NO_SITE =
  'Passkeys work over https at a name, or at localhost. Open Tapedeck at such an address, or sign in with your password.';

/** The calls by which users keep up their passkeys, and get a challenge to sign in with one. */
export function passkeyRoutes(
  { identity, logger }: Pick<GatewayDeps, 'identity' | 'logger'>,
  publicUrl: URL | undefined,
): Pick<Handlers, PasskeyCalls> {
  const siteOf = (reply: FastifyReply): PasskeySite => {
    const site = passkeySiteOf(publicUrl, reply.request.headers.origin);
    if (!site) throw new HttpRefusal(409, NO_SITE);
    return site;
  };
  /** The value of a change, which is logged; a refusal is logged and thrown. */
  const changed = async <Value>(
    facts: { readonly userId: string; readonly address: string; readonly change: string },
    outcome: Promise<Result<Value, PasskeyRefusal>>,
  ): Promise<Value> => {
    const result = await outcome;
    if (!result.ok) {
      logger.warn({ ...facts, reason: result.error.reason }, 'a change of passkeys was refused');
      throw refusalOf(result.error);
    }
    logger.info(facts, 'a user has changed passkeys');
    return result.value;
  };
  return {
    async passkeys({ caller }) {
      const passkeys = await identity.passkeysOf(caller.userId);
      return {
        Items: passkeys.map(({ credentialId, name, createdAtMs, usedAtMs }) => ({
          Id: credentialId,
          Name: name,
          Created: createdAtMs,
          Used: usedAtMs,
        })),
      };
    },
    async passkeyBegin({ caller, body, address, reply }) {
      const given = { password: body.Password, code: body.Code, address };
      const { options, pending } = await changed(
        { userId: caller.userId, address, change: 'begin' },
        identity.beginPasskey(caller, siteOf(reply), given),
      );
      return { Options: { ...options }, Pending: pending };
    },
    async passkeyAdd({ caller, body, address }) {
      await changed(
        { userId: caller.userId, address, change: 'add' },
        identity.addPasskey(caller, { pending: body.Pending, response: body.Response, name: body.Name }),
      );
      return { Ok: true };
    },
    async passkeyRemove({ caller: { userId }, params, body, address }) {
      const given = { password: body.Password, code: body.Code, address };
      await changed({ userId, address, change: 'remove' }, identity.removePasskey(userId, params.id, given));
      return { Ok: true };
    },
    async passkeyChallenge({ reply }) {
      const { options, pending } = await identity.passkeyChallenge(siteOf(reply));
      return { Options: { ...options }, Pending: pending };
    },
  };
}

function refusalOf(refusal: PasskeyRefusal): HttpRefusal {
  switch (refusal.reason) {
    case 'response':
      return new HttpRefusal(400, 'The passkey could not be checked. Try again.');
    case 'full':
      return new HttpRefusal(409, 'You have 20 passkeys already. Remove one first.');
    case 'known':
      return new HttpRefusal(409, 'This passkey was added before.');
    case 'gone':
      return new HttpRefusal(404, 'This passkey is no longer there.');
    default:
      return secondFactorRefusal(refusal);
  }
}

import type { FastifyReply } from 'fastify';
import { assertNever } from '../../../domain/assert/assert.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import type { OidcRefusal } from '../../identity/oidc/oidc-sign-in.ts';
import type { GatewayDeps } from '../deps.ts';
import { waitText } from './wait-text.ts';

/** The page that the provider sends browsers back to, below the address of the workstation. */
const RETURN_PAGE = 'oidc';

/** The calls that begin and finish a sign-in at a provider of OpenID Connect. */
export function oidcRoutes(
  { identity, logger }: Pick<GatewayDeps, 'identity' | 'logger'>,
  publicUrl: URL | undefined,
): Pick<Handlers, 'oidcBegin' | 'oidcFinish'> {
  const refused = (refusal: OidcRefusal, address: string): HttpRefusal => {
    const { reason } = refusal;
    logger.warn({ address, reason }, 'a sign-in with OpenID Connect was refused');
    return refusalOf(refusal, identity.oidcLabel ?? '');
  };
  return {
    async oidcBegin({ address, reply }) {
      if (identity.oidcLabel === undefined) throw refused({ reason: 'off' }, address);
      const begun = await identity.beginOidc(returnUrlOf(publicUrl, reply));
      if (!begun.ok) throw refused(begun.error, address);
      return { Url: begun.value.url, Pending: begun.value.pending };
    },
    async oidcFinish({ body, address }) {
      const ticket = await identity.finishOidc({ pending: body.Pending, query: body.Query, address });
      if (!ticket.ok) throw refused(ticket.error, address);
      return { Ticket: ticket.value };
    },
  };
}

/** Below the public URL, or without one on the page that makes the call: the provider accepts only addresses that were registered with it. */
function returnUrlOf(publicUrl: URL | undefined, { request }: FastifyReply): string {
  if (publicUrl) return `${publicUrl.href}${RETURN_PAGE}`;
  const { origin } = request.headers;
  if (origin === undefined)
    throw new HttpRefusal(400, 'The call names no page to return to. Begin the sign-in on the login page.');
  return `${new URL(origin).origin}/${RETURN_PAGE}`;
}

function refusalOf(refusal: OidcRefusal, label: string): HttpRefusal {
  switch (refusal.reason) {
    case 'off':
      return new HttpRefusal(404, 'This server has no provider of OpenID Connect.');
    case 'cancelled':
      return new HttpRefusal(400, `The sign-in with ${label} was cancelled.`);
    case 'pending':
    case 'used':
      return new HttpRefusal(400, 'The sign-in took too long or was used before. Try again.');
    case 'invalid':
      return new HttpRefusal(
        400,
        `The answer of ${label} could not be verified. Try again, or report it to the administrator.`,
      );
    case 'refused':
      return new HttpRefusal(403, `${label} refused the sign-in.`);
    case 'unlinked':
      return new HttpRefusal(
        403,
        `Your account ${refusal.subject} at ${label} is not linked to a user. Have the administrator link it.`,
      );
    case 'clock':
      return new HttpRefusal(
        502,
        `The clocks of this server and of ${label} differ. Report it to the administrator.`,
      );
    case 'client':
      return new HttpRefusal(502, `${label} does not accept this server. Report it to the administrator.`);
    case 'unreachable':
      return new HttpRefusal(502, `${label} does not answer. Try again later, or sign in another way.`);
    case 'wait':
      return new HttpRefusal(429, `Too many tries. Try again in ${waitText(refusal.retryAfterSeconds)}.`);
    case 'failed':
      return new HttpRefusal(503, 'The sign-in failed. Try again later.');
    default:
      return assertNever(refusal);
  }
}

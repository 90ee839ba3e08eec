import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import type { ResetRefusal } from '../../identity/reset-link.ts';
import type { GatewayDeps } from '../deps.ts';
import { waitText } from './wait-text.ts';

/** The calls that mail a reset link, and set a new password with one. */
export function resetRoutes({
  identity,
  mailedResets,
  logger,
}: Pick<GatewayDeps, 'identity' | 'mailedResets' | 'logger'>): Pick<
  Handlers,
  'checkResetLink' | 'resetPassword' | 'signInOptions' | 'forgotPassword'
> {
  return {
    async signInOptions() {
      return { MailsResetLinks: mailedResets !== undefined, OidcLabel: identity.oidcLabel ?? null };
    },
    async forgotPassword({ body, address }) {
      if (!mailedResets)
        throw new HttpRefusal(404, 'This server does not mail reset links. The administrator can make one.');
      const retryAfterSeconds = await mailedResets.request(body.User, address);
      if (retryAfterSeconds !== undefined)
        throw new HttpRefusal(429, `Too many tries. Try again in ${waitText(retryAfterSeconds)}.`);
      logger.info({ address }, 'a reset link by mail was requested');
      return { Ok: true };
    },
    async checkResetLink({ body, address }) {
      const result = await identity.checkResetLink({ token: body.Token, address });
      if (!result.ok) throw refusalOf(result.error);
      return { Ok: true };
    },
    async resetPassword({ body, address }) {
      const result = await identity.resetPassword({
        token: body.Token,
        newPassword: body.NewPassword,
        address,
      });
      if (!result.ok) {
        logger.warn({ address, reason: result.error.reason }, 'a password reset was refused');
        throw refusalOf(result.error);
      }
      logger.info({ address, userId: result.value }, 'a password was reset');
      return { Ok: true };
    },
  };
}

function refusalOf(refusal: ResetRefusal): HttpRefusal {
  switch (refusal.reason) {
    case 'link':
      return new HttpRefusal(
        403,
        'This link is no longer valid: it was used, has expired, or was replaced by a newer one. Request a new link from the administrator.',
      );
    case 'password':
      return new HttpRefusal(400, 'New password is incorrect');
    case 'wait':
      return new HttpRefusal(429, `Too many tries. Try again in ${waitText(refusal.retryAfterSeconds)}.`);
    case 'demo':
    case 'failed':
      return new HttpRefusal(503, 'The password could not be set. Try again later.');
  }
}

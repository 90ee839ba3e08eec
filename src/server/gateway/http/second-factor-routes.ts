import type { Result } from '../../../domain/assert/assert.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import type { SecondFactorRefusal } from '../../identity/second-factor.ts';
import type { GatewayDeps } from '../deps.ts';
import { waitText } from './wait-text.ts';

type SecondFactorCalls =
  | 'secondFactor'
  | 'secondFactorBegin'
  | 'secondFactorConfirm'
  | 'secondFactorNewCodes'
  | 'secondFactorTurnOff';

/** The calls by which users see and change their second factor. */
export function secondFactorRoutes({
  identity,
  logger,
}: Pick<GatewayDeps, 'identity' | 'logger'>): Pick<Handlers, SecondFactorCalls> {
  /** The value of a change, which is logged; a refusal is logged and thrown. */
  const changed = async <Value>(
    facts: { readonly userId: string; readonly address: string; readonly change: string },
    outcome: Promise<Result<Value, SecondFactorRefusal>>,
  ): Promise<Value> => {
    const result = await outcome;
    if (!result.ok) {
      logger.warn({ ...facts, reason: result.error.reason }, 'a change of a second factor was refused');
      throw secondFactorRefusal(result.error);
    }
    logger.info(facts, 'a user has changed the second factor');
    return result.value;
  };
  return {
    async secondFactor({ caller }) {
      const { sinceMs, recoveryCodes } = await identity.secondFactorOf(caller.userId);
      return { Since: sinceMs, RecoveryCodes: recoveryCodes };
    },
    async secondFactorBegin({ caller, body, address }) {
      const { secret, uri, pending } = await changed(
        { userId: caller.userId, address, change: 'begin' },
        identity.beginSecondFactor(caller, { password: body.Password, address }),
      );
      return { Secret: secret, Uri: uri, Pending: pending };
    },
    async secondFactorConfirm({ caller, body, address }) {
      const codes = await changed(
        { userId: caller.userId, address, change: 'on' },
        identity.confirmSecondFactor(caller, { pending: body.Pending, code: body.Code }),
      );
      return { RecoveryCodes: [...codes] };
    },
    async secondFactorNewCodes({ caller: { userId }, body, address }) {
      const codes = await changed(
        { userId, address, change: 'recovery codes' },
        identity.renewRecoveryCodes(userId, { password: body.Password, code: body.Code, address }),
      );
      return { RecoveryCodes: [...codes] };
    },
    async secondFactorTurnOff({ caller: { userId }, body, address }) {
      await changed(
        { userId, address, change: 'off' },
        identity.turnSecondFactorOff(userId, { password: body.Password, code: body.Code, address }),
      );
      return { Ok: true };
    },
  };
}

/** The answer to a change of the second factor that was refused. */
export function secondFactorRefusal(refusal: SecondFactorRefusal): HttpRefusal {
  switch (refusal.reason) {
    case 'demo':
      return new HttpRefusal(403, 'Two-step sign-in is not supported during Demo Session');
    case 'password':
      return new HttpRefusal(403, 'The password is incorrect.');
    case 'code':
      return new HttpRefusal(403, 'The code is incorrect or was used before. Wait for the next one.');
    case 'pending':
      return new HttpRefusal(400, 'The setup took too long. Start again.');
    case 'on':
      return new HttpRefusal(409, 'Two-step sign-in is already on.');
    case 'off':
      return new HttpRefusal(409, 'Two-step sign-in is off.');
    case 'wait':
      return new HttpRefusal(429, `Too many tries. Try again in ${waitText(refusal.retryAfterSeconds)}.`);
    case 'failed':
      return new HttpRefusal(503, 'Two-step sign-in could not be changed. Try again later.');
  }
}

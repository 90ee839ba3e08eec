import { encode, type Body } from '../../../protocol/index.ts';
import type { PasswordChangeResult, Principal } from '../../identity/identity.ts';
import type { GatewayDeps } from '../deps.ts';
import type { UserRegistry } from '../session-registry.ts';
import { profileFromWire } from '../translate/identity.ts';

/** What a user changes of their own over the trading socket. */
export interface UserCalls {
  changePassword(body: Body<'changePassword'>, principal: Principal, address: string): Promise<void>;
  updateUserInfo(body: Body<'updateUserInfo'>, principal: Principal): Promise<void>;
  /** Answers a call that failed on the way. */
  passwordFailed(id: number): void;
  userInfoFailed(): void;
}

const USER_NOT_FOUND = 1;
const REFUSED = -1;

/** Serves the calls of one connection; contact data that was saved is sent to all connections of the user. */
export function createUserCalls(
  deps: GatewayDeps,
  registry: UserRegistry,
  send: (text: string) => void,
): UserCalls {
  const passwordResult = (Id: number, Result: PasswordChangeResult): void =>
    send(encode('changePasswordResult', { Id, Result }));
  const userInfoResult = (Code: number, Message: string): void =>
    send(encode('updateUserInfoResult', { Code, Message }));
  return {
    async changePassword(body, principal, address) {
      const result = await deps.identity.changePassword(principal, {
        oldPassword: body.OldPassword,
        newPassword: body.NewPassword,
        address,
      });
      deps.logger[result === 'Success' ? 'info' : 'warn'](
        { address, userId: principal.userId, result },
        'password change',
      );
      passwordResult(body.Id, result);
    },
    async updateUserInfo(body, principal) {
      const saved = await deps.identity.updateProfile(principal, profileFromWire(body));
      if (!saved.ok)
        return saved.error.message === undefined
          ? userInfoResult(USER_NOT_FOUND, 'User not found')
          : userInfoResult(REFUSED, saved.error.message);
      userInfoResult(0, '');
      registry.notifyProfile(principal.userId, saved.value);
    },
    passwordFailed: (id) => passwordResult(id, 'OtherError'),
    userInfoFailed: () => userInfoResult(REFUSED, 'Error occured, please try again later'),
  };
}

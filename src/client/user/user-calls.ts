import type { Body, Message } from '../../protocol/index.ts';
import { catalogue } from '../../protocol/index.ts';
import type { Connection } from '../connection/connection.ts';
import { REQUEST_TIMEOUT_MS, TIMEOUT_TEXT } from '../connection/requests.ts';
import type { HostClock } from '../host-clock.ts';
import type { ContactInfo, Outcome, UserCalls } from '../types.ts';

type PasswordResult = Body<'changePasswordResult'>['Result'];

/** What a password change says (spec platform.md §8, its spelling kept); null = it was changed. */
export const PASSWORD_RESULT_TEXTS: Readonly<Record<PasswordResult, string | null>> = {
  Undefined: null,
  Success: null,
  UserNotFound: 'User ID not found',
  UserIsLocked: 'User ID is locked',
  UserIsExpired: 'User ID has expired',
  OldPasswordInvalid: 'Current password is incorrect',
  NewPasswordInvalid: 'New password is incorrect',
  OtherError: 'Unexpected error has occured',
};
const DEMO_PASSWORD_TEXT = 'Changing the password is not supported during Demo Session';
const DEMO_CONTACT_TEXT = 'Changing contact info is not supported during Demo Session';
export const NOT_CONNECTED_TEXT = 'The server could not be reached. Check the connection and try again.';
export const LOST_TEXT =
  'The connection was lost before the server answered. The change may or may not have been made. Check before you repeat it.';

const CONTACT_NOT_FOUND = 1;
const CONTACT_REFUSED = -1;

export interface UserCallsDeps {
  readonly clock: HostClock;
  readonly trading: Pick<Connection, 'sendReady'>;
  readonly isDemo: () => boolean;
  /** The server has saved this: what is known of the user follows. */
  readonly onContactSaved: (contact: ContactInfo) => void;
}

/** The user's own calls as the trading connection feeds them. */
export interface UserCallsCore extends UserCalls {
  onTrading(message: Message<'trading', 'toClient'>): void;
  /** The trading socket was lost: requests on it will not be answered. */
  onLost(): void;
  dispose(): void;
}

interface Waiting {
  end(outcome: Outcome): void;
}

export function createUserCalls({ clock, trading, isDemo, onContactSaved }: UserCallsDeps): UserCallsCore {
  let lastId = 0;
  const passwords = new Map<number, Waiting>();
  /** Contact answers carry no id: the server answers in order, so the first request is answered first. */
  let contacts: (Waiting & { readonly contact: ContactInfo; isOver: boolean })[] = [];

  /** A promise of an outcome that fails by itself when no answer comes. */
  function waiting(forget: () => void): { promise: Promise<Outcome>; entry: Waiting } {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const timer = clock.setTimeout(() => entry.end({ ok: false, message: TIMEOUT_TEXT }), REQUEST_TIMEOUT_MS);
    const entry: Waiting = {
      end(outcome) {
        clock.clearTimeout(timer);
        forget();
        resolve(outcome);
      },
    };
    return { promise, entry };
  }

  function endAll(message: string): void {
    for (const entry of [...passwords.values(), ...contacts]) entry.end({ ok: false, message });
    contacts = [];
  }

  return {
    async changePassword(oldPassword, newPassword) {
      if (isDemo()) return { ok: false, message: DEMO_PASSWORD_TEXT };
      const Id = ++lastId;
      if (!trading.sendReady('changePassword', { Id, OldPassword: oldPassword, NewPassword: newPassword }))
        return { ok: false, message: NOT_CONNECTED_TEXT };
      const { promise, entry } = waiting(() => passwords.delete(Id));
      passwords.set(Id, entry);
      return promise;
    },
    async updateContact(contact) {
      if (isDemo()) return { ok: false, message: DEMO_CONTACT_TEXT };
      // Field by field: the wire takes no other fields than these.
      const {
        FirstName,
        LastName,
        Phone,
        MobilePhone,
        Email,
        Address,
        AddressLine2,
        City,
        State,
        Zip,
        Country,
      } = contact;
      const body = {
        FirstName,
        LastName,
        Phone,
        MobilePhone,
        Email,
        Address,
        AddressLine2,
        City,
        State,
        Zip,
        Country,
      };
      if (!trading.sendReady('updateUserInfo', body)) return { ok: false, message: NOT_CONNECTED_TEXT };
      // One given up keeps its place in the line, for its late answer must not be taken for the next one's.
      const { promise, entry } = waiting(() => {
        call.isOver = true;
      });
      const call = { ...entry, contact: body, isOver: false };
      contacts.push(call);
      return promise;
    },

    onTrading(message) {
      switch (message.name) {
        case 'changePasswordResult': {
          const text = PASSWORD_RESULT_TEXTS[message.body.Result];
          passwords.get(message.body.Id)?.end(text === null ? { ok: true } : { ok: false, message: text });
          break;
        }
        case 'updateUserInfoResult': {
          const call = contacts.shift();
          const { Code, Message: said } = message.body;
          const isSaved = Code !== CONTACT_NOT_FOUND && Code !== CONTACT_REFUSED;
          if (call !== undefined && isSaved) onContactSaved(call.contact);
          if (call === undefined || call.isOver) break;
          if (isSaved) call.end({ ok: true });
          else call.end({ ok: false, message: Code === CONTACT_NOT_FOUND ? 'User not found' : said });
          break;
        }
        case 'failure': {
          const { RequestT, Message: said } = message.body;
          if (RequestT === catalogue.changePassword.T)
            [...passwords.values()][0]?.end({ ok: false, message: said });
          else if (RequestT === catalogue.updateUserInfo.T) {
            const call = contacts.shift();
            if (call !== undefined && !call.isOver) call.end({ ok: false, message: said });
          }
          break;
        }
        default:
          break;
      }
    },
    onLost: () => endAll(LOST_TEXT),
    dispose: () => endAll(NOT_CONNECTED_TEXT),
  };
}

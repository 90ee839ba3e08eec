import { catalogue, type Body } from '../../protocol/index.ts';
import type { Connection } from '../connection/connection.ts';
import { REQUEST_TIMEOUT_MS, TIMEOUT_TEXT } from '../connection/requests.ts';
import type { HostClock } from '../host-clock.ts';
import type { ReceivedBy } from '../message-receivers.ts';
import type { ContactInfo, Outcome, UserCalls } from '../types.ts';

type PasswordResult = Body<'changePasswordResult'>['Result'];

/** The text for each result of a password change (spec platform.md §8, its spelling kept); null = it was changed. */
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
/** Shown when a call cannot be sent. */
export const NOT_CONNECTED_TEXT = 'The server could not be reached. Check the connection and try again.';
/** Shown when the connection was lost while a call was pending. */
export const LOST_TEXT =
  'The connection was lost before the server answered. The change may or may not have been made. Check before you repeat it.';

/** Codes of updateUserInfoResult; any other means that the contact data was saved. */
const CONTACT_NOT_FOUND = 1;
const CONTACT_REFUSED = -1;

/** What the user's calls need from the rest of the client. */
export interface UserCallsDeps {
  readonly clock: HostClock;
  readonly trading: Pick<Connection, 'sendReady'>;
  readonly isDemo: () => boolean;
  /** The server has saved this contact data. */
  readonly onContactSaved: (contact: ContactInfo) => void;
}

/** A call that waits for its answer. */
interface PendingCall {
  end(outcome: Outcome): void;
}

interface ContactCall extends PendingCall {
  readonly contact: ContactInfo;
  /** The caller no longer waits. */
  isOver: boolean;
}

/** Changes of the user's password and contact data on the trading socket. */
export class TradingUserCalls implements UserCalls {
  readonly #deps: UserCallsDeps;
  readonly #passwordCalls = new Map<number, PendingCall>();
  /** Contact answers carry no id, but the server answers in order: the first request is answered first. */
  #contactCalls: ContactCall[] = [];
  #lastId = 0;

  constructor(deps: UserCallsDeps) {
    this.#deps = deps;
  }

  async changePassword(oldPassword: string, newPassword: string): Promise<Outcome> {
    const { isDemo, trading } = this.#deps;
    if (isDemo()) return { ok: false, message: DEMO_PASSWORD_TEXT };
    const Id = ++this.#lastId;
    if (!trading.sendReady('changePassword', { Id, OldPassword: oldPassword, NewPassword: newPassword }))
      return { ok: false, message: NOT_CONNECTED_TEXT };
    const { promise, call } = this.#pendingCall(() => this.#passwordCalls.delete(Id));
    this.#passwordCalls.set(Id, call);
    return promise;
  }

  async updateContact(contact: ContactInfo): Promise<Outcome> {
    const { isDemo, trading } = this.#deps;
    if (isDemo()) return { ok: false, message: DEMO_CONTACT_TEXT };
    const body = contactBody(contact);
    if (!trading.sendReady('updateUserInfo', body)) return { ok: false, message: NOT_CONNECTED_TEXT };
    // A call that timed out stays in the queue: its late answer must not be taken for the next call's.
    const { promise, call } = this.#pendingCall(() => {
      contactCall.isOver = true;
    });
    const contactCall = { ...call, contact: body, isOver: false };
    this.#contactCalls.push(contactCall);
    return promise;
  }

  /** Takes a message of the trading socket. */
  onTrading(message: ReceivedBy<'user'>): void {
    switch (message.name) {
      case 'changePasswordResult':
        return this.#onPasswordResult(message.body);
      case 'updateUserInfoResult':
        return this.#onContactResult(message.body);
      case 'failure':
        return this.#onFailure(message.body);
    }
  }

  /** The trading socket was lost: pending calls will not be answered. */
  onLost(): void {
    this.#endAll(LOST_TEXT);
  }

  dispose(): void {
    this.#endAll(NOT_CONNECTED_TEXT);
  }

  /** A promise of an outcome that fails by itself when no answer arrives in time. */
  #pendingCall(forget: () => void): { promise: Promise<Outcome>; call: PendingCall } {
    const { clock } = this.#deps;
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const timer = clock.setTimeout(() => call.end({ ok: false, message: TIMEOUT_TEXT }), REQUEST_TIMEOUT_MS);
    const call: PendingCall = {
      end(outcome) {
        clock.clearTimeout(timer);
        forget();
        resolve(outcome);
      },
    };
    return { promise, call };
  }

  #onPasswordResult({ Id, Result }: Body<'changePasswordResult'>): void {
    const text = PASSWORD_RESULT_TEXTS[Result];
    this.#passwordCalls.get(Id)?.end(text === null ? { ok: true } : { ok: false, message: text });
  }

  #onContactResult({ Code, Message: text }: Body<'updateUserInfoResult'>): void {
    const call = this.#contactCalls.shift();
    const isSaved = Code !== CONTACT_NOT_FOUND && Code !== CONTACT_REFUSED;
    if (call === undefined) return;
    if (isSaved) this.#deps.onContactSaved(call.contact);
    if (call.isOver) return;
    if (isSaved) call.end({ ok: true });
    else call.end({ ok: false, message: Code === CONTACT_NOT_FOUND ? 'User not found' : text });
  }

  #onFailure({ RequestT, Message: message }: Body<'failure'>): void {
    if (RequestT === catalogue.changePassword.T) {
      const [first] = this.#passwordCalls.values();
      first?.end({ ok: false, message });
    } else if (RequestT === catalogue.updateUserInfo.T) {
      const call = this.#contactCalls.shift();
      if (call !== undefined && !call.isOver) call.end({ ok: false, message });
    }
  }

  #endAll(message: string): void {
    for (const call of [...this.#passwordCalls.values(), ...this.#contactCalls])
      call.end({ ok: false, message });
    this.#contactCalls = [];
  }
}

/** Field by field: the wire takes no other fields. */
const contactBody = (contact: ContactInfo): Body<'updateUserInfo'> => ({
  FirstName: contact.FirstName,
  LastName: contact.LastName,
  Phone: contact.Phone,
  MobilePhone: contact.MobilePhone,
  Email: contact.Email,
  Address: contact.Address,
  AddressLine2: contact.AddressLine2,
  City: contact.City,
  State: contact.State,
  Zip: contact.Zip,
  Country: contact.Country,
});

import { beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD_CHANGE_RESULTS } from '../../protocol/index.ts';
import type { Body, MessageName } from '../../protocol/index.ts';
import { REQUEST_TIMEOUT_MS } from '../connection/requests.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import type { ContactInfo } from '../types.ts';
import { TradingUserCalls, LOST_TEXT, NOT_CONNECTED_TEXT, PASSWORD_RESULT_TEXTS } from './user-calls.ts';

const TIMEOUT = 'Timeout has occured loading data';
const contact: ContactInfo = {
  FirstName: 'Ann',
  LastName: 'Lee',
  Phone: '1',
  MobilePhone: '2',
  Email: 'a@b.example',
  Address: 'x',
  AddressLine2: '',
  City: 'y',
  State: 'NY',
  Zip: '10001',
  Country: 'US',
};
let clock: ManualClock;
let sent: { name: MessageName; body: unknown }[];
let isOpen: boolean;
let isDemo: boolean;
let saved: ContactInfo[];
let user: TradingUserCalls;

const answerPassword = (Id: number, Result: Body<'changePasswordResult'>['Result']) =>
  user.onTrading({ name: 'changePasswordResult', body: { Id, Result } });
const answerContact = (Code: number, Message = '') =>
  user.onTrading({ name: 'updateUserInfoResult', body: { Code, Message } });
const fail = (RequestT: number, Message: string) =>
  user.onTrading({ name: 'failure', body: { Message, ErrorCode: 0, RequestT } });

beforeEach(() => {
  clock = createManualClock();
  sent = [];
  isOpen = true;
  isDemo = false;
  saved = [];
  const trading = {
    sendReady: (name: MessageName, body: unknown) => isOpen && sent.push({ name, body }) > 0,
  };
  user = new TradingUserCalls({
    clock,
    trading,
    isDemo: () => isDemo,
    onContactSaved: (each) => void saved.push(each),
  });
});

describe('a password change', () => {
  test.each([
    ['UserNotFound', 'User ID not found'],
    ['UserIsLocked', 'User ID is locked'],
    ['UserIsExpired', 'User ID has expired'],
    ['OldPasswordInvalid', 'Current password is incorrect'],
    ['NewPasswordInvalid', 'New password is incorrect'],
    ['OtherError', 'Unexpected error has occured'],
  ] as const)('answered %s says "%s"', async (result, message) => {
    const outcome = user.changePassword('old', 'new');
    answerPassword(1, result);
    expect(await outcome).toEqual({ ok: false, message });
  });

  test.each([['Success'], ['Undefined']] as const)('answered %s has happened', async (result) => {
    const outcome = user.changePassword('old', 'new');
    expect(sent).toEqual([
      { name: 'changePassword', body: { Id: 1, OldPassword: 'old', NewPassword: 'new' } },
    ]);
    answerPassword(1, result);
    expect(await outcome).toEqual({ ok: true });
    expect(clock.timerCount()).toBe(0);
  });

  test('has a text for every result of the wire', () => {
    expect(Object.keys(PASSWORD_RESULT_TEXTS).sort()).toEqual([...PASSWORD_CHANGE_RESULTS].sort());
  });

  test('resolves with the answer that has its own id', async () => {
    const first = user.changePassword('a', 'b');
    const second = user.changePassword('a', 'c');
    answerPassword(2, 'OldPasswordInvalid');
    answerPassword(1, 'Success');
    expect(await Promise.all([first, second])).toEqual([
      { ok: true },
      { ok: false, message: 'Current password is incorrect' },
    ]);
  });

  test('times out after 30 seconds, and reports a refusal of the request itself', async () => {
    const slow = user.changePassword('a', 'b');
    clock.advance(REQUEST_TIMEOUT_MS);
    expect(await slow).toEqual({ ok: false, message: TIMEOUT });
    answerPassword(1, 'Success');
    const refused = user.changePassword('a', 'b');
    fail(8, 'Too many tries.');
    expect(await refused).toEqual({ ok: false, message: 'Too many tries.' });
  });
});

describe('a contact update', () => {
  test.each([
    [1, 'x', { ok: false, message: 'User not found' }],
    [-1, 'The e-mail address is taken.', { ok: false, message: 'The e-mail address is taken.' }],
    [0, '', { ok: true }],
    [7, 'whatever', { ok: true }],
  ])('answered with code %i', async (code, message, expected) => {
    const outcome = user.updateContact(contact);
    answerContact(code, message);
    expect(await outcome).toEqual(expected);
    expect(saved).toEqual(expected.ok ? [contact] : []);
  });

  test('sends the contact fields and nothing else', async () => {
    // A form may pass a whole profile.
    void user.updateContact({ ...contact, UserId: 'u', UserName: 'n' } as ContactInfo);
    expect(sent).toEqual([{ name: 'updateUserInfo', body: contact }]);
  });

  test('that timed out leaves its late answer to itself, not to the next one', async () => {
    const slow = user.updateContact({ ...contact, City: 'first' });
    clock.advance(REQUEST_TIMEOUT_MS);
    expect(await slow).toEqual({ ok: false, message: TIMEOUT });
    const next = user.updateContact({ ...contact, City: 'second' });
    answerContact(0);
    expect(saved.map(({ City }) => City)).toEqual(['first']);
    answerContact(-1, 'No.');
    expect(await next).toEqual({ ok: false, message: 'No.' });
  });
});

test('both are refused in a demo and without a connection, and say so when the connection is lost before the answer', async () => {
  const both = () => Promise.all([user.changePassword('a', 'b'), user.updateContact(contact)]);
  const outcomes = both();
  user.onLost();
  expect(await outcomes).toEqual([
    { ok: false, message: LOST_TEXT },
    { ok: false, message: LOST_TEXT },
  ]);
  expect(clock.timerCount()).toBe(0);
  isOpen = false;
  expect(await both()).toEqual([
    { ok: false, message: NOT_CONNECTED_TEXT },
    { ok: false, message: NOT_CONNECTED_TEXT },
  ]);
  isDemo = true;
  expect((await both()).map((outcome) => (outcome.ok ? '' : outcome.message))).toEqual([
    expect.stringContaining('Demo Session'),
    expect.stringContaining('Demo Session'),
  ]);
  expect(sent).toHaveLength(2);
});

import { describe, expect, it } from 'vitest';
import { ACCOUNT_SELECT_FAILURES, LOGIN_FAILURES } from '../../protocol/index.ts';
import { chooseAccount } from './choose-account.ts';
import {
  ACCOUNT_SELECT_FAILURE_TEXTS,
  LOGIN_FAILURE_TEXTS,
  loginFailureText,
  NO_ACCOUNTS_TEXT,
} from './failure-texts.ts';

describe('a login that failed', () => {
  it.each([
    ['WrongPassword', 'Invalid password'],
    ['LoggedInOnAnotherMachine', 'Already logged in on another machine'],
    ['UserDisabled', 'Username is disabled'],
    ['UserExpired', 'Username is expired'],
    ['ServerError', 'Error occured, please try again later'],
  ] as const)('for %s says "%s"', (failure, text) => expect(loginFailureText(failure)).toBe(text));

  it('for want of accounts says so', () =>
    expect(NO_ACCOUNTS_TEXT).toBe('No accounts available for this username'));

  it('says something for each failure of the wire, those without a text in the specification included', () => {
    expect(LOGIN_FAILURES).toEqual([
      'WrongPassword',
      'LoggedInOnAnotherMachine',
      'UserDisabled',
      'UserExpired',
      'ServerError',
      'NotFrontEndUser',
      'StreamingServiceInaccessible',
      'NoLoginResponse',
      'WrongCode',
      'WrongPasskey',
      'WrongTicket',
    ]);
    for (const failure of LOGIN_FAILURES) expect(LOGIN_FAILURE_TEXTS[failure]).toMatch(/^[A-Z].{10,}/);
  });

  it('adds the seconds to wait when the server names them', () => {
    expect(loginFailureText('ServerError', 12.1)).toBe(
      'Error occured, please try again later. Try again in 13 seconds',
    );
    expect(loginFailureText('ServerError', 0)).toBe('Error occured, please try again later');
  });
});

describe('an account that cannot be selected', () => {
  it.each([
    ['DatabaseError', 'Account loading failed'],
    ['DoesNotExist', 'Account does not exist'],
    ['UnavailableForUser', 'Account is not available for this username'],
    ['AlreadyLoggedIn', 'Account already logged in on another machine'],
    ['Locked', 'Account is temporarily locked by adminmistrator'],
    ['NoPlatformPermission', 'Account does not have permission to use web platform'],
  ] as const)('for %s says "%s"', (failure, text) =>
    expect(ACCOUNT_SELECT_FAILURE_TEXTS[failure]).toBe(text),
  );

  it('has no other reasons', () =>
    expect(Object.keys(ACCOUNT_SELECT_FAILURE_TEXTS).sort()).toEqual([...ACCOUNT_SELECT_FAILURES].sort()));
});

describe('the account that is opened after the login', () => {
  const accounts = { demo: ['D-1', 'D-2'], live: ['L-1', 'L-2'] };
  it('is the default one while it is available', () => {
    expect([chooseAccount(accounts, 'D-2'), chooseAccount(accounts, 'L-2')]).toEqual(['D-2', 'L-2']);
  });
  it('is else the first demo account, else the first live one, else none', () => {
    expect(chooseAccount(accounts, null)).toBe('D-1');
    expect(chooseAccount(accounts, 'GONE')).toBe('D-1');
    expect(chooseAccount({ demo: [], live: ['L-1', 'L-2'] }, null)).toBe('L-1');
    expect(chooseAccount({ demo: [], live: [] }, 'D-1')).toBeUndefined();
  });
});

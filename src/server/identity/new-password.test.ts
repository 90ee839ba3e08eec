import { describe, expect, it } from 'vitest';
import { isGoodNewPassword } from './new-password.ts';

const user = { userName: 'Ann.Marie', oldPassword: 'the-old-one' };

describe('a new password', () => {
  it.each([
    '12345678',
    '0123456789abcdef'.repeat(16),
    'Ann.Marie.1',
    'THE-OLD-ONE',
    '  spaces count  ',
    'pässwörter',
  ])('may be %j', (password) => {
    expect(isGoodNewPassword(password, user)).toBe(true);
  });
  it.each([
    ['is shorter than 8 characters', '1234567'],
    ['is longer than 256 characters', 'x'.repeat(257)],
    ['is the user name', 'Ann.Marie'],
    ['is the user name in another case', 'aNN.mARIE'],
    ['is the old one', 'the-old-one'],
    ['is empty', ''],
    ['is 12 spaces', ' '.repeat(12)],
    ['is blank in other ways', ' \t\u00a0\u2003'.repeat(3)],
    ['is one character', 'x'.repeat(40)],
    ['has three different characters', 'abcabcab'],
    ['is a short part again and again', 'Ab1!Ab1!Ab1!'],
    ['is short once its letters are composed', 'e\u0301'.repeat(5)],
  ])('is refused when it %s', (_reason, password) => {
    expect(isGoodNewPassword(password, user)).toBe(false);
  });
  it('is refused when it is the old one, composed differently', () => {
    expect(isGoodNewPassword('cafe\u0301-cafe', { ...user, oldPassword: 'caf\u00e9-cafe' })).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { generatePassword, hashPassword, TooBusyError, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  it('hashes into an argon2id PHC string with 19 MiB, two passes, one lane and a new salt each time', async () => {
    const [first, second] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword('correct horse', first)).toBe(true);
    expect(await verifyPassword('correct horsf', first)).toBe(false);
  });

  it('agrees with the reference implementation', async () => {
    // One of the reference implementation's own test vectors: other cost, other salt length than ours.
    expect(
      await verifyPassword(
        'password',
        '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
      ),
    ).toBe(true);
  });

  it('takes a password however its letters are composed', async () => {
    expect(await verifyPassword('zu\u0308rich-pass', await hashPassword('zürich-pass'))).toBe(true);
  });

  it.each([
    '',
    'password',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$AAAA',
  ])('fits no password to the string %j', async (phc) => {
    expect(await verifyPassword('', phc)).toBe(false);
    expect(await verifyPassword('password', phc)).toBe(false);
  });

  it('refuses calls when too many wait, and accepts them again afterwards', async () => {
    const cheap = '$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA';
    const outcomes = await Promise.allSettled(Array.from({ length: 260 }, () => verifyPassword('x', cheap)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.length).toBe(260 - 202);
    expect(refused.every((outcome) => outcome.reason instanceof TooBusyError)).toBe(true);
    expect(await verifyPassword('x', cheap)).toBe(false);
  });

  it('makes a different strong password each time', () => {
    const made = new Set(Array.from({ length: 100 }, generatePassword));
    expect(made.size).toBe(100);
    for (const password of made) expect(password).toMatch(/^[a-zA-Z2-9]{5}(-[a-zA-Z2-9]{5}){3}$/);
  });
});

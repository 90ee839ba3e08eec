import { expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

it.each(['password', 'PassWord', 'password1', '12345678', 'iloveyou', 'Tapedeck', 'qwertyuiop'])(
  '%s is one that attackers try first',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  },
);
it.each(['correct horse battery staple', 'x'.repeat(30), 'ann-lee-2031!', ''])(
  '%j is not',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  },
);

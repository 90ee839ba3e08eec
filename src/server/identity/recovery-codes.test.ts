import { describe, expect, it } from 'vitest';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';

describe('recovery codes', () => {
  it('are ten different ones of four groups', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
  });

  it('are read however they are typed', () => {
    const hash = recoveryCodeHash('u', '7k2m-x0pf-1e4t-bw3c');
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    for (const typed of [
      '7K2M-X0PF-1E4T-BW3C',
      ' 7k2mx0pf1e4tbw3c\n',
      '7k2m xOpf le4t bw3c',
      '7k2m-xopf-Ie4t-bw3c',
    ])
      expect(recoveryCodeHash('u', typed)).toBe(hash);
  });

  it('have another hash for another user, and none when they are no codes', () => {
    expect(recoveryCodeHash('v', '7k2m-x0pf-1e4t-bw3c')).not.toBe(
      recoveryCodeHash('u', '7k2m-x0pf-1e4t-bw3c'),
    );
    for (const text of ['', '123456', '7k2m-x0pf-1e4t', '7k2m-x0pf-1e4t-bw3c7', '7k2m-x0pf-1e4t-bw3u'])
      expect(recoveryCodeHash('u', text)).toBeUndefined();
  });
});

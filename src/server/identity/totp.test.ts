import { describe, expect, it } from 'vitest';
import { base32, matchingStep, newTotpSecret, otpauthUri, totpCode, totpStepAt } from './totp.ts';

/** The secret of the test vectors of RFC 4226 and RFC 6238. */
const RFC_SECRET = Buffer.from('12345678901234567890');

describe('a code', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('is that of RFC 6238 at %i seconds', (seconds, code) => {
    expect(totpCode(RFC_SECRET, totpStepAt(seconds * 1000), 8)).toBe(code);
  });

  it('has six digits, as in RFC 4226', () => {
    expect([0, 1, 2, 3, 4].map((step) => totpCode(RFC_SECRET, step))).toEqual([
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
    ]);
  });

  it('is accepted one step before and after its own, and no further', () => {
    const step = 57_000_000;
    const nowMs = step * 30_000 + 12_345;
    const accepted = [-2, -1, 0, 1, 2].map((apart) =>
      matchingStep(RFC_SECRET, totpCode(RFC_SECRET, step + apart), nowMs),
    );
    expect(accepted).toEqual([undefined, step - 1, step, step + 1, undefined]);
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '287082\n', '-87082'])('is not %j', (text) => {
    expect(matchingStep(RFC_SECRET, text, 30_000)).toBeUndefined();
  });
});

describe('a secret', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is written as in RFC 4648', (text, written) => {
    expect(base32(Buffer.from(text))).toBe(written);
  });

  it('has 160 random bits, and is named after its user in the address for the app', () => {
    const secret = newTotpSecret();
    expect(secret).toHaveLength(20);
    expect(secret.equals(newTotpSecret())).toBe(false);
    const uri = new URL(otpauthUri(secret, 'ann & co'));
    expect([uri.protocol, uri.host, uri.pathname]).toEqual(['otpauth:', 'totp', '/Tapedeck:ann%20%26%20co']);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: base32(secret),
      issuer: 'Tapedeck',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

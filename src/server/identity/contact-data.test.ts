import { describe, expect, it } from 'vitest';
import { checkedContactData } from './contact-data.ts';
import { EMPTY_PROFILE } from './demo-user.ts';

const full = {
  firstName: 'Ann',
  lastName: "O'Hara",
  phone: '+41 44 000 00 00',
  mobilePhone: '(555) 010-9999 ext. 4',
  email: 'ann.ohara+trading@mail.example.com',
  address: 'Bahnhofstraße 1',
  addressLine2: '2nd floor',
  city: 'Zürich',
  state: 'ZH',
  zip: '8001',
  country: 'CH',
};

describe('contact data', () => {
  it('is taken as it was given, without the blanks around it', () => {
    expect(checkedContactData(full)).toEqual({ ok: true, value: full });
    expect(checkedContactData({ ...full, city: '  Zürich ', email: ' a@b.io ' })).toEqual({
      ok: true,
      value: { ...full, email: 'a@b.io' },
    });
    expect(checkedContactData(EMPTY_PROFILE)).toEqual({ ok: true, value: EMPTY_PROFILE });
  });
  it.each(['ann', 'ann@', '@example.com', 'ann@example', 'ann example@x.io', 'ann@x..io', 'a@b.io, c@d.io'])(
    'is refused with the e-mail %j',
    (email) => {
      expect(checkedContactData({ ...full, email })).toEqual({
        ok: false,
        error: 'Email is not a valid e-mail address',
      });
    },
  );
  it('is refused with a country that there is not', () => {
    expect(checkedContactData({ ...full, country: 'XX' })).toEqual({
      ok: false,
      error: 'Country is not known',
    });
    for (const country of ['US', 'GB', 'AU', 'CA', 'IN', 'SS'])
      expect(checkedContactData({ ...full, country }).ok).toBe(true);
  });
  it.each([
    ['city', 'City'],
    ['firstName', 'First name'],
    ['addressLine2', 'Address line 2'],
  ] as const)('is refused when %s holds what no form field makes', (field, label) => {
    for (const text of ['a\0b', 'a\nb', 'a\u2028b', 'a\ud800b', 'a\u202eb', 'a\u200bb'])
      expect(checkedContactData({ ...full, [field]: text })).toEqual({
        ok: false,
        error: `${label} holds a character that cannot be stored`,
      });
  });
});

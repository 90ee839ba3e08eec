import countries from 'i18n-iso-countries';
import * as v from 'valibot';
import { err, ok, type Result } from '../../domain/assert/assert.ts';
import type { UserProfile } from '../storage/repositories.ts';

const LABELS: Readonly<Record<keyof UserProfile, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  mobilePhone: 'Cell phone',
  email: 'Email',
  address: 'Address line 1',
  addressLine2: 'Address line 2',
  city: 'City',
  state: 'State',
  zip: 'Zip',
  country: 'Country',
};
/** Texts that no form field makes and that would garble a page or a log. */
const UNPRINTABLE = /\p{Control}|\p{Surrogate}|\p{Bidi_Control}|[\u2028\u2029\u200b\ufeff]/u;
const email = v.pipe(v.string(), v.email());

/** Trims and checks contact data; an error is a text for the user. Fields may be empty. */
export function checkedContactData(given: UserProfile): Result<UserProfile, string> {
  // Object.entries widens the keys; they are those of a profile, each with its text.
  const fields = Object.entries(given).map(
    ([name, text]) => [name, text.trim()] as [keyof UserProfile, string],
  );
  const unprintable = fields.find(([, text]) => UNPRINTABLE.test(text));
  if (unprintable) return err(`${LABELS[unprintable[0]]} holds a character that cannot be stored`);
  // `fromEntries` forgets which keys there are: those of `given`.
  const profile = Object.fromEntries(fields) as unknown as UserProfile;
  if (profile.email !== '' && !v.is(email, profile.email)) return err('Email is not a valid e-mail address');
  if (profile.country !== '' && !countries.isValid(profile.country)) return err('Country is not known');
  return ok(profile);
}

import { MIN_PASSWORD_CHARS } from './new-password.ts';

/** Words of this product that people put into passwords for it. */
const PRODUCT_PASSWORDS = ['tapedeck', 'tapedeck1', 'trader123', 'trading1'];

let loading: Promise<ReadonlySet<string>> | undefined;

/** The list is large and needed when a password is set, which is seldom: it is read then. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([
    ...PRODUCT_PASSWORDS,
    ...dictionary['passwords-common'].filter((password) => password.length >= MIN_PASSWORD_CHARS),
  ]);
}

/** True for a password that is among the tens of thousands which attackers try first, in whatever case (OWASP ASVS 5, 6.2.4). */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return (await loading).has(password.normalize('NFKC').toLowerCase());
}

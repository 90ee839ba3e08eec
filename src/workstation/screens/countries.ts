import list from 'i18n-iso-countries/langs/en.json';

/** A country in a list: `value` is its ISO 3166-1 code of two letters, `label` its English name. */
export interface Country {
  readonly value: string;
  readonly label: string;
}

/** Where most people of the platform live. */
const FIRST = ['US', 'GB', 'AU', 'CA', 'IN'];
/** In the package's list, but no code of ISO 3166-1. */
const NOT_ISO = 'XK';

const entries: Readonly<Record<string, string | readonly string[]>> = list.countries;

/** A country's English name by its two-letter code; undefined for no country. */
export function countryName(code: string): string | undefined {
  const names = code === NOT_ISO || !Object.hasOwn(entries, code) ? undefined : entries[code];
  return typeof names === 'string' ? names : names?.[0];
}

function country(code: string): Country {
  return { value: code, label: countryName(code) ?? code };
}

/** All countries of ISO 3166-1: the usual ones first, then by name. */
export const countries: readonly Country[] = [
  ...FIRST.map(country),
  ...Object.keys(entries)
    .filter((code) => code !== NOT_ISO && !FIRST.includes(code))
    .map(country)
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
];

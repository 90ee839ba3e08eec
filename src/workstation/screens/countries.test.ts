import { describe, expect, it } from 'vitest';
import { countries, countryName } from './countries.ts';

describe('the countries', () => {
  it('are the 249 of ISO 3166-1, each once', () => {
    expect(countries).toHaveLength(249);
    expect(new Set(countries.map(({ value }) => value)).size).toBe(249);
    for (const { value, label } of countries) {
      expect(value).toMatch(/^[A-Z]{2}$/);
      expect(label).not.toBe(value);
    }
  });

  it('begin with the five most usual ones, followed by the others by name', () => {
    expect(countries.slice(0, 5).map(({ value }) => value)).toEqual(['US', 'GB', 'AU', 'CA', 'IN']);
    const rest = countries.slice(5).map(({ label }) => label);
    expect(rest).toEqual(rest.toSorted((a, b) => a.localeCompare(b, 'en')));
    expect(rest[0]).toBe('Afghanistan');
  });

  it('are named by their codes', () => {
    expect(countryName('DE')).toBe('Germany');
    expect(countryName('US')).toBe('United States of America');
    expect(countryName('')).toBeUndefined();
    expect(countryName('XK')).toBeUndefined();
    expect(countryName('constructor')).toBeUndefined();
  });
});

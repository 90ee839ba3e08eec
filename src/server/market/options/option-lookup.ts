import { isExpirationOf, readOptionEntry } from '../../../domain/symbols/option-entry.ts';
import { formatOptionSymbol } from '../../../domain/symbols/symbol.ts';
import type { Instrument } from '../market-data.ts';
import type { Contract } from './contract.ts';
import type { OptionBook } from './option-book.ts';

/** Listings that a lookup by the beginning of an option symbol goes through. */
const LOOKED_UP_EXPIRATIONS = 40;

/** Finds listed options by what users type. */
export interface OptionLookup {
  /** Options that agree with a text such as `SPY 540 call`, by expiration; none for text of another form. */
  byEntry(query: string, limit: number): Instrument[];
  /** Options whose symbol begins with a text that names an underlying and at least the year. */
  byBeginning(query: string, limit: number): Instrument[];
}

/** @param optionOf the listed option of a symbol */
export function createOptionLookup(
  book: Pick<OptionBook, 'expirations' | 'instrument' | 'view' | 'contracts'>,
  optionOf: (symbol: string) => Contract | undefined,
): OptionLookup {
  return {
    byEntry(query, limit) {
      const reading = readOptionEntry(query);
      if (reading?.ok !== true) return [];
      const { underlying, right, strike } = reading.value;
      const found: Instrument[] = [];
      for (const { date } of book.expirations(underlying) ?? []) {
        if (found.length >= limit) break;
        if (!isExpirationOf(reading.value, date)) continue;
        const contract = optionOf(formatOptionSymbol({ underlying, expiration: date, right, strike }));
        const instrument = contract && book.instrument(contract);
        if (instrument) found.push(instrument);
      }
      return found;
    },
    byBeginning(query, limit) {
      const text = query.trim().toUpperCase();
      const underlying = /^([A-Z.]+)\d/.exec(text)?.[1];
      const view = underlying === undefined ? undefined : book.view(underlying);
      if (underlying === undefined || !view) return [];
      const exact = optionOf(text);
      const listed = (book.expirations(underlying) ?? [])
        .slice(0, LOOKED_UP_EXPIRATIONS)
        .flatMap(({ date }) => {
          const root = underlying + date.slice(2).replaceAll('-', '');
          // Only expirations that the text can still become are worth listing.
          return root.startsWith(text.slice(0, root.length))
            ? book.contracts(underlying, date, view, {})
            : [];
        });
      const matching = exact ? [exact] : listed.filter(({ symbol }) => symbol.startsWith(text));
      return matching.slice(0, limit).flatMap((contract) => book.instrument(contract) ?? []);
    },
  };
}

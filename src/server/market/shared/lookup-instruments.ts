import type { Instrument } from '../market-data.ts';

/** Case-insensitive search: the exact symbol first, then symbols that begin with the query, then companies with a word that does. */
export function lookupInstruments(
  instruments: Iterable<Instrument>,
  query: string,
  limit: number,
): Instrument[] {
  const wanted = query.trim().toUpperCase();
  if (wanted === '' || limit <= 0) return [];
  const ranked: { rank: number; instrument: Instrument }[] = [];
  for (const instrument of instruments) {
    const rank = rankOf(instrument, wanted);
    if (rank < NO_MATCH) ranked.push({ rank, instrument });
  }
  ranked.sort((a, b) => a.rank - b.rank || compare(a.instrument.symbol, b.instrument.symbol));
  return ranked.slice(0, limit).map(({ instrument }) => instrument);
}

const NO_MATCH = 3;

function rankOf(instrument: Instrument, wanted: string): number {
  if (instrument.symbol === wanted) return 0;
  if (instrument.symbol.startsWith(wanted)) return 1;
  const company = instrument.company.toUpperCase();
  return company.startsWith(wanted) || company.includes(` ${wanted}`) ? 2 : NO_MATCH;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

import { assert } from '../../../../domain/assert/assert.ts';
import { INDEX_STOCKS } from './index-symbols.ts';
import { KNOWN_FUNDS, KNOWN_STOCKS } from './known-symbols.ts';
import type { ListingFacts } from './listing.ts';
import { SECTORS } from './sectors.ts';

/** The real companies and funds, from the tables; the best known first. */
export function knownListings(): ListingFacts[] {
  return [
    ...rowsOf(KNOWN_FUNDS).map(fundOf),
    ...rowsOf(KNOWN_STOCKS).map(stockOf),
    ...rowsOf(INDEX_STOCKS).map(stockOf),
  ];
}

const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|'));

function sectorIndexOf(name: string): number {
  const index = SECTORS.findIndex((sector) => sector.name === name);
  assert(index >= 0 || name === '', `sector ${name} exists`);
  return index;
}

function stockOf(row: readonly string[]): ListingFacts {
  const [symbol = '', company = '', exchange = '', sector = '', industry = '', ...numbers] = row;
  const [price = 0, sharesMillions = 0, eps = 0, dividend = 0, volumeMillions = 0, beta = 1] =
    numbers.map(Number);
  return {
    instrument: {
      symbol,
      company,
      exchange,
      sector,
      industry,
      eps,
      dividend,
      currency: 'USD',
      isEtf: false,
      shortable: true,
      sharesOutstanding: sharesMillions * 1e6,
      shortInterest: Math.round(sharesMillions * 1e6 * 0.012),
    },
    anchorPrice: price,
    beta,
    sectorIndex: sectorIndexOf(sector),
    sectorLoading: 0.9,
    ownVolatility: 0.004 + 0.004 * beta + 0.002 * beta ** 2,
    usualVolume: Math.round(volumeMillions * 1e6),
  };
}

function fundOf(row: readonly string[]): ListingFacts {
  const [symbol = '', company = '', exchange = '', sector = '', ...numbers] = row;
  const [price = 0, sharesMillions = 0, dividend = 0, volumeMillions = 0, multiple = 1, ownPercent = 0] =
    numbers.map(Number);
  const sectorIndex = sectorIndexOf(sector);
  return {
    instrument: {
      symbol,
      company,
      exchange,
      dividend,
      currency: 'USD',
      isEtf: true,
      shortable: true,
      eps: null,
      sector: sector === '' ? null : sector,
      industry: 'Exchange Traded Fund',
      sharesOutstanding: sharesMillions * 1e6,
      shortInterest: Math.round(sharesMillions * 1e6 * 0.04),
    },
    anchorPrice: price,
    beta: multiple,
    sectorIndex,
    sectorLoading: sectorIndex < 0 ? 0 : multiple,
    ownVolatility: ownPercent / 100,
    usualVolume: Math.round(volumeMillions * 1e6),
  };
}

import { assert } from '../../../../domain/assert/assert.ts';
import type { Instrument } from '../../market-data.ts';
import { mix32, Noise } from '../noise.ts';
import { knownListings } from './known-listings.ts';
import { listingOf } from './listing.ts';
import type { Listing, ListingFacts } from './listing.ts';
import { createSymbolMaker } from './symbol-maker.ts';
import { FUND_HOUSES, FUND_STYLES, LEGAL_FORMS, NAME_ENDS, NAME_MIDDLES, NAME_STARTS } from './name-parts.ts';
import { SECTORS } from './sectors.ts';

/** Stocks and funds together, known ones included. */
export const UNIVERSE_SIZE = 3200;
/** Funds among them. */
const FUND_COUNT = 150;

/** All listings of a seed, known symbols first. The same seed gives the same universe. */
export function createUniverse(seed: number): Listing[] {
  const seed32 = mix32(seed | 0, Math.floor(seed / 4_294_967_296), 1);
  const noise = new Noise(seed32);
  const known = knownListings();
  const makeSymbol = createSymbolMaker(
    known.map((facts) => facts.instrument.symbol),
    noise,
  );
  const facts = [...known];
  const madeFunds = FUND_COUNT - known.filter(({ instrument }) => instrument.isEtf).length;
  const madeStocks = UNIVERSE_SIZE - known.length - madeFunds;
  const names = new Set<string>();
  while (names.size < madeStocks) names.add(companyWord(noise));
  for (const name of names) facts.push(inventStock(name, makeSymbol, noise));
  for (let fund = 0; fund < madeFunds; fund += 1) facts.push(inventFund(fund, makeSymbol, noise));
  // The seed of a symbol depends on its letters, not on its index, so that AAPL moves the same in a larger universe.
  return facts.map((each, index) => listingOf(index, lettersSeed(seed32, each.instrument.symbol), each));
}

function lettersSeed(seed32: number, symbol: string): number {
  let hash = seed32;
  for (let at = 0; at < symbol.length; at += 1) hash = mix32(hash, symbol.charCodeAt(at), at);
  return hash;
}

function pick<Item>(items: readonly Item[], noise: Noise): Item {
  const item = items[noise.int(items.length)];
  assert(item !== undefined, 'a list to pick from has items');
  return item;
}

function companyWord(noise: Noise): string {
  const middle = noise.next() < 0.62 ? pick(NAME_MIDDLES, noise) : '';
  return pick(NAME_STARTS, noise) + middle + pick(NAME_ENDS, noise);
}

const SECTOR_TOTAL = SECTORS.reduce((sum, sector) => sum + sector.weight, 0);

function pickSector(noise: Noise): number {
  let left = noise.next() * SECTOR_TOTAL;
  for (const [index, sector] of SECTORS.entries()) {
    left -= sector.weight;
    if (left < 0) return index;
  }
  return 0;
}

const round2 = (value: number): number => Math.round(value * 100) / 100;

function inventStock(word: string, makeSymbol: (name: string) => string, noise: Noise): ListingFacts {
  const sectorIndex = pickSector(noise);
  const sector = SECTORS[sectorIndex];
  assert(sector !== undefined, 'a picked sector exists');
  const [industry, ...terms] = pick(sector.industries, noise);
  const company = `${word} ${pick(terms, noise)} ${pick(LEGAL_FORMS, noise)}`;
  // Company values are spread log-normally: the middle near a billion and a half, a few of a hundred billion.
  const marketValue = Math.min(150e9, Math.max(60e6, 1.5e9 * Math.exp(1.5 * noise.normal())));
  const size = Math.log10(marketValue / 60e6) / 3.4;
  const anchorPrice = round2(
    Math.max(1.5, Math.min(900, 28 * Math.exp(0.9 * noise.normal() + 0.9 * (size - 0.4)))),
  );
  const sharesOutstanding = Math.round(marketValue / anchorPrice / 1000) * 1000;
  const turnover = 0.006 * Math.exp(0.55 * noise.normal());
  const earns = noise.next() < 0.45 + 0.5 * size;
  const eps = round2(earns ? anchorPrice / (9 + 26 * noise.next()) : -anchorPrice * 0.2 * noise.next());
  const pays = earns && noise.next() < 0.25 + 0.4 * size;
  const instrument: Instrument = {
    symbol: makeSymbol(word),
    company,
    exchange: noise.next() < 0.55 ? 'NASDAQ' : noise.next() < 0.93 ? 'NYSE' : 'AMEX',
    currency: 'USD',
    isEtf: false,
    sector: sector.name,
    industry,
    sharesOutstanding,
    shortInterest: Math.round(sharesOutstanding * (0.005 + 0.12 * noise.next() ** 3)),
    dividend: pays ? round2(anchorPrice * (0.005 + 0.04 * noise.next())) : 0,
    eps,
    shortable: noise.next() >= 0.04,
  };
  return {
    instrument,
    anchorPrice,
    beta: Math.max(0.2, 1.05 + 0.32 * noise.normal()),
    sectorIndex,
    sectorLoading: Math.max(0.2, 0.95 + 0.3 * noise.normal()),
    ownVolatility:
      (0.011 + 0.014 * (1 - size)) *
      Math.exp(0.25 * noise.normal()) *
      (sector.name === 'Utilities' ? 0.6 : 1),
    usualVolume: Math.max(60_000, Math.round(sharesOutstanding * turnover)),
  };
}

function inventFund(ordinal: number, makeSymbol: (name: string) => string, noise: Noise): ListingFacts {
  const house = FUND_HOUSES[ordinal % FUND_HOUSES.length] ?? '';
  const style = FUND_STYLES[Math.floor(ordinal / FUND_HOUSES.length) % FUND_STYLES.length] ?? '';
  const sectorIndex = noise.next() < 0.5 ? noise.int(SECTORS.length) : -1;
  const subject = SECTORS[sectorIndex]?.name ?? 'US Equity';
  const anchorPrice = round2(25 + 60 * noise.next());
  const sharesOutstanding = Math.round(2000 * Math.exp(1.3 * noise.normal())) * 5000;
  return {
    instrument: {
      symbol: makeSymbol(`${house.slice(0, 1)}${style}${subject}`),
      company: `${house} ${subject} ${style} ETF`,
      exchange: noise.next() < 0.75 ? 'ARCA' : 'NASDAQ',
      currency: 'USD',
      isEtf: true,
      sector: SECTORS[sectorIndex]?.name ?? null,
      industry: 'Exchange Traded Fund',
      sharesOutstanding,
      shortInterest: Math.round(sharesOutstanding * 0.03 * noise.next()),
      dividend: round2(anchorPrice * 0.03 * noise.next()),
      eps: null,
      shortable: noise.next() >= 0.02,
    },
    anchorPrice,
    beta: 0.75 + 0.4 * noise.next(),
    sectorIndex,
    sectorLoading: sectorIndex < 0 ? 0 : 1,
    ownVolatility: 0.0015,
    usualVolume: Math.max(60_000, Math.round(sharesOutstanding * 0.012)),
  };
}

import type { PriceE4 } from '../../../domain/money/price.ts';
import { newYorkDate } from '../../../domain/calendar/us-equity.ts';
import { formatOptionSymbol, type OptionRight } from '../../../domain/symbols/symbol.ts';
import type { RecordedOption } from '../options/recorded-chain.ts';
import type { RowReader } from './csv-file.ts';
import {
  countOf,
  dateOf,
  numberOf,
  priceOf,
  reader,
  RowError,
  sideOf,
  timestampOf,
  type Field,
} from './row-readers.ts';

/** A row of an option chain. */
export interface ChainRow extends RecordedOption {
  /** UTC ms. */
  readonly snapshotMs: number;
  /** E4; 0 = not recorded. */
  readonly underlyingE4: PriceE4;
}

/** Contracts on a side whose size was not recorded. */
const USUAL_CONTRACTS = 10;
const MAX_STRIKE = 99_999.999;

/**
 * Option chains: Snapshot,Underlying,Expiration,Right,Strike,Bid,Ask and, if there, UnderlyingPrice, Symbol, BidSize, AskSize, Last,
 * Volume, OpenInterest, LastTrade. A crossed quote has no sides: which of the two is wrong is unknown.
 */
export function chainReader(underlying: string): RowReader<ChainRow> {
  return reader(['Snapshot', 'Underlying', 'Expiration', 'Right', 'Strike', 'Bid', 'Ask'], (field) => {
    if (field('Underlying').toUpperCase() !== underlying)
      throw new RowError(
        `underlying is ${field('Underlying').slice(0, 40)}, the file is named after ${underlying}`,
      );
    const snapshotMs = timestampOf(field('Snapshot'));
    const parts = {
      expiration: dateOf(field('Expiration')),
      right: rightOf(field('Right')),
      strike: strikeOf(field('Strike')),
    };
    if (parts.expiration < newYorkDate(snapshotMs))
      throw new RowError(`expired on ${parts.expiration}, before the snapshot`);
    const symbol = formatOptionSymbol({ underlying, ...parts });
    const named = field('Symbol').toUpperCase().replaceAll(' ', '');
    // An adjusted contract has a root of its own, and delivers something else than its name says.
    if (named !== '' && named !== symbol) throw new RowError(`symbol ${named.slice(0, 40)} is not ${symbol}`);
    return {
      snapshotMs,
      symbol,
      ...parts,
      ...quoteOf(field),
      underlyingE4: optionalPrice('underlying price', field('UnderlyingPrice')),
      lastE4: optionalPrice('last', field('Last')),
      volume: optionalCount('volume', field('Volume')),
      openInterest: optionalCount('open interest', field('OpenInterest')),
      lastTradeMs: field('LastTrade') === '' ? null : timestampOf(field('LastTrade')),
    };
  });
}

function quoteOf(field: Field): Pick<RecordedOption, 'bidE4' | 'bidSize' | 'askE4' | 'askSize'> {
  const bid = sideOf('bid', field('Bid'), field('BidSize'), USUAL_CONTRACTS);
  const ask = sideOf('ask', field('Ask'), field('AskSize'), USUAL_CONTRACTS);
  const isCrossed = ask.priceE4 > 0 && bid.priceE4 > ask.priceE4;
  // A price for no contracts is none.
  return {
    bidE4: isCrossed || bid.size === 0 ? 0 : bid.priceE4,
    bidSize: isCrossed ? 0 : bid.size,
    askE4: isCrossed || ask.size === 0 ? 0 : ask.priceE4,
    askSize: isCrossed ? 0 : ask.size,
  };
}

function rightOf(text: string): OptionRight {
  const letter = text.slice(0, 1).toUpperCase();
  if (letter === 'C' || letter === 'P') return letter;
  throw new RowError(text === '' ? 'right is empty' : `right is neither C nor P: ${text.slice(0, 40)}`);
}

function strikeOf(text: string): number {
  const strike = Math.round(numberOf('strike', text) * 1000) / 1000;
  if (strike <= 0 || strike > MAX_STRIKE) throw new RowError(`strike is out of range: ${text.slice(0, 40)}`);
  return strike;
}

const optionalPrice = (name: string, text: string): number =>
  text === '' || Number(text) === 0 ? 0 : priceOf(name, text);
const optionalCount = (name: string, text: string): number => (text === '' ? 0 : countOf(name, text));

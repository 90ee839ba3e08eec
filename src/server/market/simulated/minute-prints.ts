import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { tickSizeE4, type PriceE4 } from '../../../domain/money/price.ts';
import { legalPriceE4 } from './legal-price.ts';
import type { MinuteBars } from './minute-bars.ts';
import type { Noise } from './noise.ts';
import { fillSizes } from './print-sizes.ts';
import { quoteAbove, quoteAtStart, quoteBelow, spreadE4Of } from './quote-shape.ts';
import type { BidAsk } from './quote-shape.ts';
import type { Listing } from './universe/listing.ts';

/** The prints of a minute, in columns; they rebuild the minute's bar exactly. */
export interface MinutePrints {
  readonly count: number;
  /** Ms into the minute, strictly rising, below 60,000. */
  readonly offsetMs: Int32Array;
  readonly priceE4: Int32Array;
  readonly size: Int32Array;
  /** The best bid and offer that each print met; its price is one of them or between. */
  readonly bidE4: Int32Array;
  readonly askE4: Int32Array;
}

const MAX_PRINTS = 1500;
/** Parts of the first and last minute's volume that trade in the auctions. */
const OPENING_PART = 0.55;
const CLOSING_PART = 0.8;
/** How often the next print takes the same side as the one before: large orders are worked in pieces. */
const SAME_SIDE = 0.72;
/** How many prints of a market wider than a step are between bid and offer. */
const INSIDE = 0.14;

/** Which minute of which symbol is printed. */
export interface PrintedMinute {
  readonly listing: Listing;
  readonly bars: MinuteBars;
  readonly minute: number;
  /** Identifies the minute among all of a symbol's minutes. */
  readonly key: number;
}

/** When a minute prints, before anything else of its prints is known. */
export interface PrintTimes extends Pick<MinutePrints, 'count' | 'offsetMs'> {
  readonly turns: readonly number[];
}

/**
 * Prints of a minute. Their number follows the symbol's liquidity and the minute's volume. The first print of a day
 * comes at the very open, so that an open market always has a price, and the last one with the close: they are the
 * auctions'.
 */
export function minutePrintsOf(printed: PrintedMinute, noise: Noise): MinutePrints {
  const { bars, minute } = printed;
  const prints = pricedPrintsOf(printed, printTimesOf(printed, noise), noise);
  const isLast = minute === bars.volume.length - 1;
  const auctionPrint = minute === 0 ? 0 : isLast ? prints.count - 1 : -1;
  fillSizes(prints.size, bars.volume[minute] ?? 0, auctionPrint, auctionPartOf(printed), noise);
  return prints;
}

/** The part of a minute's volume that trades in an auction. */
function auctionPartOf({ bars, minute }: PrintedMinute): number {
  return minute === 0 ? OPENING_PART : minute === bars.volume.length - 1 ? CLOSING_PART : 0;
}

/** The first step of a minute's prints: their times. */
export function printTimesOf(printed: PrintedMinute, noise: Noise): PrintTimes {
  const { listing, bars, minute } = printed;
  const volume = bars.volume[minute] ?? 0;
  const turns = turningPoints(
    bars.openE4[minute] ?? 0,
    bars.highE4[minute] ?? 0,
    bars.lowE4[minute] ?? 0,
    bars.closeE4[minute] ?? 0,
    noise,
  );
  const busyness = (volume * (1 - auctionPartOf(printed))) / (listing.usualVolume / 390);
  const wanted = Math.round(listing.usualTicksPerMinute * busyness ** 0.6 * (0.75 + 0.5 * noise.next()));
  const count = Math.max(turns.length, Math.min(wanted, MAX_PRINTS, volume));
  const offsetMs = printOffsets(count, minute === 0, noise);
  if (minute === bars.volume.length - 1) offsetMs[count - 1] = MINUTE_MS - 1;
  return { count, offsetMs, turns };
}

/** The second step: prices and the quotes that they meet, with the noise as the first step left it. Sizes are left at 0. */
export function pricedPrintsOf(
  { listing, bars, minute, key }: PrintedMinute,
  { count, offsetMs, turns }: PrintTimes,
  noise: Noise,
): MinutePrints {
  const column = (): Int32Array => new Int32Array(count);
  const prints: MinutePrints = {
    count,
    offsetMs,
    priceE4: column(),
    size: column(),
    bidE4: column(),
    askE4: column(),
  };
  fillPrices(
    prints,
    {
      turns,
      highE4: bars.highE4[minute] ?? 0,
      lowE4: bars.lowE4[minute] ?? 0,
      start: quoteAtStart(listing, key, minute, bars.openE4[minute] ?? 0),
      spreadE4: (priceE4) => spreadE4Of(listing, Math.round(priceE4), minute, noise.next()),
    },
    noise,
  );
  return prints;
}

/** The fewest prices, in order, that make the bar: open, the extremes not touched by open or close, close. */
function turningPoints(
  openE4: PriceE4,
  highE4: PriceE4,
  lowE4: PriceE4,
  closeE4: PriceE4,
  noise: Noise,
): number[] {
  const lowFirst = noise.next() < (closeE4 >= openE4 ? 0.7 : 0.3);
  const turns = [openE4];
  for (const extreme of lowFirst ? [lowE4, highE4] : [highE4, lowE4])
    if (extreme !== openE4 && extreme !== closeE4) turns.push(extreme);
  if (turns.length > 1 || closeE4 !== openE4) turns.push(closeE4);
  return turns;
}

/** Strictly rising moments: uneven steps scaled to the minute. */
function printOffsets(count: number, atOpen: boolean, noise: Noise): Int32Array {
  const offsetMs = new Int32Array(count);
  const steps = new Float64Array(count + 1);
  let total = 0;
  for (let step = 0; step <= count; step += 1) {
    const roll = noise.next();
    total += step === 0 && atOpen ? 0 : 0.05 + roll * roll * 2;
    steps[step] = total;
  }
  // Each print keeps at least 1 ms of its own; the rest of the minute is shared by the uneven steps.
  const scale = (MINUTE_MS - 1 - count) / total;
  for (let at = 0; at < count; at += 1) offsetMs[at] = at + Math.floor((steps[at] ?? 0) * scale);
  return offsetMs;
}

interface PriceCourse {
  readonly turns: readonly number[];
  readonly highE4: PriceE4;
  readonly lowE4: PriceE4;
  readonly start: BidAsk;
  /** A spread for a new quote around a price, E4. */
  readonly spreadE4: (priceE4: PriceE4) => number;
}

/**
 * A fair price walks from turn to turn; the quote stands still while it lies between bid and offer and moves just as far as it
 * must when it does not; prints take one of the two sides, the same one for a while.
 */
function fillPrices(prints: MinutePrints, course: PriceCourse, noise: Noise): void {
  const { count, priceE4, bidE4, askE4 } = prints;
  const { turns, highE4, lowE4 } = course;
  const places = turnPlaces(turns, count, noise);
  const fair = fairPrices(turns, places, count, highE4, lowE4, noise);
  let quote = course.start;
  let isBuy = noise.next() < 0.5;
  let turn = 0;
  for (let at = 0; at < count; at += 1) {
    const isTurn = places[turn] === at;
    if (isTurn) turn += 1;
    const value = fair[at] ?? 0;
    if (value > quote.askE4) quote = moved(value, true, course);
    else if (value < quote.bidE4) quote = moved(value, false, course);
    if (noise.next() >= SAME_SIDE) isBuy = noise.next() < 0.5;
    priceE4[at] = isTurn ? value : priceWithin(quote, value, isBuy, highE4, lowE4, noise);
    bidE4[at] = quote.bidE4;
    askE4[at] = quote.askE4;
  }
}

/** The quote that a fair price beyond the old one leads to: just far enough to hold it. */
function moved(fairE4: PriceE4, isUp: boolean, { spreadE4 }: PriceCourse): BidAsk {
  const stepE4 = tickSizeE4(Math.floor(fairE4));
  return isUp
    ? quoteBelow(Math.ceil(fairE4 / stepE4) * stepE4, spreadE4(fairE4))
    : quoteAbove(Math.max(1, Math.floor(fairE4 / stepE4) * stepE4), spreadE4(fairE4));
}

/** The price of a print on a side of the quote, or between, within the minute's extremes. */
function priceWithin(
  { bidE4, askE4 }: BidAsk,
  fairE4: PriceE4,
  isBuy: boolean,
  highE4: PriceE4,
  lowE4: PriceE4,
  noise: Noise,
): number {
  const [wanted, other] = isBuy ? [askE4, bidE4] : [bidE4, askE4];
  const isInside = askE4 - bidE4 > tickSizeE4(bidE4) && noise.next() < INSIDE;
  if (!isInside && wanted <= highE4 && wanted >= lowE4) return wanted;
  if (!isInside && other <= highE4 && other >= lowE4) return other;
  const between = legalPriceE4((isInside ? (bidE4 + askE4) / 2 : fairE4) / 10_000);
  return Math.min(highE4, askE4, Math.max(lowE4, bidE4, between));
}

/** A random walk that passes each turn at its place and stays within the extremes. */
function fairPrices(
  turns: readonly number[],
  places: readonly number[],
  count: number,
  highE4: PriceE4,
  lowE4: PriceE4,
  noise: Noise,
): Float64Array {
  const fair = new Float64Array(count);
  // A bar whose four prices are one has one turn, and every print is at it.
  if (turns.length === 1) return fair.fill(turns[0] ?? 0);
  fair[0] = turns[0] ?? 0;
  const step = (highE4 - lowE4) / (1.6 * Math.sqrt(count));
  for (let leg = 1; leg < turns.length; leg += 1) {
    const start = places[leg - 1] ?? 0;
    const end = places[leg] ?? 0;
    const fromE4 = turns[leg - 1] ?? 0;
    let walked = 0;
    for (let at = start + 1; at <= end; at += 1) fair[at] = walked += step * noise.bell();
    const missed = (turns[leg] ?? 0) - fromE4 - walked;
    for (let at = start + 1; at < end; at += 1)
      fair[at] = turnedBack(
        fromE4 + (fair[at] ?? 0) + (missed * (at - start)) / (end - start),
        highE4,
        lowE4,
      );
    fair[end] = turns[leg] ?? 0;
  }
  return fair;
}

function turnedBack(priceE4: PriceE4, highE4: PriceE4, lowE4: PriceE4): number {
  const turned = priceE4 > highE4 ? 2 * highE4 - priceE4 : priceE4 < lowE4 ? 2 * lowE4 - priceE4 : priceE4;
  return Math.min(highE4, Math.max(lowE4, turned));
}

/** Rising places of the turning points. A walk needs time with the square of the way, so long ways get most of the prints. */
function turnPlaces(turns: readonly number[], count: number, noise: Noise): number[] {
  const places = [0];
  const legs = turns.length - 1;
  const reach = Math.max(...turns) - Math.min(...turns);
  const times = Array.from(
    { length: legs },
    (_, leg) => (0.3 + noise.next()) * (((turns[leg + 1] ?? 0) - (turns[leg] ?? 0)) ** 2 + 0.02 * reach ** 2),
  );
  const total = times.reduce((sum, time) => sum + time, 0);
  let passed = 0;
  for (const [leg, time] of times.entries()) {
    passed += time;
    const wanted = Math.round(((count - 1) * passed) / total);
    // Every turn has a print of its own, also the ones to come.
    places.push(Math.min(count - legs + leg, Math.max((places[leg] ?? 0) + 1, wanted)));
  }
  return places;
}

import { isOptionSymbol, parseOptionSymbol, type OptionParts } from '../symbols/symbol.ts';
import type { LegSide, OrderLeg } from './legs.ts';

/** Names of option combinations. `Custom`: none of the others. */
export const COMBINATION_NAMES = [
  'Vertical',
  'Straddle',
  'Strangle',
  'Butterfly',
  'Iron butterfly',
  'Condor',
  'Iron condor',
  'Calendar',
  'Diagonal',
  'Covered call',
  'Collar',
  'Custom',
] as const;
/** The name of a known combination of option legs. */
export type CombinationName = (typeof COMBINATION_NAMES)[number];

interface OptionLeg extends OptionParts {
  readonly side: LegSide;
  readonly ratio: number;
}

/** Legs in the order of their strikes, puts before calls, those of the side of the first one marked with +. */
const SHAPES: ReadonlyMap<string, (legs: readonly OptionLeg[]) => CombinationName> = new Map([
  ['C+ C-', twoOfOneRight],
  ['P+ P-', twoOfOneRight],
  ['P+ C+', strangleOf],
  ['C+ P+', strangleOf],
  ['C+ C- C+', butterflyOf],
  ['P+ P- P+', butterflyOf],
  ['C+ C- C- C+', () => 'Condor' as const],
  ['P+ P- P- P+', () => 'Condor' as const],
  ['P+ P- C- C+', ironOf],
]);

/** The name of the combination that legs make, whichever way it is traded. */
export function combinationName(legs: readonly OrderLeg[]): CombinationName {
  const stock = legs.find(({ symbol }) => !isOptionSymbol(symbol));
  const options = optionLegsOf(legs);
  if (stock) return withStock(stock, options);
  const [first] = options;
  if (first === undefined || options.length !== legs.length) return 'Custom';
  const shape = options.map(({ right, side }) => `${right}${side === first.side ? '+' : '-'}`).join(' ');
  const isOneDate = options.every(({ expiration }) => expiration === first.expiration);
  const isEven = options.length === 3 || options.every(({ ratio }) => ratio === first.ratio);
  if (!isEven || (!isOneDate && options.length > 2)) return 'Custom';
  return SHAPES.get(shape)?.(options) ?? 'Custom';
}

function optionLegsOf(legs: readonly OrderLeg[]): OptionLeg[] {
  const options: OptionLeg[] = [];
  for (const { symbol, side, ratio } of legs) {
    const parts = parseOptionSymbol(symbol);
    if (parts) options.push({ ...parts, side, ratio });
  }
  return options.sort((a, b) => a.strike - b.strike || b.right.localeCompare(a.right));
}

/** Shares with a call against them, and perhaps a put that insures them. */
function withStock(stock: OrderLeg, options: readonly OptionLeg[]): CombinationName {
  const call = options.find(({ right }) => right === 'C');
  const put = options.find(({ right }) => right === 'P');
  const isEven = options.every(({ ratio }) => ratio === stock.ratio);
  if (!isEven || call === undefined || call.side === stock.side) return 'Custom';
  if (options.length === 1) return 'Covered call';
  const isInsured =
    put?.side === stock.side && put.expiration === call.expiration && put.strike < call.strike;
  return options.length === 2 && isInsured ? 'Collar' : 'Custom';
}

function twoOfOneRight([first, second]: readonly OptionLeg[]): CombinationName {
  if (first?.expiration === second?.expiration) return 'Vertical';
  return first?.strike === second?.strike ? 'Calendar' : 'Diagonal';
}

function strangleOf([first, second]: readonly OptionLeg[]): CombinationName {
  if (first?.expiration !== second?.expiration) return 'Custom';
  if (first?.strike === second?.strike) return 'Straddle';
  return first?.right === 'P' ? 'Strangle' : 'Custom';
}

function butterflyOf([low, middle, high]: readonly OptionLeg[]): CombinationName {
  if (!low || !middle || !high) return 'Custom';
  const isEven = low.ratio === high.ratio && middle.ratio === 2 * low.ratio;
  return isEven && high.strike - middle.strike === middle.strike - low.strike ? 'Butterfly' : 'Custom';
}

function ironOf([, put, call]: readonly OptionLeg[]): CombinationName {
  return put?.strike === call?.strike ? 'Iron butterfly' : 'Iron condor';
}

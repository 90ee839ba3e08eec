import { formatInteger, formatMoney, formatPrice, UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import { fromE4, notionalE4, toPriceE4, type PriceE4 } from '../../src/domain/money/price.ts';
import { intrinsicE4, optionTermsOf, type OptionTerms } from '../../src/domain/portfolio/index.ts';
import { figuresOf, type PositionFacts } from './position-view.ts';

type Held = PositionFacts & { readonly Symbol: string };

/** Prices that an exercise is compared with, dollars a share; 0 = none. */
export interface ExercisePrices {
  /** Bid of the option. */
  readonly bid: number;
  /** Last price of the underlying. */
  readonly spot: number;
}

/** Whether the holder may exercise a position before expiration: a long one in an option that settles in shares. */
export function isExercisable(position: Held): boolean {
  return position.LongQty > 0 && optionTermsOf(position.Symbol)?.settlesIn === 'shares';
}

/** Contracts of a long position that open sell orders do not offer. */
export const freeContracts = (position: PositionFacts): number => figuresOf(position, null).available;

/** Why a number of contracts cannot be exercised; null when it can. */
export function contractsProblem(contracts: number | null, free: number): string | null {
  if (free === 0) return 'Open sell orders offer all contracts. Cancel them first.';
  if (contracts === null || !Number.isInteger(contracts) || contracts < 1)
    return 'Enter a whole number of contracts.';
  return contracts > free
    ? `At most ${formatInteger(free)} can be exercised: what open sell orders offer cannot.`
    : null;
}

/** What an exercise moves, as lines of name and text. `cash` is that of the account, dollars; null = unknown. */
export function exerciseFacts(
  terms: OptionTerms,
  contracts: number,
  cash: number | null,
): readonly (readonly [name: string, text: string])[] {
  const shares = contracts * terms.multiplier;
  const isCall = terms.right === 'C';
  const amount = fromE4(notionalE4(terms.strikeE4, shares));
  const delivery = `${formatInteger(shares)} ${terms.underlying} at ${formatPrice(fromE4(terms.strikeE4))}`;
  return [
    [isCall ? 'You buy' : 'You sell', delivery],
    [isCall ? 'Cost' : 'Proceeds', formatMoney(amount)],
    ['Cash after', cash === null ? UNKNOWN_TEXT : formatMoney(cash + (isCall ? -amount : amount))],
  ];
}

/** What the holder should know before an exercise, a sentence each; empty when there is nothing, or while prices are unknown. */
export function exerciseWarnings(
  terms: OptionTerms,
  contracts: number,
  { bid, spot }: ExercisePrices,
): readonly string[] {
  if (!(spot > 0)) return [];
  const shares = contracts * terms.multiplier;
  const spotE4 = toPriceE4(spot);
  const intrinsic = intrinsicE4(terms, spotE4);
  const warnings: string[] = [];
  const lossE4: PriceE4 = terms.right === 'C' ? terms.strikeE4 - spotE4 : spotE4 - terms.strikeE4;
  if (lossE4 > 0)
    warnings.push(
      `The option is out of the money: the shares ${terms.right === 'C' ? 'cost' : 'bring'} ${formatMoney(fromE4(notionalE4(lossE4, shares)))} ${terms.right === 'C' ? 'more' : 'less'} than in the market, with ${terms.underlying} at ${formatPrice(spot)}.`,
    );
  const timeValueE4: PriceE4 = bid > 0 ? toPriceE4(bid) - intrinsic : 0;
  if (timeValueE4 > 0)
    warnings.push(
      `Selling at the bid of ${formatPrice(bid)} brings ${formatMoney(fromE4(notionalE4(timeValueE4, shares)))} more than the exercise value: exercising loses that time value.`,
    );
  return warnings;
}

/** A put that delivers more shares than are held opens a short position; null when it does not. */
export function shortWarning(
  terms: OptionTerms,
  contracts: number,
  shares: PositionFacts | undefined,
): string | null {
  if (terms.right === 'C') return null;
  const held = shares !== undefined && shares.LongQty > 0 ? figuresOf(shares, null).available : 0;
  const short = contracts * terms.multiplier - held;
  return short > 0
    ? `${formatInteger(held)} ${terms.underlying} are held free of open sell orders: the other ${formatInteger(short)} are sold short.`
    : null;
}

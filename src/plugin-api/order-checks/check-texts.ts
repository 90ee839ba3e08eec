import type { Explanation as OrderExplanation } from '../../client/execution/types.ts';
import { formatInteger, formatPrice } from '../../domain/columns/index.ts';
import { ORDER_ERRORS } from '../../domain/orders/errors.ts';
import { displaySymbol } from '../../domain/symbols/symbol.ts';

type Check = OrderExplanation['Checks'][number];
type Figure = NonNullable<Check['Figure']>;

const amountText = (unit: Figure['Unit'], value: number | null): string => {
  if (value === null) return 'unknown';
  return unit === 'Money' || unit === 'Price' ? formatPrice(value) : formatInteger(value);
};

/** The two numbers that a check compares, and what is left between them. */
export interface FigureTexts {
  readonly value: string;
  /** `≤ 1,200`. */
  readonly limit: string;
  /** How much more the order could have; negative = beyond the limit. */
  readonly room: string;
}

const SIGNS: Readonly<Record<Figure['Bound'], string>> = { AtMost: '≤', AtLeast: '≥', Below: '<' };

/** The figures of a check as texts. */
export function figureTexts({ Unit, Bound, Value, Limit }: Figure): FigureTexts {
  const room = Value === null || Limit === null ? null : Bound === 'AtLeast' ? Value - Limit : Limit - Value;
  return {
    value: amountText(Unit, Value),
    limit: `${SIGNS[Bound]} ${amountText(Unit, Limit)}`,
    room: room === null ? '' : amountText(Unit, room),
  };
}

/** `quantity ≤ 1,200 or price ≥ 24.10`; empty when nothing was found. */
export function remedyText(
  { Quantity, Price }: OrderExplanation['Remedy'],
  side: 'Buy' | 'Sell' | 'Short',
): string {
  return [
    ...(Quantity === undefined ? [] : [`quantity ≤ ${formatInteger(Quantity)}`]),
    ...(Price === undefined ? [] : [`price ${side === 'Buy' ? '≤' : '≥'} ${formatPrice(Price)}`]),
  ].join(' or ');
}

/** Checks to show: those that refuse, then those that compare numbers, and last, if all are wanted, the others. */
export const shownChecks = (
  { Checks }: Pick<OrderExplanation, 'Checks'>,
  hasAll: boolean,
): readonly Check[] => [
  ...Checks.filter(({ ErrorCode }) => ErrorCode !== 0),
  ...Checks.filter(({ ErrorCode, Figure: figure }) => ErrorCode === 0 && figure !== undefined),
  ...(hasAll
    ? Checks.filter(({ ErrorCode, Figure: figure }) => ErrorCode === 0 && figure === undefined)
    : []),
];

/** `Buying power`, or with the leg that it is about. */
export const checkName = ({ Title, Leg }: Check): string =>
  Leg === undefined ? Title : `${Title}, leg ${displaySymbol(Leg)}`;

/** `passed`, or why the check refuses and what would pass it. */
export function verdictText({ ErrorCode, Detail, Remedy }: Check, side: 'Buy' | 'Sell' | 'Short'): string {
  if (ErrorCode === 0) return 'passed';
  const passes = Remedy === undefined ? '' : remedyText(Remedy, side);
  return [
    // The catalogue has a text for each code.
    `${ErrorCode} ${ORDER_ERRORS[ErrorCode as keyof typeof ORDER_ERRORS]}`,
    ...(Detail === undefined ? [] : [Detail]),
    ...(passes === '' ? [] : [`passes with ${passes}`]),
  ].join('; ');
}

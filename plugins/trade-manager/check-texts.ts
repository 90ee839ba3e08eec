import { formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import type { OrderExplanation } from '../../src/plugin-api/index.ts';

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

/** The checks that are worth a line: those that refuse first, then those that compare numbers. */
export const shownChecks = ({ Checks }: Pick<OrderExplanation, 'Checks'>): readonly Check[] => [
  ...Checks.filter(({ ErrorCode }) => ErrorCode !== 0),
  ...Checks.filter(({ ErrorCode, Figure: figure }) => ErrorCode === 0 && figure !== undefined),
];

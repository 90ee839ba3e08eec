import { riskCheck, type RefusalCode, type RiskCheck } from './check.ts';
import { isWhole, isWithin } from './exact.ts';
import type { RiskContext } from './types.ts';

/** What the figures of a check count. Money and prices are in 1/10,000 dollar. */
export const FIGURE_UNITS = ['Shares', 'Contracts', 'Money', 'Price', 'Orders', 'Symbols'] as const;
/** One of these units. */
export type FigureUnit = (typeof FIGURE_UNITS)[number];

/** How the figure must stand to its limit. */
export const FIGURE_BOUNDS = ['AtMost', 'AtLeast', 'Below'] as const;
/** One of these bounds. */
export type FigureBound = (typeof FIGURE_BOUNDS)[number];

/** What a check compares. `undefined` = unknown, and refused; a limit of null = deliberately none. */
export interface Measured {
  readonly value: number | undefined;
  readonly limit: number | null | undefined;
}

/** A measured check with the unit of its figures. */
export interface Figure extends Measured {
  readonly unit: FigureUnit;
  readonly bound: FigureBound;
}

/** True when the figure respects its limit. */
export function holds({ value, limit, bound }: Pick<Figure, 'value' | 'limit' | 'bound'>): boolean {
  switch (bound) {
    case 'AtMost':
      return isWithin(value, limit);
    case 'AtLeast':
      return limit === null || (isWhole(limit) && isWhole(value) && value >= limit);
    case 'Below':
      return limit === null || (isWhole(limit) && isWhole(value) && value < limit);
  }
}

interface Definition<Code extends RefusalCode> {
  readonly id: string;
  readonly code: Code;
  readonly title: string;
  readonly explain: string;
  readonly unit: FigureUnit;
  readonly bound?: FigureBound;
  /** The figure and its limit; null for an order that the check is not about. */
  measure(context: RiskContext): Measured | null;
}

/** A check that compares one figure of the order with a limit. What decides and what is shown are the same two numbers. */
export function measuredCheck<Code extends RefusalCode>({
  id,
  code,
  title,
  explain,
  unit,
  bound = 'AtMost',
  measure,
}: Definition<Code>): RiskCheck {
  return riskCheck({
    id,
    codes: [code],
    title,
    explain,
    check(context) {
      const measured = measure(context);
      return measured === null || holds({ ...measured, bound }) ? 0 : code;
    },
    figure(context) {
      const measured = measure(context);
      return measured && { ...measured, unit, bound };
    },
  });
}

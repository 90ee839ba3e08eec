import { riskCheck, type RefusalCode, type RiskCheck } from './check.ts';
import { isWhole, isWithin } from './exact.ts';
import type { Figure, FigureBound, FigureUnit, Measured } from './figure.ts';
import type { RiskContext } from './types.ts';

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
      if (measured === null) return 0;
      const figure = { ...measured, unit, bound };
      context.onFigure?.(id, figure);
      return holds(figure) ? 0 : code;
    },
    figure(context) {
      const measured = measure(context);
      return measured && { ...measured, unit, bound };
    },
  });
}

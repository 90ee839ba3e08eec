import {
  amountProblem,
  isFreeOfCosts,
  NO_COSTS,
  usedAmounts,
  type CostSettings,
} from '../../../src/domain/strategy/costs/settings.ts';

/** Costs and fills while they are filled in. Of an amount null = empty, NaN = no number; an empty volume is no limit, and empty borrowing is free. */
export type CostForm = {
  readonly [Name in keyof CostSettings]: CostSettings[Name] extends number | null
    ? number | null
    : CostSettings[Name];
};
/** What is wrong with the amounts, by field. */
export type CostProblems = Partial<Record<keyof CostSettings, string>>;

/** The fields of a new backtest, or of one that is run again. */
export const initialCosts = (costs: CostSettings | null): CostForm => costs ?? NO_COSTS;

function settingsOf(form: CostForm): CostSettings {
  const amount = (value: number | null): number => value ?? 0;
  return {
    ...form,
    SlippageAmount: amount(form.SlippageAmount),
    SpreadAmount: amount(form.SpreadAmount),
    CommissionAmount: amount(form.CommissionAmount),
    CommissionMinimum: amount(form.CommissionMinimum),
    BorrowPercent: amount(form.BorrowPercent),
  };
}

/** What is wrong with the amounts that are used. */
export function costProblems(form: CostForm): CostProblems {
  const found = usedAmounts(settingsOf(form)).map(([field, value, bounds]) => {
    const text = amountProblem(value, bounds);
    return [field, text === null ? null : `The value ${text}`] as const;
  });
  return Object.fromEntries(found.filter(([, text]) => text !== null));
}

/** The settings of a form without problems; undefined when they change nothing. Amounts that are not used are 0. */
export function costsOfForm(form: CostForm): CostSettings | undefined {
  const settings = settingsOf(form);
  if (isFreeOfCosts(settings)) return undefined;
  const used = new Map(usedAmounts(settings).map(([field, value]) => [field, value]));
  const amount = (field: keyof CostSettings): number => used.get(field) ?? 0;
  return {
    ...settings,
    SlippageAmount: amount('SlippageAmount'),
    SpreadAmount: amount('SpreadAmount'),
    CommissionAmount: amount('CommissionAmount'),
    CommissionMinimum: amount('CommissionMinimum'),
  };
}

import { formatMoney } from '../../src/domain/columns/index.ts';
import { GUARD_LABELS, stricterLimit } from '../../src/domain/risk/guards.ts';
import type { AccountGuards } from '../../src/plugin-api/index.ts';

/** How far the P&L may still fall before a guard is passed, dollars; null = there is no such guard, or the P&L is unknown. */
export interface GuardRoom {
  readonly dailyLoss: number | null;
  readonly drawdown: number | null;
}

/** The limits in force: of holder and administrator the stricter one. Dollars, null = none. */
export const limitsInForce = ({
  Holder,
  Administrator,
}: Pick<AccountGuards, 'Holder' | 'Administrator'>): GuardRoom => ({
  dailyLoss: stricterLimit(Holder.DailyLoss, Administrator.DailyLoss),
  drawdown: stricterLimit(Holder.Drawdown, Administrator.Drawdown),
});

/** The room that is left at this P&L of the day, dollars. `high`: the highest P&L that was seen. */
export function roomOf(guards: AccountGuards, todayPl: number | null, high: number): GuardRoom {
  const { dailyLoss, drawdown } = limitsInForce(guards);
  if (todayPl === null) return { dailyLoss: null, drawdown: null };
  return {
    dailyLoss: dailyLoss === null ? null : Math.max(0, dailyLoss + todayPl - guards.Base),
    drawdown: drawdown === null ? null : Math.max(0, drawdown + todayPl - Math.max(high, todayPl)),
  };
}

const WHOSE = { Holder: 'your', Administrator: "an administrator's" } as const;

/** What a lock says: the guard, the figure and the limit. */
export function lockText({ Guard, By, Figure, Limit }: NonNullable<AccountGuards['Lock']>): string {
  return `The ${GUARD_LABELS[Guard]} reached ${formatMoney(Figure)}, over ${WHOSE[By]} limit of ${formatMoney(Limit)}.`;
}

/** When the account is flattened by time, as the strip shows it; null = not. */
export function flattenText({ FlattenAt }: Pick<AccountGuards, 'FlattenAt'>): string | null {
  if (FlattenAt === null) return null;
  return FlattenAt.Date === null ? `${FlattenAt.Time} daily` : `${FlattenAt.Time} today`;
}

import { formatMoney } from '../../../domain/format/format-number.ts';
import { fromE4, toMoneyE4, type Dollars, type MoneyE4 } from '../../../domain/money/price.ts';
import { GUARD_LABELS, type GuardLimits } from '../../../domain/risk/guards.ts';
import type { Body } from '../../../protocol/index.ts';
import type { GuardsChange, GuardsRefusal, GuardsView } from '../../brokerage/brokerage.ts';

const limitFromWire = (dollars: Dollars | null): MoneyE4 | null =>
  dollars === null ? null : toMoneyE4(dollars);
const limitToWire = (limitE4: MoneyE4 | null): Dollars | null => (limitE4 === null ? null : fromE4(limitE4));
const limitsToWire = ({ dailyLossE4, drawdownE4 }: GuardLimits) => ({
  DailyLoss: limitToWire(dailyLossE4),
  Drawdown: limitToWire(drawdownE4),
});

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** A request about guards as the brokerage takes it. */
export function guardsFromWire(
  { DailyLoss, Drawdown, FlattenAt }: Body<'accountGuardsSet'>,
  sender: { readonly account: string; readonly userId: string },
): GuardsChange {
  return {
    ...sender,
    limits: {
      ...(DailyLoss !== undefined && { dailyLossE4: limitFromWire(DailyLoss) }),
      ...(Drawdown !== undefined && { drawdownE4: limitFromWire(Drawdown) }),
    },
    flattenAt: FlattenAt && { minute: minuteOf(FlattenAt.Time), isTodayOnly: FlattenAt.TodayOnly },
  };
}

/** The guards as clients receive them, in dollars. */
export function guardsToWire(guards: GuardsView): Body<'accountGuards'> {
  const { account, limits, next, administrator, baseE4, highE4, flattenAt, lock } = guards;
  return {
    Account: account,
    Holder: limitsToWire(limits),
    Next: next && limitsToWire(next),
    Administrator: limitsToWire(administrator),
    Base: fromE4(baseE4),
    High: fromE4(highE4),
    FlattenAt: flattenAt && { Time: timeOf(flattenAt.minute), Date: flattenAt.date },
    Lock: lock && {
      Guard: lock.guard,
      By: lock.by,
      Figure: fromE4(lock.figureE4),
      Limit: fromE4(lock.limitE4),
      Timestamp: lock.timeMs,
    },
  };
}

/** Why a request about guards was refused, as a sentence. */
export function guardsRefusalText(refusal: GuardsRefusal): string {
  if (refusal === 'too-often') return 'Too many changes in a minute';
  if (refusal === 'too-late') return 'That time of today has passed. Choose a later one, or every day.';
  const { guard, figureE4, limitE4 } = refusal;
  return `The ${GUARD_LABELS[guard]} is ${formatMoney(fromE4(figureE4))} already, so a limit of ${formatMoney(fromE4(limitE4))} would close everything at once.`;
}

import { fromE4 } from '../../../domain/money/price.ts';
import type { Condition, TimeExit } from '../../../domain/orders/groups/conditions.ts';
import type { GroupRequest, TrailTerms } from '../../../domain/orders/groups/types.ts';
import type { TermsChange } from '../../../domain/orders/core/groups/judge-terms.ts';
import type { Body } from '../../../protocol/index.ts';
import type { GroupView } from '../../brokerage/brokerage.ts';
import { e4FromWire } from './brokerage.ts';
import { distanceToWire, requestedFromWire } from './group-distances.ts';

/** What groups wait for outside of their orders, from and to the wire. */

type SendBody = Body<'orderGroupSend'>;
type WaitsBody = Pick<Body<'orderGroups'>['Items'][number], 'Trail' | 'TimeExit' | 'Condition'>;

/** The trail, the time exit and the condition of a group, as far as it has them. */
export const waitsFromWire = ({
  Trail,
  TimeExit: exit,
  Condition: condition,
}: Pick<SendBody, 'Trail' | 'TimeExit' | 'Condition'>): Pick<
  GroupRequest,
  'trail' | 'timeExit' | 'condition'
> => ({
  ...(Trail && { trail: trailFromWire(Trail) }),
  ...(exit && { timeExit: { basis: exit.Basis, minutes: exit.Minutes } satisfies TimeExit }),
  ...(condition && { condition: conditionFromWire(condition) }),
});

/** Figures of a group that are changed. */
export const termsFromWire = ({
  Trail,
  BreakEven,
  TimeExit: exit,
  Condition: condition,
}: Pick<Body<'orderGroupTermsChange'>, 'Trail' | 'BreakEven' | 'TimeExit' | 'Condition'>): TermsChange => ({
  ...waitsFromWire({ TimeExit: exit, Condition: condition }),
  ...(Trail && {
    trail: {
      ...(Trail.Start && { start: requestedFromWire(Trail.Start) }),
      ...(Trail.Distance && { distance: requestedFromWire(Trail.Distance) }),
    },
  }),
  ...(BreakEven !== undefined && { isBreakEven: BreakEven }),
});

const trailFromWire = ({ Start, Distance }: NonNullable<SendBody['Trail']>): TrailTerms => ({
  start: requestedFromWire(Start),
  distance: requestedFromWire(Distance),
});

const conditionFromWire = (condition: NonNullable<SendBody['Condition']>): Condition =>
  condition.Basis === 'TimeOfDay'
    ? { basis: condition.Basis, minutes: condition.Minutes }
    : {
        basis: condition.Basis,
        symbol: condition.Symbol,
        direction: condition.Direction,
        priceE4: e4FromWire(condition.Price),
      };

/** The same with prices in dollars, and with what they have come to. */
export const waitsToWire = ({
  trail,
  isTrailing,
  timeExit,
  timeExitMs,
  condition,
}: Pick<GroupView, 'trail' | 'isTrailing' | 'timeExit' | 'timeExitMs' | 'condition'>): WaitsBody => ({
  ...(trail && { Trail: { ...trailToWire(trail), IsTrailing: isTrailing === true } }),
  ...(timeExit && {
    TimeExit: {
      Basis: timeExit.basis,
      Minutes: timeExit.minutes,
      ...(timeExitMs !== undefined && { Timestamp: timeExitMs }),
    },
  }),
  ...(condition && { Condition: conditionToWire(condition) }),
});

const trailToWire = ({ start, distance }: TrailTerms) => ({
  Start: distanceToWire(start),
  Distance: distanceToWire(distance),
});

const conditionToWire = (condition: Condition): NonNullable<WaitsBody['Condition']> =>
  condition.basis === 'TimeOfDay'
    ? { Basis: condition.basis, Minutes: condition.minutes }
    : {
        Basis: condition.basis,
        Symbol: condition.symbol,
        Direction: condition.direction,
        Price: fromE4(condition.priceE4),
      };

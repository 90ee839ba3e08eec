import type { Body } from '../../protocol/index.ts';
import type { ConditionTicket, ExitTicket, GroupTermsTicket, GroupTicket } from './group-types.ts';

/** Terms of groups as the user enters them, in the form of the wire. */

const exitBody = ({ basis, amount, tif }: ExitTicket) => ({ Basis: basis, Amount: amount, TifType: tif });

/** The exits of a bracket. */
export const exitBodies = ({
  target,
  targets,
  stop,
  isBreakEven,
  trail,
  timeExit,
  atr,
}: Extract<GroupTicket, { readonly kind: 'Bracket' }>) => ({
  ...(target && { Target: exitBody(target) }),
  ...(targets && { Targets: targets.map((each) => ({ ...exitBody(each), Quantity: each.quantity })) }),
  ...(stop && { Stop: exitBody(stop) }),
  ...(isBreakEven && { BreakEven: true }),
  ...(trail && {
    Trail: {
      Start: { Basis: trail.start.basis, Amount: trail.start.amount },
      Distance: { Basis: trail.distance.basis, Amount: trail.distance.amount },
    },
  }),
  ...(timeExit && { TimeExit: { Basis: timeExit.basis, Minutes: timeExit.minutes } }),
  ...(atr && { Atr: { Period: atr.period, Bars: atr.bars } }),
});

/** What an order waits for. */
export const conditionBody = (
  condition: ConditionTicket,
): NonNullable<Body<'orderGroupSend'>['Condition']> =>
  condition.basis === 'TimeOfDay'
    ? { Basis: condition.basis, Minutes: condition.minutes }
    : {
        Basis: condition.basis,
        Symbol: condition.symbol,
        Direction: condition.direction,
        Price: condition.price,
      };

/** Figures of a group that are changed. */
export const termsBody = ({
  condition,
  trail,
  timeExit,
  isBreakEven,
}: GroupTermsTicket): Pick<
  Body<'orderGroupTermsChange'>,
  'Condition' | 'Trail' | 'TimeExit' | 'BreakEven'
> => ({
  ...(condition && { Condition: conditionBody(condition) }),
  ...(trail && {
    Trail: {
      ...(trail.start && { Start: { Basis: trail.start.basis, Amount: trail.start.amount } }),
      ...(trail.distance && { Distance: { Basis: trail.distance.basis, Amount: trail.distance.amount } }),
    },
  }),
  ...(timeExit && { TimeExit: { Basis: timeExit.basis, Minutes: timeExit.minutes } }),
  ...(isBreakEven !== undefined && { BreakEven: isBreakEven }),
});

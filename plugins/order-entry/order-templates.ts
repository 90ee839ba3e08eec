import { fromE4 } from '../../src/domain/money/price.ts';
import { shareQuantity, type OrderTemplate } from '../../src/plugin-api/index.ts';
import { timeOfMinutes } from './ticket-times.ts';
import { NOTHING_ATTACHED, type Ticket } from './ticket.ts';

/** The ticket with what a template attaches. */
export function withTemplate(ticket: Ticket, template: OrderTemplate): Ticket {
  const { TargetBasis, Targets, Stop, IsBreakEven, ExitTif, Trail, TimeExit, Atr, Condition } = template;
  if (Condition !== null)
    return { ...ticket, attach: 'Conditional', condition: conditionEntry(Condition, ticket) };
  const [first] = Targets;
  const isSingle = Targets.length === 1;
  return {
    ...ticket,
    attach: 'Bracket',
    target: { basis: TargetBasis, amount: isSingle && first !== undefined ? fromE4(first.AmountE4) : null },
    targets: isSingle
      ? []
      : Targets.map(({ AmountE4, Share }) => ({
          amount: fromE4(AmountE4),
          quantity: shareQuantity(Share, ticket.quantity),
          share: Share,
        })),
    exitStop:
      Stop === null ? NOTHING_ATTACHED.exitStop : { basis: Stop.Basis, amount: fromE4(Stop.AmountE4) },
    isBreakEven: IsBreakEven,
    exitTif: ExitTif,
    trail:
      Trail === null
        ? NOTHING_ATTACHED.trail
        : { isOn: true, start: distanceEntry(Trail.Start), distance: distanceEntry(Trail.Distance) },
    atr: Atr === null ? NOTHING_ATTACHED.atr : { period: Atr.Period, bars: Atr.Bars },
    timeExit: timeExitEntry(TimeExit),
  };
}

const distanceEntry = ({ Basis, AmountE4 }: NonNullable<OrderTemplate['Trail']>['Start']) => ({
  basis: Basis,
  amount: fromE4(AmountE4),
});

function timeExitEntry(exit: OrderTemplate['TimeExit']): Ticket['timeExit'] {
  const { timeExit } = NOTHING_ATTACHED;
  if (exit === null) return timeExit;
  return exit.Basis === 'TimeOfDay'
    ? { ...timeExit, basis: exit.Basis, time: timeOfMinutes(exit.Minutes) }
    : { ...timeExit, basis: exit.Basis, minutes: exit.Minutes };
}

const conditionEntry = (
  saved: NonNullable<OrderTemplate['Condition']>,
  { condition: before }: Ticket,
): Ticket['condition'] =>
  saved.Basis === 'TimeOfDay'
    ? { ...before, basis: saved.Basis, time: timeOfMinutes(saved.Minutes) }
    : {
        ...before,
        basis: saved.Basis,
        symbol: saved.Symbol,
        direction: saved.Direction,
        price: fromE4(saved.PriceE4),
      };

/** The ticket with another quantity. Targets that close a share of it follow. */
export function withQuantity(
  { targets }: Pick<Ticket, 'targets'>,
  quantity: number | null,
): Pick<Ticket, 'quantity' | 'targets'> {
  return {
    quantity,
    targets: targets.map((target) =>
      target.share === undefined ? target : { ...target, quantity: shareQuantity(target.share, quantity) },
    ),
  };
}

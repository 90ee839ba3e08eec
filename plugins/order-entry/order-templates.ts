import * as v from 'valibot';
import { fromE4 } from '../../src/domain/money/price.ts';
import { ATR_BAR_SIZES, MAX_ATR_PERIOD, MIN_ATR_PERIOD } from '../../src/domain/orders/groups/atr-terms.ts';
import {
  PRICE_DIRECTIONS,
  PRICE_SOURCES,
  TIME_EXIT_BASES,
} from '../../src/domain/orders/groups/conditions.ts';
import { MAX_TARGETS } from '../../src/domain/orders/groups/types.ts';
import { timeOfMinutes } from './ticket-times.ts';
import { NOTHING_ATTACHED, type Ticket } from './ticket.ts';

/** The type of the saves that are templates. */
export const TEMPLATE_SAVE_TYPE = 'OrderTemplate';

const basis = v.picklist(['Offset', 'Percent', 'Atr']);
/** Dollars, per cent or a multiple, in 1/10,000. */
const amountE4 = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1e12));
const distance = v.object({ Basis: basis, AmountE4: amountE4 });
/** Whole minutes after midnight in New York, or after the first fill. */
const minutes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(527_040));
const condition = v.variant('Basis', [
  v.object({
    Basis: v.picklist(PRICE_SOURCES),
    Symbol: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32)),
    Direction: v.picklist(PRICE_DIRECTIONS),
    PriceE4: amountE4,
  }),
  v.object({ Basis: v.literal('TimeOfDay'), Minutes: minutes }),
]);

/** The form of saved data. What was added later has a default, so that earlier templates are read as they were meant. */
export const orderTemplateSchema = v.pipe(
  v.object({
    TargetBasis: basis,
    /** The nearest first. The last one closes what the others leave. */
    Targets: v.pipe(
      v.array(
        v.object({
          AmountE4: amountE4,
          /** Part of the quantity that it closes, per cent. */
          Share: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
        }),
      ),
      v.maxLength(MAX_TARGETS),
    ),
    /** Risk: dollars that the whole quantity may lose. */
    Stop: v.nullable(
      v.object({ Basis: v.picklist(['Offset', 'Percent', 'Atr', 'Risk']), AmountE4: amountE4 }),
    ),
    IsBreakEven: v.boolean(),
    ExitTif: v.picklist(['Day', 'GoodTillCancel']),
    /** The stop trails the market from a profit on. */
    Trail: v.optional(v.nullable(v.object({ Start: distance, Distance: distance })), null),
    TimeExit: v.optional(
      v.nullable(v.object({ Basis: v.picklist(TIME_EXIT_BASES), Minutes: minutes })),
      null,
    ),
    /** The average true range that amounts are multiples of. */
    Atr: v.optional(
      v.nullable(
        v.object({
          Period: v.pipe(v.number(), v.integer(), v.minValue(MIN_ATR_PERIOD), v.maxValue(MAX_ATR_PERIOD)),
          Bars: v.picklist(ATR_BAR_SIZES),
        }),
      ),
      null,
    ),
    /** Instead of exits: what the order waits for on the server. */
    Condition: v.optional(v.nullable(condition), null),
  }),
  v.check(({ Targets, Stop, TimeExit, Condition }) => {
    const hasExits = Targets.length > 0 || Stop !== null || TimeExit !== null;
    return hasExits === (Condition === null);
  }),
);

/** What an order attaches, as it is saved: distances from its fill price and shares of its quantity, so that they fit any order; or a condition that names its symbol. */
export type OrderTemplate = v.InferOutput<typeof orderTemplateSchema>;

/** Reads saved data; null when it is no template. */
export function readTemplate(data: unknown): OrderTemplate | null {
  const read = v.safeParse(orderTemplateSchema, data);
  return read.success ? read.output : null;
}

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

const distanceEntry = ({ Basis, AmountE4 }: v.InferOutput<typeof distance>) => ({
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

/** Whole shares of a part of the quantity; at least one. */
function shareQuantity(share: number, quantity: number | null): number | null {
  if (quantity === null || !Number.isFinite(quantity)) return null;
  return Math.max(1, Math.floor((quantity * share) / 100));
}

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

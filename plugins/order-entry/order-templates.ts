import * as v from 'valibot';
import { err, ok, type Result } from '../../src/domain/assert/assert.ts';
import { fromE4, isExactE4, toMoneyE4 } from '../../src/domain/money/price.ts';
import { MAX_TARGETS } from '../../src/domain/orders/groups/types.ts';
import type { ExitEntry, TargetEntry, Ticket } from './ticket.ts';

/** The type of the saves that are templates. */
export const TEMPLATE_SAVE_TYPE = 'OrderTemplate';

const basis = v.picklist(['Offset', 'Percent']);
/** Dollars or per cent, in 1/10,000. */
const amountE4 = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1e12));

/** The form of saved data. */
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
    Stop: v.nullable(v.object({ Basis: basis, AmountE4: amountE4 })),
    IsBreakEven: v.boolean(),
    ExitTif: v.picklist(['Day', 'GoodTillCancel']),
  }),
  v.check(({ Targets, Stop }) => Targets.length > 0 || Stop !== null),
);

/** The exits of an order, as they are saved: distances from its fill price, and shares of its quantity, so that they fit any order. */
export type OrderTemplate = v.InferOutput<typeof orderTemplateSchema>;

/** Reads saved data; null when it is no template. */
export function readTemplate(data: unknown): OrderTemplate | null {
  const read = v.safeParse(orderTemplateSchema, data);
  return read.success ? read.output : null;
}

const PRICE_TEXT = 'A template has distances from the fill price: state target and stop in $ or % from fill.';

type Distance = { readonly basis: 'Offset' | 'Percent'; readonly amountE4: number } | null;

/** An exit as a distance; null without an amount. */
function distanceOf({ basis: by, amount }: ExitEntry): Result<Distance, string> {
  if (amount === null) return ok(null);
  if (by === 'Price') return err(PRICE_TEXT);
  if (!Number.isFinite(amount) || amount <= 0 || !isExactE4(amount))
    return err('Enter amounts above zero first.');
  return ok({ basis: by, amountE4: toMoneyE4(amount) });
}

/** The exits of a ticket as a template, or why they are none. */
export function templateOf(ticket: Ticket): Result<OrderTemplate, string> {
  if (ticket.attach !== 'Bracket') return err('Attach a target and a stop first.');
  const { target, targets, exitStop, quantity } = ticket;
  const stop = distanceOf(exitStop);
  if (!stop.ok) return stop;
  const entries: readonly TargetEntry[] =
    targets.length === 0 ? [{ amount: target.amount, quantity }] : targets;
  const saved: OrderTemplate['Targets'] = [];
  for (const entry of entries) {
    const distance = distanceOf({ basis: target.basis, amount: entry.amount });
    if (!distance.ok) return distance;
    if (distance.value === null && targets.length > 0) return err('Enter the amount of each target first.');
    if (distance.value !== null)
      saved.push({ AmountE4: distance.value.amountE4, Share: shareOf(entry, quantity) });
  }
  if (saved.length === 0 && stop.value === null) return err('Enter a target or a stop first.');
  return ok({
    TargetBasis: target.basis === 'Price' ? 'Percent' : target.basis,
    Targets: saved,
    Stop: stop.value && { Basis: stop.value.basis, AmountE4: stop.value.amountE4 },
    IsBreakEven: ticket.isBreakEven && saved.length > 1 && stop.value !== null,
    ExitTif: ticket.exitTif,
  });
}

/** Per cent of the ticket's quantity, to a hundredth. */
function shareOf({ quantity, share }: TargetEntry, whole: number | null): number {
  if (share !== undefined) return share;
  const part = ((quantity ?? 0) / Math.max(1, whole ?? 1)) * 100;
  return Math.min(100, Math.max(0, Math.round(part * 100) / 100));
}

/** The ticket with the exits of a template. */
export function withTemplate(ticket: Ticket, template: OrderTemplate): Ticket {
  const { TargetBasis, Targets, Stop, IsBreakEven, ExitTif } = template;
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
      Stop === null
        ? { basis: 'Percent', amount: null }
        : { basis: Stop.Basis, amount: fromE4(Stop.AmountE4) },
    isBreakEven: IsBreakEven,
    exitTif: ExitTif,
  };
}

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

/** Whether an order opens a position or adds to it; exits would be refused for one that closes. `held`: shares or contracts, negative = short. */
export const opensPosition = (side: Ticket['side'], held: number): boolean =>
  side === 'Buy' ? held >= 0 : held <= 0;

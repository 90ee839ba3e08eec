import * as v from 'valibot';
import { ORDER_SIDES, ORDER_SOURCES, ORDER_TYPES, STOP_TYPES, TIME_IN_FORCES } from '../../domain/orders/enumerations.ts';
import type { OrderEvent } from '../../domain/orders/core/types.ts';
import type { JournalRecord } from '../storage/repositories.ts';

const whole = v.pipe(v.number(), v.safeInteger());
const quantity = v.pipe(whole, v.minValue(1));
const price = v.pipe(whole, v.minValue(0));
const text = v.string();

/** Prices and quantity of a rejected order may be the very nonsense it was rejected for, so they are only numbers here. */
const request = v.object({
  account: text, userId: text, clientId: text, symbol: text, side: v.picklist(ORDER_SIDES), source: v.picklist(ORDER_SOURCES), type: v.picklist(ORDER_TYPES),
  tif: v.picklist(TIME_IN_FORCES), quantity: v.number(), priceE4: v.number(), stopPriceE4: v.number(), stopType: v.picklist(STOP_TYPES), destination: text, route: text,
});

const eventSchema = v.variant('kind', [
  v.object({ kind: v.literal('accepted'), orderId: text, order: request, expiresMs: v.nullable(whole), reserveE4: price, openingQuantity: price, timeMs: whole }),
  v.object({ kind: v.literal('confirmed'), orderId: text, timeMs: whole }),
  v.object({ kind: v.literal('executed'), orderId: text, quantity, priceE4: quantity, exchange: text, liquidity: v.picklist(['A', 'R']), fees: v.object({ secE4: whole, finraE4: whole, liquidityE4: whole }), timeMs: whole }),
  v.object({ kind: v.literal('rejected'), orderId: text, order: request, code: whole, timeMs: whole }),
  v.object({ kind: v.literal('cancelPending'), orderId: text, userId: text, timeMs: whole }),
  v.object({ kind: v.literal('cancelled'), orderId: text, code: whole, timeMs: whole }),
  v.object({ kind: v.literal('expired'), orderId: text, timeMs: whole }),
  v.object({ kind: v.literal('cancelRejected'), orderId: text, account: text, userId: text, clientId: text, code: whole, timeMs: whole }),
  v.object({ kind: v.literal('funded'), account: text, cashE4: whole, version: whole, timeMs: whole }),
  v.object({ kind: v.literal('session'), date: text, closes: v.array(v.tuple([text, price])), timeMs: whole }),
]) satisfies v.GenericSchema<unknown, OrderEvent>;

/** The journal record of an event. */
export function encodeEvent(seq: number, event: OrderEvent): JournalRecord {
  return { seq, payload: JSON.stringify(event) };
}

/** Reads an event back. Throws, naming the record, when the payload is not one: a journal that cannot be read must not be traded on. */
export function decodeEvent(record: JournalRecord): OrderEvent {
  let raw: unknown;
  try {
    raw = JSON.parse(record.payload);
  } catch {
    throw new Error(`Order journal record ${record.seq} is not JSON. Restore the journal from a backup.`);
  }
  const parsed = v.safeParse(eventSchema, raw, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  throw new Error(`Order journal record ${record.seq} is not an order event (${v.getDotPath(issue) ?? 'record'}: ${issue.message}). Restore the journal from a backup.`);
}

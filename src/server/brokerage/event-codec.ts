import { LOT_METHODS } from '../../domain/lots/types.ts';
import * as v from 'valibot';
import { GROUP_CAUSES } from '../../domain/orders/groups/conditions.ts';
import { EXIT_ROLES } from '../../domain/orders/groups/types.ts';
import { GUARD_KINDS } from '../../domain/risk/guards.ts';
import type { Book } from '../../domain/orders/core/book.ts';
import type { OrderEvent } from '../../domain/orders/core/types.ts';
import type { JournalRecord } from '../storage/repositories.ts';
import { action, adjustedOrder, positionChange } from './recorded-actions.ts';
import { quickDecode } from './quick-decode.ts';
import { executionTerms, fees, hasPrice, legFills, nbbo, PRICE_MISSING } from './recorded-fills.ts';
import {
  exitPrice,
  group,
  groupLink,
  groupOpening,
  groupTerms,
  guardLimits,
  openedGroup,
  price,
  quantity,
  request,
  storedOpening,
  text,
  whole,
} from './recorded-requests.ts';

/**
 * The version of a record's form, in its `v`. Every version reads the ones before it.
 * 1 has no `v`; its orders lack the fields of the full lifecycle (offsets, pegs, dates, displayed quantities), its fees the kinds not charged then.
 * 3 added busts and corrections, 4 multi-leg orders, 5 the legs of busts and corrections of those, 6 order groups, 7 several targets of a bracket and break-even,
 * 8 what groups wait for: trails, time exits and conditions, 9 guards and the sessions of orders, 10 the market at each acceptance, trigger, replace and
 * execution, and after executions, 11 the lots that holders choose, 12 distances of exits in multiples of the ATR and in dollars at risk, the
 * sessions of orders that wait, 13 changes of what groups wait for, 14 corporate actions, 15 groups in the record of
 * their first order; all else is as in 2.
 */
export const EVENT_VERSION = 15;

const moment = v.nullable(whole);
const groupOrigin = { groupId: text, account: text };

const ahead = v.optional(quantity);
const refusal = { orderId: text, account: text, userId: text, clientId: text, code: whole, timeMs: whole };
const settlement = v.object({
  kind: v.picklist(['expired', 'exercised', 'assigned']),
  symbol: text,
  underlying: text,
  contracts: whole,
  optionPriceE4: price,
  shareQuantity: whole,
  strikeE4: price,
  cashE4: whole,
  underlyingPriceE4: v.optional(price),
});

const amendment = { orderId: text, serial: quantity, instruction: text, was: executionTerms, timeMs: whole };

/** The schema of each kind of event, as the newest version writes it. */
export const EVENT_SCHEMAS = {
  accepted: v.pipe(
    v.object({
      kind: v.literal('accepted'),
      orderId: text,
      order: request,
      expiresMs: moment,
      reserveE4: price,
      openingQuantity: price,
      group: groupLink,
      opens: v.optional(groupOpening),
      session: v.optional(text),
      nbbo: v.optional(nbbo),
      ahead,
      timeMs: whole,
    }),
    v.transform(({ opens, ...event }) =>
      opens ? { ...event, opens: openedGroup(event.order, opens) } : event,
    ),
  ),
  confirmed: v.object({ kind: v.literal('confirmed'), orderId: text, timeMs: whole }),
  executed: v.pipe(
    v.object({
      kind: v.literal('executed'),
      orderId: text,
      quantity,
      priceE4: whole,
      exchange: text,
      liquidity: v.picklist(['A', 'R']),
      fees,
      legs: legFills,
      nbbo: v.optional(nbbo),
      timeMs: whole,
    }),
    v.check((figures) => hasPrice(figures), PRICE_MISSING),
  ),
  rejected: v.object({
    kind: v.literal('rejected'),
    orderId: text,
    order: request,
    code: whole,
    detail: v.optional(text),
    group: groupLink,
    timeMs: whole,
  }),
  triggered: v.object({
    kind: v.literal('triggered'),
    orderId: text,
    stopPriceE4: price,
    lastE4: price,
    nbbo: v.optional(nbbo),
    timeMs: whole,
  }),
  trailed: v.object({
    kind: v.literal('trailed'),
    orderId: text,
    stopPriceE4: price,
    watermarkE4: price,
    timeMs: whole,
  }),
  replaced: v.object({
    kind: v.literal('replaced'),
    orderId: text,
    order: request,
    originalClientId: text,
    keptPriority: v.boolean(),
    expiresMs: moment,
    reserveE4: price,
    openingQuantity: price,
    nbbo: v.optional(nbbo),
    ahead,
    timeMs: whole,
  }),
  replaceRejected: v.object({
    kind: v.literal('replaceRejected'),
    order: request,
    originalClientId: text,
    detail: v.optional(text),
    ...refusal,
  }),
  cancelPending: v.object({ kind: v.literal('cancelPending'), orderId: text, userId: text, timeMs: whole }),
  cancelled: v.object({ kind: v.literal('cancelled'), orderId: text, code: whole, timeMs: whole }),
  expired: v.object({ kind: v.literal('expired'), orderId: text, timeMs: whole }),
  cancelRejected: v.object({ kind: v.literal('cancelRejected'), ...refusal }),
  funded: v.object({
    kind: v.literal('funded'),
    account: text,
    cashE4: whole,
    version: whole,
    timeMs: whole,
  }),
  session: v.object({
    kind: v.literal('session'),
    date: text,
    closes: v.array(v.tuple([text, price])),
    timeMs: whole,
  }),
  accountOptions: v.object({
    kind: v.literal('accountOptions'),
    account: text,
    userId: text,
    cancelOnDisconnect: v.boolean(),
    isHalted: v.boolean(),
    timeMs: whole,
  }),
  busted: v.object({ kind: v.literal('busted'), ...amendment }),
  corrected: v.object({ kind: v.literal('corrected'), ...amendment, now: executionTerms }),
  groupAccepted: v.object({
    kind: v.literal('groupAccepted'),
    groupId: text,
    group,
    untilMs: v.optional(moment),
    session: v.optional(text),
    timeMs: whole,
  }),
  groupTriggered: v.object({
    kind: v.literal('groupTriggered'),
    ...groupOrigin,
    cause: v.picklist(GROUP_CAUSES),
    isLate: v.optional(v.boolean()),
    priceE4: v.optional(price),
    timeMs: whole,
  }),
  groupChanged: v.object({
    kind: v.literal('groupChanged'),
    ...groupOrigin,
    userId: text,
    role: v.picklist(EXIT_ROLES),
    index: v.optional(price),
    cause: v.optional(v.literal('BreakEven')),
    price: v.object(exitPrice),
    timeMs: whole,
  }),
  groupTermsChanged: v.object({
    kind: v.literal('groupTermsChanged'),
    ...groupOrigin,
    userId: text,
    terms: groupTerms,
    timeMs: whole,
  }),
  groupCancelled: v.object({
    kind: v.literal('groupCancelled'),
    ...groupOrigin,
    userId: text,
    code: whole,
    timeMs: whole,
  }),
  groupEnded: v.object({
    kind: v.literal('groupEnded'),
    ...groupOrigin,
    state: v.picklist(['Completed', 'Cancelled', 'Failed']),
    code: whole,
    timeMs: whole,
  }),
  guardsSet: v.object({
    kind: v.literal('guardsSet'),
    account: text,
    userId: text,
    limits: guardLimits,
    next: v.nullable(guardLimits),
    flattenAt: v.nullable(v.object({ minute: price, date: v.nullable(text), sinceMs: whole })),
    timeMs: whole,
  }),
  guardHigh: v.object({ kind: v.literal('guardHigh'), account: text, highE4: whole, timeMs: whole }),
  guardTripped: v.object({
    kind: v.literal('guardTripped'),
    account: text,
    guard: v.picklist(GUARD_KINDS),
    by: v.picklist(['Holder', 'Administrator']),
    figureE4: whole,
    limitE4: quantity,
    timeMs: whole,
  }),
  guardReleased: v.object({
    kind: v.literal('guardReleased'),
    account: text,
    instruction: text,
    baseE4: whole,
    timeMs: whole,
  }),
  fillsMarked: v.object({
    kind: v.literal('fillsMarked'),
    account: text,
    fills: v.array(v.object({ orderId: text, serial: quantity, nbbo })),
    timeMs: whole,
  }),
  lotMethodSet: v.object({
    kind: v.literal('lotMethodSet'),
    account: text,
    userId: text,
    method: v.picklist(LOT_METHODS),
    timeMs: whole,
  }),
  lotsChosen: v.object({
    kind: v.literal('lotsChosen'),
    account: text,
    userId: text,
    orderId: text,
    symbol: text,
    lots: v.array(v.object({ lotId: text, quantity })),
    timeMs: whole,
  }),
  lost: v.object({ kind: v.literal('lost'), timeMs: whole }),
  actionApplied: v.object({
    kind: v.literal('actionApplied'),
    account: text,
    action,
    positions: v.array(positionChange),
    orders: v.array(adjustedOrder),
    groups: v.array(text),
    timeMs: whole,
  }),
  optionSettled: v.object({
    kind: v.literal('optionSettled'),
    account: text,
    settlement,
    request: v.optional(v.object({ userId: text, clientId: text })),
    timeMs: whole,
  }),
} satisfies {
  readonly [Kind in OrderEvent['kind']]: v.GenericSchema<
    unknown,
    Extract<OrderEvent, { readonly kind: Kind }>
  >;
};

/** By kind, so that no schema is tried in vain: a journal has millions of records. */
const schemaOf: ReadonlyMap<unknown, v.GenericSchema<unknown, OrderEvent>> = new Map(
  Object.entries(EVENT_SCHEMAS),
);
const ABORT_EARLY = { abortEarly: true } as const;
const isRecord = (
  raw: unknown,
): raw is Readonly<Record<string, unknown>> & { readonly v?: unknown; readonly kind?: unknown } =>
  typeof raw === 'object' && raw !== null;

/** Forms whose most common records differ in nothing. */
const isQuickForm = (form: unknown): boolean =>
  typeof form === 'number' && Number.isInteger(form) && form >= 2 && form <= EVENT_VERSION;
/** What the quick decoder does not read. */
const isUncommon = (raw: Readonly<Record<string, unknown>>): boolean =>
  raw['legs'] !== undefined ||
  raw['group'] !== undefined ||
  (isRecord(raw['order']) && raw['order']['legs'] !== undefined);

/** What belongs to a record beside its event. */
export interface RecordOrigin {
  /** Account of the order that the event is about, where the event does not name it. */
  readonly account?: string | undefined;
  /** Id of the request that caused the event; undefined for what the market or the clock caused. */
  readonly requestId?: string | undefined;
}

/**
 * The journal record of an event. Version and request are put before its first field: a copy of the event would cost more than writing it.
 * Versions that know no request ids ignore them.
 */
export function encodeEvent(seq: number, event: OrderEvent, origin: RecordOrigin = {}): JournalRecord {
  const { account = accountNamedBy(event), requestId } = origin;
  const request = requestId === undefined ? '' : `"requestId":${JSON.stringify(requestId)},`;
  const payload = `{"v":${EVENT_VERSION},${request}${JSON.stringify(storedForm(event)).slice(1)}`;
  return account === undefined ? { seq, payload } : { seq, payload, account };
}

/** A group that begins with an order is written without what the order has already. */
const storedForm = (event: OrderEvent): unknown =>
  event.kind === 'accepted' && event.opens ? { ...event, opens: storedOpening(event.opens) } : event;

/** Id of the request that caused a record; undefined for other records, and for those that were written before ids were kept. */
export function requestIdOfRecord({ payload }: Pick<JournalRecord, 'payload'>): string | undefined {
  const raw: unknown = JSON.parse(payload);
  const id = isRecord(raw) ? raw['requestId'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** The account that an event names itself; undefined for what only names its order, and for a session. */
function accountNamedBy(event: OrderEvent): string | undefined {
  if ('account' in event) return event.account;
  if (event.kind === 'groupAccepted') return event.group.account;
  return 'order' in event ? event.order.account : undefined;
}

/** The account whose history an event belongs to: the one it names, or that of its order. */
export const accountOfEvent = (book: Book, event: OrderEvent): string | undefined =>
  accountNamedBy(event) ?? ('orderId' in event ? book.orders.get(event.orderId)?.account : undefined);

/** Reads an event back. Throws, naming the record, when the payload is not one: a journal that cannot be read must not be traded on. */
export function decodeEvent(record: JournalRecord): OrderEvent {
  let raw: unknown;
  try {
    raw = JSON.parse(record.payload);
  } catch {
    throw new Error(`Order journal record ${record.seq} is not JSON. Restore the journal from a backup.`);
  }
  const quick = isRecord(raw) && isQuickForm(raw.v) && !isUncommon(raw) ? quickDecode(raw) : undefined;
  if (quick) return quick;
  const { v: form, kind } = isRecord(raw) ? raw : {};
  if (typeof form === 'number' && form > EVENT_VERSION)
    throw new Error(
      `Order journal record ${record.seq} was written by a later release (form ${form}, this one reads up to ${EVENT_VERSION}). Start that release.`,
    );
  const schema = schemaOf.get(kind);
  if (!schema) throw notAnEvent(record, 'kind: none that is known');
  const parsed = v.safeParse(schema, raw, ABORT_EARLY);
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  throw notAnEvent(record, `${v.getDotPath(issue) ?? 'record'}: ${issue.message}`);
}

function notAnEvent({ seq }: JournalRecord, why: string): Error {
  return new Error(
    `Order journal record ${seq} is not an order event (${why}). Restore the journal from a backup.`,
  );
}

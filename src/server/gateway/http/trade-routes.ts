import { dateOfDay, dayNumber } from '../../../domain/calendar/new-york-time.ts';
import { newYorkMs } from '../../../domain/calendar/us-equity.ts';
import type { Steps } from '../../../domain/collections/steps.ts';
import {
  realisedLines,
  realisedTotals,
  reconciliationOf,
} from '../../../domain/lots/account/realised-report.ts';
import { lotsOfOrder } from '../../../domain/lots/account/order-lots.ts';
import { tripsOfSpan } from '../../../domain/lots/account/trips-of-span.ts';
import type { TaxLot } from '../../../domain/lots/types.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import type { LotOutcome } from '../../brokerage/brokerage.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import type { GatewayDeps } from '../deps.ts';
import { requireOwnAccount } from '../own-account.ts';
import {
  lotToWire,
  orderLotToWire,
  realisedToWire,
  roundTripToWire,
  totalsToWire,
  tripFillsToWire,
  tripIdOf,
} from '../translate/trades.ts';

const MAX_TRIPS = 1_000;
const MAX_LINES = 500;
const MAX_FILLS = 2_000;
/** Trades of all trips of one call. */
const MAX_FILLS_OF_TRIPS = 10_000;
/** Pictures of a user, and their characters together. */
const SNAPSHOT_LIMITS = { maxCount: 1_000, maxChars: 200_000_000 };

type TradeDeps = Pick<GatewayDeps, 'brokerage' | 'identity'>;

/** The calls about round trips, realised gains and lots. */
export const tradeRoutes = (
  deps: TradeDeps,
): Pick<
  Handlers,
  | 'roundTrips'
  | 'roundTripFills'
  | 'fillsOfTrips'
  | 'realisedGains'
  | 'openLots'
  | 'orderLots'
  | 'setLotMethod'
  | 'chooseLots'
> => ({ ...tripRoutes(deps), ...gainRoutes(deps), ...lotRoutes(deps) });

function tripRoutes(deps: TradeDeps): Pick<Handlers, 'roundTrips' | 'roundTripFills' | 'fillsOfTrips'> {
  const { brokerage, identity } = deps;
  return {
    async roundTrips({ caller, params }) {
      await requireOwnAccount(identity, caller.userId, params.account);
      const span = spanOf(params);
      return brokerage.readTrades(params.account, function* (trades) {
        const { items, next } = pageOf(yield* tripsOfSpan(trades, params.by, span), params.after, MAX_TRIPS);
        return {
          Items: yield* mapped(items, ({ symbol, trip }) =>
            roundTripToWire(symbol, trip, trades.stopOfGroup),
          ),
          Next: next,
          AsOf: trades.lastSeq,
        };
      });
    },

    async roundTripFills({ caller, params }) {
      await requireOwnAccount(identity, caller.userId, params.account);
      const [symbol = ''] = params.trip.split(':');
      const found = await brokerage.readTrades(params.account, function* (trades) {
        const trips = yield* trades.tripsInSteps(symbol, params.by);
        return trips.find((trip) => tripIdOf(symbol, trip) === params.trip);
      });
      if (!found) throw new HttpRefusal(404, `Account ${params.account} has no round trip ${params.trip}.`);
      return { Fills: tripFillsToWire(found, MAX_FILLS) };
    },

    async fillsOfTrips({ caller, params, body }) {
      await requireOwnAccount(identity, caller.userId, params.account);
      return brokerage.readTrades(params.account, function* (trades) {
        const wanted = Map.groupBy(new Set(body.Trips), (id) => id.split(':')[0] ?? '');
        const Trips: { readonly Id: string; readonly Fills: ReturnType<typeof tripFillsToWire> }[] = [];
        let count = 0;
        for (const [symbol, ids] of wanted)
          for (const trip of yield* trades.tripsInSteps(symbol, params.by)) {
            yield;
            const Id = tripIdOf(symbol, trip);
            if (!ids.includes(Id)) continue;
            if (count >= MAX_FILLS_OF_TRIPS) return { Trips };
            const Fills = tripFillsToWire(trip, MAX_FILLS);
            count += Fills.length;
            Trips.push({ Id, Fills });
          }
        return { Trips };
      });
    },
  };
}

function gainRoutes(deps: TradeDeps): Pick<Handlers, 'realisedGains'> {
  const { brokerage, identity } = deps;
  return {
    async realisedGains({ caller, params }) {
      const { account } = params;
      await requireOwnAccount(identity, caller.userId, account);
      const span = spanOf(params);
      return brokerage.readTrades(account, function* (trades) {
        // Read before the first step: the positions of the same moment as the trades.
        const { positions } = brokerage.accountState(account, Number.POSITIVE_INFINITY);
        const lines = yield* realisedLines(trades, span);
        const { items, next } = pageOf(lines, params.after, MAX_LINES);
        const { shortTerm, longTerm } = yield* realisedTotals(lines);
        const { realisedE4, methodDifferenceE4, closedPlE4 } = yield* reconciliationOf(trades);
        const positionsClosedPlE4 = positions.reduce((sum, position) => sum + position.closedPlE4, 0);
        return {
          Items: yield* mapped(items, realisedToWire),
          Next: next,
          AsOf: trades.lastSeq,
          ShortTerm: totalsToWire(shortTerm),
          LongTerm: totalsToWire(longTerm),
          Reconciliation: {
            Realised: fromE4(realisedE4),
            MethodDifference: fromE4(methodDifferenceE4),
            ClosedPl: fromE4(closedPlE4),
            PositionsClosedPl: fromE4(positionsClosedPlE4),
          },
        };
      });
    },
  };
}

function lotRoutes(
  deps: TradeDeps,
): Pick<Handlers, 'openLots' | 'orderLots' | 'setLotMethod' | 'chooseLots'> {
  const { brokerage, identity } = deps;
  return {
    async openLots({ caller, params }) {
      await requireOwnAccount(identity, caller.userId, params.account);
      return brokerage.readTrades(params.account, function* (trades) {
        const all: { readonly symbol: string; readonly lot: TaxLot }[] = [];
        for (const symbol of trades.symbols().toSorted())
          for (const lot of (yield* trades.lotsInSteps(symbol)).open) {
            all.push({ symbol, lot });
            yield;
          }
        const { items, next } = pageOf(all, params.after, MAX_LINES);
        return {
          Method: trades.method,
          Items: items.map(({ symbol, lot }) => lotToWire(symbol, lot)),
          Next: next,
          AsOf: trades.lastSeq,
        };
      });
    },

    async orderLots({ caller, params: { account, order: orderId, symbol } }) {
      await requireOwnAccount(identity, caller.userId, account);
      const { found, method } = await brokerage.readTrades(account, function* (trades) {
        return { found: yield* lotsOfOrder(trades, { orderId, symbol }), method: trades.method };
      });
      if (!found) throw new HttpRefusal(404, `Order ${orderId} is not open, or does not close ${symbol}.`);
      const others = found.lots.filter(({ taken, planned }) => taken + planned === 0).slice(0, MAX_LINES);
      const shown = new Set(others);
      const lots = found.lots.filter((lot) => lot.taken + lot.planned > 0 || shown.has(lot));
      return {
        Method: method,
        Closing: found.closing,
        Left: found.left,
        IsChosen: found.isChosen,
        Lots: lots.map(orderLotToWire),
        IsComplete: lots.length === found.lots.length,
      };
    },

    async setLotMethod({ caller, params: { account }, body }) {
      await requireOwnAccount(identity, caller.userId, account);
      const { userId } = caller;
      return answered(await brokerage.setLotMethod({ account, userId, method: body.Method }));
    },

    async chooseLots({ caller, params: { account }, body }) {
      await requireOwnAccount(identity, caller.userId, account);
      const lots = body.Lots.map(({ Lot, Quantity }) => ({ lotId: Lot, quantity: Quantity }));
      const { OrderId: orderId, Symbol: symbol } = body;
      const outcome = await brokerage.chooseLots({ account, userId: caller.userId, orderId, symbol, lots });
      if (typeof outcome === 'object') throw new HttpRefusal(409, outcome.problem);
      return answered(outcome);
    },
  };
}

/** The calls about pictures of charts. */
export function snapshotRoutes({
  tradeSnapshots,
  clock,
}: Pick<GatewayDeps, 'tradeSnapshots' | 'clock'>): Pick<Handlers, 'snapshotAdd' | 'snapshot'> {
  return {
    async snapshotAdd({ caller, body }) {
      if (caller.isDemo) throw new HttpRefusal(403, 'Pictures of a demo session are not stored');
      const id = crypto.randomUUID();
      const picture = { id, userId: caller.userId, storedMs: clock.hostMs(), png: body.Png };
      if ((await tradeSnapshots.add(picture, SNAPSHOT_LIMITS)) === 'full')
        throw new HttpRefusal(
          409,
          'You have as many chart snapshots as there may be: 1,000, or 200,000,000 characters. Remove some from your notes; they are deleted 30 days later.',
        );
      return { Id: id };
    },
    async snapshot({ caller, params }) {
      const png = await tradeSnapshots.png(caller.userId, params.id);
      if (png === undefined) throw new HttpRefusal(404, 'This snapshot is not stored any more.');
      return { Png: png };
    },
  };
}

function spanOf({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }): {
  readonly fromMs: number;
  readonly toMs: number;
} {
  if (from !== undefined && to !== undefined && to < from)
    throw new HttpRefusal(400, `to: the last day, ${to}, is before the first, ${from}.`);
  return {
    fromMs: from === undefined ? 0 : newYorkMs(from, 0),
    toMs: to === undefined ? Number.POSITIVE_INFINITY : newYorkMs(dateOfDay(dayNumber(to) + 1), 0),
  };
}

function* mapped<Item, Wire>(items: readonly Item[], toWire: (item: Item) => Wire): Steps<Wire[]> {
  const all: Wire[] = [];
  for (const item of items) {
    all.push(toWire(item));
    yield;
  }
  return all;
}

function pageOf<Item>(
  all: readonly Item[],
  after: string | undefined,
  max: number,
): { readonly items: readonly Item[]; readonly next: string | null } {
  const start = Number(after ?? 0);
  const end = start + max;
  return { items: all.slice(start, end), next: end < all.length ? String(end) : null };
}

function answered(outcome: LotOutcome): { readonly Ok: true } {
  if (outcome === 'too-often') throw new HttpRefusal(429, 'Too many changes. Try again in a minute.');
  if (outcome === 'unavailable')
    throw new HttpRefusal(503, 'The order journal takes no records now. Try again later.');
  return { Ok: true };
}

import type { LotMethod, TripSubject } from '../../domain/lots/types.ts';
import type { tradesHttp } from '../../protocol/http-trades.ts';
import type { AnswerOf } from '../connection/http-api.ts';

/** A round trip; prices and money in dollars, times UTC ms. */
export type WireRoundTrip = AnswerOf<typeof tradesHttp.roundTrips>['Items'][number];
/** A trade of a round trip; sold quantities are negative. */
export type WireTripFill = AnswerOf<typeof tradesHttp.roundTripFills>['Fills'][number];
/** A line of realised gains; money in dollars, days of the exchange as `YYYY-MM-DD`. */
export type WireRealisedLine = AnswerOf<typeof tradesHttp.realisedGains>['Items'][number];
/** The lots that an open order would close; prices in dollars. */
export type WireOrderLots = AnswerOf<typeof tradesHttp.orderLots>;
/** An open lot; prices and money in dollars. */
export type WireOpenLot = AnswerOf<typeof tradesHttp.openLots>['Items'][number];

/** Days of the exchange, both included; null = no limit. */
export interface DaySpan {
  readonly from: string | null;
  readonly to: string | null;
}

/** Lines of a list; `isComplete` is false when there are more than a page of the browser reads. */
export interface TradeLines<Line> {
  readonly lines: readonly Line[];
  readonly isComplete: boolean;
}

/** The realised gains of a span with their totals. */
export interface RealisedGains
  extends
    TradeLines<WireRealisedLine>,
    Pick<AnswerOf<typeof tradesHttp.realisedGains>, 'ShortTerm' | 'LongTerm' | 'Reconciliation'> {}

/** Calls about trades, lots and snapshots of charts. They reject with an error whose message can be shown. */
export interface TradeCalls {
  /** Open round trips, then those that were closed in the span, the newest first. */
  roundTrips(account: string, by: TripSubject, span: DaySpan): Promise<TradeLines<WireRoundTrip>>;
  /** The trades of a round trip, at most 2,000. */
  fills(account: string, by: TripSubject, tripId: string): Promise<readonly WireTripFill[]>;
  /** The trades of several round trips by their ids, at most 2,000 of each; trips that the account does not have are left out. */
  fillsOfTrips(
    account: string,
    by: TripSubject,
    tripIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly WireTripFill[]>>;
  /** The lots that an open order would close if the rest of it filled now. */
  orderLots(
    account: string,
    order: { readonly orderId: string; readonly symbol: string },
  ): Promise<WireOrderLots>;
  /** What was realised in the span, the oldest first. */
  realised(account: string, span: DaySpan): Promise<RealisedGains>;
  /** The open lots by symbol, the oldest first, and the method of the account. */
  openLots(account: string): Promise<TradeLines<WireOpenLot> & { readonly method: LotMethod }>;
  /** Sets which lots closing fills consume from now on. */
  setLotMethod(account: string, method: LotMethod): Promise<void>;
  /** Chooses the lots that an order closes; none = those of the method. */
  chooseLots(
    account: string,
    choice: {
      readonly orderId: string;
      readonly symbol: string;
      readonly lots: readonly { readonly lot: string; readonly quantity: number }[];
    },
  ): Promise<void>;
  /** Stores a PNG picture, given as base64; resolves with its id. In a demo session it is in this page only. */
  addSnapshot(png: string): Promise<string>;
  /** A stored picture as base64. */
  snapshot(id: string): Promise<string>;
}

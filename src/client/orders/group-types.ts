import type { AtrTerms } from '../../domain/orders/groups/atr-terms.ts';
import type { Body } from '../../protocol/index.ts';
import type { Readable } from '../readable.ts';
import type { PageTimes } from './page-times-type.ts';
import type { OrderTicket } from './tickets.ts';

/** An order group with the field names of the wire; prices in dollars, times UTC ms. */
export type WireOrderGroup = Body<'orderGroups'>['Items'][number];

/** The price of a target or a stop: a price, or a distance from the average fill price of the entry in dollars or per cent. */
export interface ExitPriceTicket {
  readonly basis: 'Price' | 'Offset' | 'Percent';
  /** Dollars, or per cent. */
  readonly amount: number;
}
/** A target or a stop as the user enters it. */
export interface ExitTicket {
  /** Also a multiple of the average true range; or, of a stop, dollars that the whole quantity of the entry may lose. */
  readonly basis: ExitPriceTicket['basis'] | 'Atr' | 'Risk';
  /** Dollars, per cent, or a multiple. */
  readonly amount: number;
  readonly tif: 'Day' | 'GoodTillCancel';
}

/** One of several targets. It closes its share of what the entry fills. */
export interface TargetTicket extends ExitTicket {
  /** Whole shares of the entry's quantity. */
  readonly quantity: number;
}

/** A stop that trails the market once the price has moved in favour of the entry. */
export interface TrailTicket {
  /** Where it begins: stated like the price of a target. */
  readonly start: { readonly basis: ExitPriceTicket['basis'] | 'Atr'; readonly amount: number };
  /** How far the stop stays behind the last trade. */
  readonly distance: { readonly basis: 'Offset' | 'Percent' | 'Atr'; readonly amount: number };
}

/** When a bracket closes its position at market. `minutes`: after midnight in New York, or after the first fill of the entry. */
export interface TimeExitTicket {
  readonly basis: 'TimeOfDay' | 'Minutes';
  readonly minutes: number;
}

/** What an order waits for: a price of any symbol at or beyond a level in dollars, or a time of day in New York. */
export type ConditionTicket =
  | {
      readonly basis: 'Last' | 'Bid' | 'Ask';
      readonly symbol: string;
      readonly direction: 'AtOrAbove' | 'AtOrBelow';
      readonly price: number;
    }
  | { readonly basis: 'TimeOfDay'; readonly minutes: number };

/** A group as the user enters it, before it has an account and a ClientId. All of its orders are in one symbol. */
export type GroupTicket =
  /** The entry; the target and the stop close what it has filled, and exclude each other. One of them may be null. */
  | {
      readonly kind: 'Bracket';
      readonly entry: OrderTicket;
      readonly target: ExitTicket | null;
      readonly stop: ExitTicket | null;
      /** Instead of `target`: up to five targets that each close a part, the nearest to the entry first. */
      readonly targets?: readonly TargetTicket[];
      /** With a stop and two targets or more: the stop moves to the average fill price of the entry once the first target is filled. */
      readonly isBreakEven?: boolean;
      /** With a stop: it trails the market from a profit on. */
      readonly trail?: TrailTicket;
      readonly timeExit?: TimeExitTicket;
      /** The average true range that amounts of the basis Atr are multiples of. Its value is that of the moment in which the server takes the group. */
      readonly atr?: Pick<AtrTerms, 'period' | 'bars'>;
    }
  /** Two to five orders of one quantity: what one of them fills, the others lose. */
  | { readonly kind: 'OneCancelsOther'; readonly orders: readonly OrderTicket[] }
  /** The second order is sent once the first is filled completely. */
  | { readonly kind: 'OneTriggersOther'; readonly first: OrderTicket; readonly next: OrderTicket }
  /** The order waits on the server until the condition holds, and passes the risk checks then. */
  | { readonly kind: 'Conditional'; readonly order: OrderTicket; readonly condition: ConditionTicket };

/** Figures of a live group that it has not used yet, as the user enters them. What is absent stays as it is. */
export interface GroupTermsTicket {
  /** Of a conditional order: the whole condition. A time of day is the next one after the change. */
  readonly condition?: ConditionTicket;
  /** Of a bracket that has a trail: where it begins, and how far it stays behind. */
  readonly trail?: {
    readonly start?: ExitPriceTicket;
    readonly distance?: { readonly basis: 'Offset' | 'Percent'; readonly amount: number };
  };
  /** Of a bracket that has a time exit. */
  readonly timeExit?: TimeExitTicket;
  /** Of a bracket with a stop and two targets or more, before its first target is filled. */
  readonly isBreakEven?: boolean;
}

/** The outcome of a request about groups. The message of a refusal can be shown. */
export type GroupResult =
  | { readonly ok: true; readonly groupId: string }
  | {
      readonly ok: false;
      /** One of `OrderError` or `GroupError`. */
      readonly errorCode: number;
      readonly message: string;
      /** Whether the request may have been carried out: no answer came. Repeating it with this ClientId is safe. */
      readonly isUnknown: boolean;
      readonly clientId: string;
    };

/** The groups of the selected account. */
export interface OrderGroupsState {
  /** By GroupId, in the order in which they were accepted: live ones, and those that ended on the days of the trade log. */
  readonly groups: ReadonlyMap<string, WireOrderGroup>;
  /** The group of each order that is in one, by OrderId. */
  readonly byOrderId: ReadonlyMap<string, WireOrderGroup>;
}

/**
 * Order groups of the selected account: orders whose relation the server keeps, whether this client is connected or not. Also the requests that end everything
 * open at once; each is one message that the server carries out even when the page closes right after it. No call rejects.
 */
export interface OrderGroupStore extends Readable<OrderGroupsState> {
  /** When this page placed a group, and its first answer and fill; undefined when it did not, or was loaded since. */
  pageTimesOf(groupId: string): PageTimes | undefined;
  /**
   * Places a group, all of it or nothing. `clientId`: the ClientId of the group and of its first order, where the caller names them; the server takes each once, so a request that is
   * repeated under it makes one group.
   */
  place(ticket: GroupTicket, clientId?: string): Promise<GroupResult>;
  /** Cancels the open orders of a group; what they have filled stays. */
  cancel(groupId: string): Promise<GroupResult>;
  /** Sets the price of a bracket's target or stop. `index`: which of several targets, from 0. */
  changeExit(
    groupId: string,
    role: 'Target' | 'Stop',
    price: ExitPriceTicket,
    index?: number,
  ): Promise<GroupResult>;
  /** Sets figures of a group that it has not used yet. Refused when the group has ended, the figure is used, or it would take effect at once. */
  changeTerms(groupId: string, terms: GroupTermsTicket): Promise<GroupResult>;
  /**
   * Cancels all orders and groups of the symbol, or of the account without one, and closes what is held then at market. Resolves once the server has decided: the
   * group `groupId` then follows the closing orders. `clientId` repeats a request whose outcome is unknown.
   */
  flatten(symbol?: string, clientId?: string): Promise<GroupResult>;
  /**
   * Cancels all orders and groups of the symbol, closes its position at market and opens one of the same size on the other side. Resolves once the server has
   * decided: the group `groupId` then follows both orders.
   */
  reverse(symbol: string, clientId?: string): Promise<GroupResult>;
  /** Cancels all orders and groups of the symbol, or of the account without one. Resolves once they are cancelled. */
  cancelAll(symbol?: string, clientId?: string): Promise<GroupResult>;
}

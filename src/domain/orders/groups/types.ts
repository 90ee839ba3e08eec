import type { MoneyE4, PriceE4 } from '../../money/price.ts';
import type { OrderSide, TimeInForce } from '../enumerations.ts';
import type { OrderRequest } from '../request.ts';
import type { AtrTerms } from './atr-terms.ts';
import type { Condition, GroupCause, TimeExit } from './conditions.ts';
import type { StatedDistance } from './stated-distance.ts';

/**
 * What the orders of a group are to each other. OneCancelsOther: together they fill one quantity. Bracket: an entry with a target, a stop or a time exit.
 * OneTriggersOther: the second is sent once the first is filled. Conditional: its order is sent once a condition holds. Flatten: the orders that close positions. CancelAll: has no orders, and cancels those before it.
 */
export const GROUP_KINDS = [
  'OneCancelsOther',
  'Bracket',
  'OneTriggersOther',
  'Conditional',
  'Flatten',
  'CancelAll',
] as const;
/** A kind of order group. */
export type GroupKind = (typeof GROUP_KINDS)[number];

/**
 * The part of an order in its group. Alternative: one order of a OneCancelsOther group. Conditional: waited for a condition. Surplus: closes what filled beyond the group's quantity.
 * Close: closes a position of a flatten, or that of a bracket at its time exit.
 */
export const GROUP_ROLES = [
  'Alternative',
  'Entry',
  'Target',
  'Stop',
  'First',
  'Next',
  'Conditional',
  'Surplus',
  'Close',
] as const;
/** A role of an order in its group. */
export type GroupRole = (typeof GROUP_ROLES)[number];
/** The roles of orders that end a bracket's position. */
export const EXIT_ROLES = ['Target', 'Stop'] as const;
/** A role of a bracket's exit. */
export type ExitRole = (typeof EXIT_ROLES)[number];

/** Whether a role is that of a bracket's exit. */
export const isExitRole = (role: GroupRole): role is ExitRole => role === 'Target' || role === 'Stop';

/** Targets that a bracket may have. */
export const MAX_TARGETS = 5;

const EXCLUSIVE_ROLES: readonly GroupRole[] = ['Alternative', 'Target', 'Stop'];
/** Whether orders in this role exclude each other within their group: together they fill one quantity. */
export const isExclusiveRole = (role: GroupRole): boolean => EXCLUSIVE_ROLES.includes(role);

/** The states of a group; the last three are final. */
export const GROUP_STATES = [
  'Working',
  'Triggered',
  'Closing',
  'Cancelling',
  'Completed',
  'Cancelled',
  'Failed',
] as const;
/** Kinds that only end what is open: nothing but the server itself refuses them. */
export const isEndingKind = (kind: GroupKind): kind is 'Flatten' | 'CancelAll' =>
  kind === 'Flatten' || kind === 'CancelAll';

/** A state of a group. */
export type GroupState = (typeof GROUP_STATES)[number];

/** How the price of an exit is stated: as a price, or as a distance from the average fill price of the entry in dollars or per cent. */
export const EXIT_BASES = ['Price', 'Offset', 'Percent'] as const;
/** The price of an exit. `amountE4`: a price or dollars in 1/10,000, or per cent in 1/10,000 (1 % = 10,000). */
export interface ExitPrice {
  readonly basis: (typeof EXIT_BASES)[number];
  readonly amountE4: number;
  readonly stated?: StatedDistance | undefined;
}

/** A distance in dollars or per cent, in the units of an `ExitPrice`. */
export interface TrailDistance {
  readonly basis: 'Offset' | 'Percent';
  readonly amountE4: number;
  readonly stated?: StatedDistance | undefined;
}
/** A stop that trails the market once the last trade has reached a price in favour of the position. */
export interface TrailTerms {
  /** Stated like the price of a target. */
  readonly start: ExitPrice;
  readonly distance: TrailDistance;
}

/** The terms of a bracket's exit: a target is a limit order, a stop a stop order. */
export interface ExitTerms extends ExitPrice {
  readonly tif: TimeInForce;
}

/** One of several targets of a bracket. It closes its share of what the entry fills. */
export interface TargetTerms extends ExitTerms {
  /** Whole shares of the entry's quantity. */
  readonly quantity: number;
}

/** A group as requested, checked and journaled. */
export interface GroupRequest {
  readonly account: string;
  readonly userId: string;
  /** Names the request; ClientIds of groups and of orders are counted apart. */
  readonly clientId: string;
  readonly kind: GroupKind;
  /** Of all its orders; null = a flatten of every position, or a cancel of every order, of the account. */
  readonly symbol: string | null;
  /** The alternatives; or the entry of a bracket; or the first and the next order. A flatten and a cancel of all orders have none. */
  readonly orders: readonly OrderRequest[];
  /** The target of the whole quantity; null = none, or those in `targets`. */
  readonly target: ExitTerms | null;
  readonly stop: ExitTerms | null;
  /** Of a bracket that closes in parts: its targets, the nearest to the entry first. */
  readonly targets?: readonly TargetTerms[] | undefined;
  /** Of a bracket with several targets: whether the stop moves to the average fill price of the entry once the first target is filled. */
  readonly isBreakEven?: boolean | undefined;
  /** Of a bracket: its stop trails the market once the price has moved in favour of the entry. */
  readonly trail?: TrailTerms | undefined;
  /** Of a bracket with distances in multiples of the average true range: which range, and its value when the group was placed. */
  readonly atr?: AtrTerms | undefined;
  /** Of a bracket: when it closes its position at market. */
  readonly timeExit?: TimeExit | undefined;
  /** Of a Conditional group: what its order waits for. */
  readonly condition?: Condition | undefined;
}

/** Figures of a group that its holder may change until they are used. */
export interface GroupTerms {
  /** Of a Conditional group: what its order waits for. */
  readonly condition?: Condition | undefined;
  readonly trail?: TrailTerms | undefined;
  readonly timeExit?: TimeExit | undefined;
  /** Whether the stop moves to break-even once the first target is filled. */
  readonly isBreakEven?: boolean | undefined;
}

/** The terms that the holder has changed since the group was placed. A trail is not among them: its present terms are in the group. */
export interface ChangedTerms extends Omit<GroupTerms, 'trail'> {
  /** When the condition or the time exit was set, exchange UTC ms: a time of day is the next one after it. Absent = when the group was accepted. */
  readonly timesSinceMs?: number | undefined;
}

/** The link from an order to its group. */
export interface GroupLink {
  readonly groupId: string;
  readonly role: GroupRole;
  /** Position of the order in the request's orders, of a target in its targets; 0 for all other roles. */
  readonly index: number;
}

/** What the group keeps of each of its orders: a finished order may leave memory before its group ends. */
export interface GroupMember {
  readonly orderId: string;
  readonly role: GroupRole;
  readonly index: number;
  readonly symbol: string;
  readonly side: OrderSide;
  quantity: number;
  filled: number;
  /** Sum of price × quantity of the fills. */
  filledValueE4: MoneyE4;
  isOpen: boolean;
  /** Why it ended; 0 = filled, or cancelled at the user's request. */
  code: number;
}

/** A group in the book. Only `applyEvent` changes it. */
export interface BookGroup {
  readonly groupId: string;
  readonly request: GroupRequest;
  readonly createdMs: number;
  /** Present terms of the exits. */
  target: ExitTerms | null;
  stop: ExitTerms | null;
  /** Absent in a bracket of one target for the whole quantity, and in checkpoints of releases without several targets. */
  targets?: readonly TargetTerms[] | undefined;
  /** Whether the stop has moved to break-even. It does once: a later price of the holder stays. */
  isStopMoved?: boolean | undefined;
  /** Present terms of the trail; the holder may change its distance once it has begun. */
  trail?: TrailTerms | undefined;
  /** Absent = the condition, the time exit and break-even are those of the request. */
  changed?: ChangedTerms | undefined;
  /** What has happened to the group from outside of its orders, in this order. */
  causes?: readonly GroupCause[] | undefined;
  /** Whether the time of its time exit passed while the server was not running. */
  isLate?: boolean | undefined;
  /** Whether the stop trails the market. A price that the holder sets ends the trail. */
  isTrailing?: boolean | undefined;
  /** Of a bracket: when its entry was first filled, exchange UTC ms. */
  enteredMs?: number | undefined;
  /** Of a Conditional group: when its order ends even if the condition has not held, exchange UTC ms; null = when cancelled. */
  readonly untilMs?: number | null | undefined;
  /** Of a Conditional group: the sign-in session whose request placed it; absent for none. */
  readonly session?: string | undefined;
  /** Of a flatten: what the account held, or had open orders in, when it was accepted. Nothing else is closed. */
  readonly symbols: readonly string[];
  state: GroupState;
  members: GroupMember[];
  completedMs: number | null;
  /** Session of the book when the group ended; '' while it has not. */
  endedSession: string;
  /** Why it ended as it did; 0 = as intended. */
  code: number;
}

/** The events of a group. Those of its orders name the group in `accepted` and `rejected`. */
export type GroupEvent =
  /** A group whose orders are sent later. A group that begins with an order is in the `accepted` record of that order, and was here up to journal form 14. */
  | {
      readonly kind: 'groupAccepted';
      readonly groupId: string;
      readonly group: GroupRequest;
      /** Of a Conditional group: when its order ends even if the condition has not held; null = when cancelled. */
      readonly untilMs?: number | null | undefined;
      /** Of a Conditional group: the sign-in session whose request placed it. Orders of other kinds name their session themselves. */
      readonly session?: string | undefined;
      readonly timeMs: number;
    }
  /** A price or a time that the group waits for was reached. Its plan then has another next action. */
  | {
      readonly kind: 'groupTriggered';
      readonly groupId: string;
      readonly account: string;
      readonly cause: GroupCause;
      /** The time passed while the server was not running. */
      readonly isLate?: boolean | undefined;
      /** The price that was seen; absent for a time. */
      readonly priceE4?: PriceE4 | undefined;
      readonly timeMs: number;
    }
  /** The price of an exit was changed. */
  | {
      readonly kind: 'groupChanged';
      readonly groupId: string;
      readonly account: string;
      readonly userId: string;
      readonly role: ExitRole;
      /** Which of several targets; absent = the stop, or the only target. */
      readonly index?: number | undefined;
      /** Why the group itself changed the price; absent = the holder did. */
      readonly cause?: 'BreakEven' | undefined;
      readonly price: ExitPrice;
      readonly timeMs: number;
    }
  /** The holder changed figures that were not used yet. What is absent stays as it is. */
  | {
      readonly kind: 'groupTermsChanged';
      readonly groupId: string;
      readonly account: string;
      readonly userId: string;
      readonly terms: GroupTerms;
      readonly timeMs: number;
    }
  /** The group is to end: its open orders are cancelled next. `code` 0: at the user's request. */
  | {
      readonly kind: 'groupCancelled';
      readonly groupId: string;
      readonly account: string;
      readonly userId: string;
      readonly code: number;
      readonly timeMs: number;
    }
  | {
      readonly kind: 'groupEnded';
      readonly groupId: string;
      readonly account: string;
      readonly state: FinalGroupState;
      readonly code: number;
      readonly timeMs: number;
    };

/** The role of a group's first order, in groups that begin with one. */
const FIRST_ROLES: Readonly<Record<GroupKind, GroupRole>> = {
  OneCancelsOther: 'Alternative',
  Bracket: 'Entry',
  OneTriggersOther: 'First',
  Conditional: 'Conditional',
  Flatten: 'Close',
  CancelAll: 'Close',
};
/** The role of the first order of a group of this kind. */
export const firstRoleOf = (kind: GroupKind): GroupRole => FIRST_ROLES[kind];

/** A state in which a group ends. */
export type FinalGroupState = 'Completed' | 'Cancelled' | 'Failed';

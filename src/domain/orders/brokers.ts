import { ORDER_TYPE_NAMES, TIME_IN_FORCES, type OrderType, type TimeInForce } from './enumerations.ts';
import { TIFS } from './times-in-force.ts';
import { ORDER_TYPES } from './order-types.ts';

/** The brokers that are registered: Tapedeck's own order service, and the dialects of external ones. */
export const BROKER_KINDS = ['tapedeck', 'schwab', 'alpaca'] as const;
/** The name of a registered broker. */
export type BrokerKind = (typeof BROKER_KINDS)[number];

/** A broker that is reached from this server, at which its users have accounts. */
export type ExternalBrokerKind = Exclude<BrokerKind, 'tapedeck'>;
/** The registered external brokers. */
export const EXTERNAL_BROKER_KINDS: readonly ExternalBrokerKind[] = BROKER_KINDS.filter(
  (kind) => kind !== 'tapedeck',
);

/** What a tool may want of a broker beyond orders themselves. */
export type BrokerFeature =
  /** Exits and alternatives that are sent with an order. Which of them a broker takes is in `groupLacks`. */
  | 'groups'
  /** One request for many orders: flatten, reverse, cancel all. */
  | 'massRequests'
  /** The cost and the checks of an order before it is sent. */
  | 'preview'
  /** The checks of an order one by one, with figures. */
  | 'explain'
  /** Positions and balances in the tools, with all that is computed from them: flatten, reverse, sizes by account. */
  | 'positions'
  /** Balances and positions as the broker states them, to be read. */
  | 'statement'
  /** Exercise of options before expiration. */
  | 'exercise'
  /** The choice of tax lots. */
  | 'taxLots'
  /** Guards of losses and flatten times. */
  | 'guards'
  /** Options of the account: stop trading, cancel on disconnect. */
  | 'accountOptions';

/** What an order group may want of a broker that takes groups. */
export type GroupFeature =
  /** Several targets. */
  | 'scaleOut'
  /** A stop that moves to break-even. */
  | 'breakEven'
  /** A stop that begins to trail at a profit. */
  | 'trail'
  /** An exit at a time. */
  | 'timeExit'
  /** Exits at a distance from the fill price, in dollars, per cent or multiples of the average true range. */
  | 'distances'
  /** An order that waits for a price or a time. */
  | 'conditions'
  /** Alternatives other than a limit and a stop that close a position. */
  | 'alternatives'
  /** A next order other than the exit of the first. */
  | 'nextOrders'
  /** Entries other than plain market and limit orders. */
  | 'entries'
  /** Exits with another time in force than the entry. */
  | 'exitTimes';

/** What a broker takes and offers. Tools read this, and never compare names of brokers. */
export interface BrokerCapabilities {
  readonly orderTypes: readonly OrderType[];
  readonly timesInForce: readonly TimeInForce[];
  readonly hasTrailingStops: boolean;
  /** Types that may trail; absent = all that can. */
  readonly trailingTypes?: readonly OrderType[];
  /** Smallest fill and displayed quantity of an order. */
  readonly hasQuantityLimits: boolean;
  readonly hasMultiLegOrders: boolean;
  /** `pushed`: reports come as they happen. `polled`: the broker is read at intervals. */
  readonly reports: 'pushed' | 'polled';
  /** Features that the broker lacks, with the reason as a sentence without its period. */
  readonly lacks: Readonly<Partial<Record<BrokerFeature, string>>>;
  /** Of a broker that takes groups: what is missing in them, with the reason as a sentence without its period. */
  readonly groupLacks: Readonly<Partial<Record<GroupFeature, string>>>;
}

/** A registered broker. */
export interface BrokerTraits {
  /** As the screens name it. */
  readonly name: string;
  /** One line for the choice of a broker. */
  readonly hint: string;
  /** `session`: the accounts of the signed-in user. `redirect`: the user logs in at the broker, whose page leads back. `keys`: the user enters a key of the broker. */
  readonly login: 'session' | 'redirect' | 'keys';
  readonly capabilities: BrokerCapabilities;
}

/** Every registered broker. Decision 84. */
export const BROKERS: Readonly<Record<BrokerKind, BrokerTraits>> = {
  tapedeck: {
    name: 'Tapedeck',
    hint: 'Orders go to the trading service of this platform.',
    login: 'session',
    capabilities: {
      orderTypes: ORDER_TYPE_NAMES,
      timesInForce: TIME_IN_FORCES,
      hasTrailingStops: true,
      hasQuantityLimits: true,
      hasMultiLegOrders: true,
      reports: 'pushed',
      lacks: {},
      groupLacks: {},
    },
  },
  schwab: {
    name: 'External broker',
    hint: 'Orders go to your account at the broker. You log in there.',
    login: 'redirect',
    capabilities: {
      orderTypes: ['Market', 'Limit', 'Stop', 'StopLimit'],
      timesInForce: ['Day'],
      hasTrailingStops: false,
      hasQuantityLimits: false,
      hasMultiLegOrders: true,
      reports: 'polled',
      lacks: {
        groups: 'The external broker takes no exits',
        massRequests: 'The external broker cancels and closes orders one by one',
        preview: 'The external broker reports the cost of an order only after it is filled',
        explain: 'The external broker checks its orders itself, and explains no checks',
        positions: 'Positions at the external broker are kept there',
        statement: 'Balances and positions at the external broker are not shown here',
        exercise: 'Exercise options at the external broker',
        taxLots: 'Tax lots are chosen at the external broker',
        guards: 'The external broker has no loss guards',
        accountOptions:
          'Trading cannot be stopped here for the external broker, and orders there stay when the connection is lost',
      },
      groupLacks: {},
    },
  },
  alpaca: {
    name: 'Alpaca',
    hint: 'Orders go to your account at Alpaca. You enter a key of it.',
    login: 'keys',
    capabilities: {
      orderTypes: ['Market', 'Limit', 'Stop', 'StopLimit', 'MarketOnClose', 'LimitOnClose'],
      timesInForce: [
        'Day',
        'GoodTillCancel',
        'AtOpening',
        'ImmediateOrCancel',
        'FillOrKill',
        'GoodTillCrossing',
      ],
      hasTrailingStops: true,
      trailingTypes: ['Stop'],
      hasQuantityLimits: false,
      hasMultiLegOrders: false,
      reports: 'pushed',
      lacks: {
        massRequests: 'Orders and positions at Alpaca are cancelled and closed one by one',
        preview: 'Alpaca checks an order only when it is sent',
        explain: 'Alpaca checks its orders itself, and explains no checks',
        positions:
          'Positions at Alpaca are shown as Alpaca states them, and nothing is flattened, reversed or sized by them',
        exercise: 'Options are not traded at Alpaca from here',
        taxLots: 'Alpaca chooses tax lots itself',
        guards: 'Alpaca has no loss guards',
        accountOptions:
          'Trading cannot be stopped here for Alpaca, and orders there stay when the connection is lost',
      },
      groupLacks: {
        scaleOut: 'Alpaca takes one target for the whole quantity',
        breakEven: 'A stop at Alpaca does not move to break-even',
        trail: 'The stop of a bracket at Alpaca does not trail',
        timeExit: 'Alpaca closes no position at a time',
        distances: 'Alpaca takes exits as prices only',
        conditions: 'Alpaca takes no orders that wait for a condition',
        alternatives: 'Alternatives at Alpaca are one limit and one stop that close a position',
        nextOrders: 'The next order at Alpaca is a limit or a stop that closes what the first one opens',
        entries:
          'The first order of a group at Alpaca is a market or a limit order, for the day or until cancelled',
        exitTimes: 'Exits at Alpaca have the time in force of their entry',
      },
    },
  },
};

/** The terms of an order that a broker may not take. */
export interface BrokerTerms {
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly isTrailing: boolean;
  readonly hasQuantityLimits: boolean;
}

/** Why a broker takes no order with these terms, as a sentence; null when it takes it. */
export function unsupportedTerms(
  name: string,
  capabilities: BrokerCapabilities,
  { type, tif, isTrailing, hasQuantityLimits }: BrokerTerms,
): string | null {
  const none = (kindOfOrder: string): string => `${name} takes no ${kindOfOrder}.`;
  if (!capabilities.orderTypes.includes(type))
    return none(`orders of the type ${ORDER_TYPES[type].name.toLowerCase()}`);
  if (!capabilities.timesInForce.includes(tif))
    return none(`orders that are ${TIFS[tif].name.toLowerCase()}`);
  if (isTrailing && !capabilities.hasTrailingStops) return none('trailing stops');
  if (isTrailing && capabilities.trailingTypes?.includes(type) === false)
    return none(`trailing ${ORDER_TYPES[type].name.toLowerCase()} orders`);
  return hasQuantityLimits && !capabilities.hasQuantityLimits ? none('quantity limits') : null;
}

import { ORDER_TYPE_NAMES, TIME_IN_FORCES, type OrderType, type TimeInForce } from './enumerations.ts';
import { TIFS } from './times-in-force.ts';
import { ORDER_TYPES } from './order-types.ts';

/** The brokers that are registered: Tapedeck's own order service, and the dialects of external ones. */
export const BROKER_KINDS = ['tapedeck', 'schwab'] as const;
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
  /** Exits, alternatives and conditions that are sent with an order, and requests for many orders at once. */
  | 'groups'
  /** The cost and the checks of an order before it is sent. */
  | 'preview'
  /** The checks of an order one by one, with figures. */
  | 'explain'
  /** Positions and balances in the tools, with all that is computed from them: flatten, reverse, sizes by account. */
  | 'positions'
  /** Exercise of options before expiration. */
  | 'exercise'
  /** The choice of tax lots. */
  | 'taxLots'
  /** Guards of losses and flatten times. */
  | 'guards'
  /** Options of the account: stop trading, cancel on disconnect. */
  | 'accountOptions';

/** What a broker takes and offers. Tools read this, and never compare names of brokers. */
export interface BrokerCapabilities {
  readonly orderTypes: readonly OrderType[];
  readonly timesInForce: readonly TimeInForce[];
  readonly hasTrailingStops: boolean;
  /** Smallest fill and displayed quantity of an order. */
  readonly hasQuantityLimits: boolean;
  readonly hasMultiLegOrders: boolean;
  /** `pushed`: reports come as they happen. `polled`: the broker is read at intervals. */
  readonly reports: 'pushed' | 'polled';
  /** Features that the broker lacks, with the reason as a sentence without its period. */
  readonly lacks: Readonly<Partial<Record<BrokerFeature, string>>>;
}

/** A registered broker. */
export interface BrokerTraits {
  /** As the screens name it. */
  readonly name: string;
  /** One line for the choice of a broker. */
  readonly hint: string;
  /** `session`: the accounts of the signed-in user. `redirect`: the user logs in at the broker, whose page leads back. */
  readonly login: 'session' | 'redirect';
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
        preview: 'The external broker reports the cost of an order only after it is filled',
        explain: 'The external broker checks its orders itself, and explains no checks',
        positions: 'Positions at the external broker are kept there',
        exercise: 'Exercise options at the external broker',
        taxLots: 'Tax lots are chosen at the external broker',
        guards: 'The external broker has no loss guards',
        accountOptions:
          'Trading cannot be stopped here for the external broker, and orders there stay when the connection is lost',
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
  return hasQuantityLimits && !capabilities.hasQuantityLimits ? none('quantity limits') : null;
}

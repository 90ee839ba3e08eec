import type { OrderType, StopType, TimeInForce } from './enumerations.ts';

/** What the platform knows of an order type. The name on the wire and in the journal is the key of the table. */
export interface OrderTypeTraits {
  /** Short code (spec tools.md §3 "Enumerations"). */
  readonly code: string;
  /** Label in grids and in order entry (spec tools.md §9). */
  readonly label: string;
  /** Full name, for menus. */
  readonly name: string;
  /** The order is invalid without a limit price. */
  readonly needsLimitPrice: boolean;
  /** The order may carry a limit price; any other type ignores one. */
  readonly takesLimitPrice: boolean;
  /** The order waits for a stop before it works. */
  readonly takesStopPrice: boolean;
  /** The stop may trail the market instead of standing still. */
  readonly canTrail: boolean;
  /** The order trades in the closing auction only. */
  readonly isClosingAuction: boolean;
  /** The price follows the quote. */
  readonly isPegged: boolean;
  /** The order may have several legs. */
  readonly takesLegs: boolean;
  /** The order may be one of a one-cancels-other group: it waits for a price of its own. */
  readonly canBeAlternative: boolean;
  /** Times in force of the type, in the order of the enumeration. */
  readonly tifs: readonly TimeInForce[];
}

/** What most types have in common. */
const PLAIN = {
  needsLimitPrice: false,
  takesLimitPrice: false,
  takesStopPrice: false,
  canTrail: false,
  isClosingAuction: false,
  isPegged: false,
  takesLegs: false,
  canBeAlternative: false,
} as const;
const LIMITED = { needsLimitPrice: true, takesLimitPrice: true } as const;
const STOPPED = { takesStopPrice: true, canTrail: true } as const;

/** Times in force of an order that can rest, in regular sessions only. */
export const WAITING_TIFS: readonly TimeInForce[] = ['Day', 'GoodTillCancel', 'GoodTillDate'];

/** The facts about each order type. Every rule about types reads this table. */
export const ORDER_TYPES: Readonly<Record<OrderType, OrderTypeTraits>> = {
  Market: {
    ...PLAIN,
    code: 'MKT',
    label: 'MKT',
    name: 'Market',
    takesLegs: true,
    tifs: ['Day', 'GoodTillCancel', 'AtOpening', 'ImmediateOrCancel', 'FillOrKill', 'GoodTillDate'],
  },
  Limit: {
    ...PLAIN,
    ...LIMITED,
    code: 'LMT',
    label: 'LMT',
    name: 'Limit',
    takesLegs: true,
    canBeAlternative: true,
    // Trading outside of regular hours requires a limit.
    tifs: [
      'Day',
      'GoodTillCancel',
      'AtOpening',
      'ImmediateOrCancel',
      'FillOrKill',
      'GoodTillCrossing',
      'GoodTillDate',
    ],
  },
  Stop: {
    ...PLAIN,
    ...STOPPED,
    code: 'LOS',
    label: 'STOP',
    name: 'Stop',
    canBeAlternative: true,
    tifs: WAITING_TIFS,
  },
  StopLimit: {
    ...PLAIN,
    ...LIMITED,
    ...STOPPED,
    code: 'STL',
    label: 'STOP LMT',
    name: 'Stop limit',
    canBeAlternative: true,
    tifs: WAITING_TIFS,
  },
  MarketOnClose: {
    ...PLAIN,
    code: 'MOC',
    label: 'MKT',
    name: 'Market on close',
    isClosingAuction: true,
    tifs: ['Day'],
  },
  LimitOnClose: {
    ...PLAIN,
    ...LIMITED,
    code: 'LOC',
    label: 'LMT',
    name: 'Limit on close',
    isClosingAuction: true,
    tifs: ['Day'],
  },
  Pegged: {
    ...PLAIN,
    code: 'PEG',
    label: 'PEG',
    name: 'Pegged',
    // The worst price of the peg; without one it follows the quote anywhere.
    takesLimitPrice: true,
    isPegged: true,
    tifs: WAITING_TIFS,
  },
};

/** True for a stop whose trigger follows the market. */
export const isTrailingStop = ({
  type,
  stopType,
}: {
  readonly type: OrderType;
  readonly stopType: StopType;
}): boolean => ORDER_TYPES[type].canTrail && stopType === 'Trailing';

import type { TimeInForce } from './enumerations.ts';

/** What the platform knows of a time in force. The name on the wire and in the journal is the key of the table. */
export interface TifTraits {
  /** Short code and label (spec tools.md §3 "Enumerations"). */
  readonly label: string;
  /** Full name, for menus. */
  readonly name: string;
  /** The order trades on arrival or is cancelled. */
  readonly isAtOnce: boolean;
  /** The order is accepted while the market is closed, and waits. */
  readonly waitsForSession: boolean;
  /** An order with several legs may have it: it needs no auction and no date. */
  readonly takesLegs: boolean;
}

/** The facts about each time in force. Which type allows which is in ORDER_TYPES. */
export const TIFS: Readonly<Record<TimeInForce, TifTraits>> = {
  Day: { label: 'DAY', name: 'Day', isAtOnce: false, waitsForSession: false, takesLegs: true },
  GoodTillCancel: {
    label: 'GTC',
    name: 'Good till cancelled',
    isAtOnce: false,
    waitsForSession: true,
    takesLegs: true,
  },
  AtOpening: {
    label: 'OPG',
    name: 'At the opening',
    isAtOnce: false,
    waitsForSession: true,
    takesLegs: false,
  },
  ImmediateOrCancel: {
    label: 'IOC',
    name: 'Immediate or cancel',
    isAtOnce: true,
    waitsForSession: false,
    takesLegs: true,
  },
  FillOrKill: { label: 'FOK', name: 'Fill or kill', isAtOnce: true, waitsForSession: false, takesLegs: true },
  GoodTillCrossing: {
    label: 'GTX',
    name: 'Extended hours',
    isAtOnce: false,
    waitsForSession: true,
    takesLegs: false,
  },
  GoodTillDate: {
    label: 'GTD',
    name: 'Good till date',
    isAtOnce: false,
    waitsForSession: true,
    takesLegs: false,
  },
};

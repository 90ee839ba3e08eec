import type { TimeForm } from './order-json.ts';

/** As the real broker does. */
export const USUAL_SWITCHES: Readonly<StandInSwitches> = {
  allowsAtOnce: false,
  omitsLocation: false,
  namesWrongHash: false,
  timeForm: 'offset',
  statusName: undefined,
  windowDays: 60,
  reachDays: 0,
};

/** What the stand-in does other than usual; for tests. */
export interface StandInSwitches {
  /** The login page redirects at once, without a button. */
  allowsAtOnce: boolean;
  /** Answers to new orders carry no Location. */
  omitsLocation: boolean;
  /** The Location names another account. */
  namesWrongHash: boolean;
  timeForm: TimeForm;
  /** Shown in place of every order's status. */
  statusName: string | undefined;
  /** Order windows longer than this many days are refused; 0 = any length. */
  windowDays: number;
  /** Windows that start before this many days ago are refused; 0 = none. */
  reachDays: number;
}

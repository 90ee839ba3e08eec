/** The days on which the exchanges trade, in their order. */
export const SCHEDULE_DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;
/** A weekday of a schedule. */
export type ScheduleDay = (typeof SCHEDULE_DAYS)[number];

/** When a live run starts and stops, as its user states it, and as it is sent and stored. */
export interface RunSchedule {
  /** At least one. */
  readonly Days: readonly ScheduleDay[];
  /** Minutes after midnight in New York. */
  readonly Start: number;
  /** Later on the same day. */
  readonly Stop: number;
}

/** Whether two schedules start and stop at the same times. */
export const hasSameTimes = (left: RunSchedule, right: RunSchedule): boolean =>
  left.Start === right.Start &&
  left.Stop === right.Stop &&
  SCHEDULE_DAYS.every((day) => left.Days.includes(day) === right.Days.includes(day));

/** Times of day in New York as a ticket has them, `HH:MM`. */

/** Whole minutes after midnight of a time such as `15:50`; NaN for what is no time. */
export function minutesOfTime(time: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hours === undefined || minutes === undefined ? Number.NaN : Number(hours) * 60 + Number(minutes);
}

/** `15:50` for 950 minutes after midnight. */
export const timeOfMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

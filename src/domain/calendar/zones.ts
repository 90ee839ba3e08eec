import { tz } from '@date-fns/tz';

/**
 * Time zones for date-fns: `format(ms, 'HH:mm', { in: NEW_YORK })`. For texts and calendar arithmetic outside of hot paths; what runs
 * for each tick or bar uses the integers of `new-york-time.ts`.
 */
export const NEW_YORK = tz('America/New_York');
/** UTC as a zone for date-fns. */
export const UTC = tz('UTC');

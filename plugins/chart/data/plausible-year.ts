/** The message for a day whose year is still being typed: on the way to 2026 a date field reports the years 2, 20 and 202. */
export const YEAR_PROBLEM = 'The year must be from 1970 to 9999.';

/** Whether a day of a date field (`YYYY-MM-DD`) is of a year that a chart can show. */
export const hasPlausibleYear = (date: string): boolean => /^(?:19[7-9]\d|[2-9]\d{3})-/.test(date);

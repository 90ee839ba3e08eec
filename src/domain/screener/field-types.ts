/** Types of the values of filter fields (spec tools.md §3). */
export const SCREEN_FIELD_TYPES = ['Integer', 'Decimal', 'Percentage', 'Text'] as const;
/** Type of the values of a filter field: it decides which operations and texts a filter accepts. */
export type ScreenFieldType = (typeof SCREEN_FIELD_TYPES)[number];

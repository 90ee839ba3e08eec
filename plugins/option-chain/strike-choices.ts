import { MAX_STRIKES } from './model/defaults.ts';

const STRIKE_COUNTS = [7, 11, 15, 21, 31, 51] as const;
const WIDTHS_PERCENT = [2, 5, 10, 20, 50] as const;

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Strikes of each expiration. */
export const STRIKE_OPTIONS: readonly Choice[] = [
  ...STRIKE_COUNTS.map((count) => ({ value: String(count), label: `${count} strikes` })),
  { value: String(MAX_STRIKES), label: 'All strikes' },
];

/** Distance of the strikes from the price at most. */
export const WIDTH_OPTIONS: readonly Choice[] = [
  { value: '0', label: 'Any width' },
  ...WIDTHS_PERCENT.map((percent) => ({ value: String(percent), label: `± ${percent}%` })),
];

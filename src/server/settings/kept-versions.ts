import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/calendar/durations.ts';

/** A version as far as it matters to what is kept. */
export interface VersionSize {
  /** When it was begun, host UTC ms; identifies it. */
  readonly startedMs: number;
  /** Length of what is stored of it. */
  readonly storedChars: number;
}

/** Changes from one machine within this are one version. */
export const BURST_MS = 5 * MINUTE_MS;
/** A text that becomes shorter by so many characters has lost a workspace or a window, the smallest of which is longer: what was there before stays a version. */
export const LOSS_CHARS = 50;
/** Versions are kept for this long. */
export const MAX_AGE_MS = 30 * DAY_MS;
/** Versions kept of a user, and the characters that they may take together. */
export const MAX_VERSIONS = 100;
export const MAX_STORED_CHARS = 4_000_000;

/**
 * How far apart the versions of an age are kept: the newest of the last two hours, one an hour of the last days, one a day before. The limit of the first keeps
 * many changes of one day from removing those of earlier days: together they are fewer than `MAX_VERSIONS`.
 */
const SPACING: readonly { readonly untilMs: number; readonly apartMs: number; readonly max?: number }[] = [
  { untilMs: 2 * HOUR_MS, apartMs: 0, max: 24 },
  { untilMs: 48 * HOUR_MS, apartMs: HOUR_MS },
  { untilMs: MAX_AGE_MS, apartMs: DAY_MS },
];

/**
 * The versions to remove, by their `startedMs`. The newest one always stays, and of older ones the newest of each stretch of time. `versions` in any order.
 */
export function surplusVersions(versions: readonly VersionSize[], nowMs: number): readonly number[] {
  const newestFirst = versions.toSorted((a, b) => b.startedMs - a.startedMs);
  const kept: VersionSize[] = [];
  const surplus: number[] = [];
  const stretches = new Set<string>();
  let chars = 0;
  let recent = 0;
  for (const version of newestFirst) {
    const { startedMs, storedChars } = version;
    const band = SPACING.find(({ untilMs }) => nowMs - startedMs <= untilMs);
    // Stretches are fixed times of the clock: a version that stays today stays tomorrow.
    const stretch =
      band === undefined || band.apartMs === 0
        ? `${startedMs}`
        : `${band.apartMs}:${Math.floor(startedMs / band.apartMs)}`;
    const isKept =
      kept.length === 0 ||
      (band !== undefined &&
        !stretches.has(stretch) &&
        (band.max === undefined || recent < band.max) &&
        kept.length < MAX_VERSIONS &&
        chars + storedChars <= MAX_STORED_CHARS);
    if (!isKept) {
      surplus.push(startedMs);
      continue;
    }
    stretches.add(stretch);
    if (band?.max !== undefined) recent += 1;
    chars += storedChars;
    kept.push(version);
  }
  return surplus;
}

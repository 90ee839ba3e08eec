import { MINUTE_MS } from '../calendar/durations.ts';
import type { MoneyE4 } from '../money/price.ts';

/** The guards of an account: the loss of the trading day, and the fall from its highest profit. */
export const GUARD_KINDS = ['DailyLoss', 'Drawdown'] as const;
/** A guard. */
export type GuardKind = (typeof GUARD_KINDS)[number];

/** What each guard limits, as a sentence names it. */
export const GUARD_LABELS: Readonly<Record<GuardKind, string>> = {
  DailyLoss: 'loss of the day',
  Drawdown: 'drawdown of the day',
};

/** Who set the limit of a guard. */
export type GuardOwner = 'Holder' | 'Administrator';

/** The limit of each guard, above 0; null = none. */
export interface GuardLimits {
  readonly dailyLossE4: MoneyE4 | null;
  readonly drawdownE4: MoneyE4 | null;
}

/** No limits. */
export const NO_GUARD_LIMITS: GuardLimits = { dailyLossE4: null, drawdownE4: null };

/** When an account is flattened. */
export interface FlattenTime {
  /** Minute of the New York day, 0 to 1,439. */
  readonly minute: number;
  /** The only session in which it happens; null = every session. */
  readonly date: string | null;
  /** When it was set, exchange UTC ms: a time of the day that had passed by then is not made up for. */
  readonly sinceMs: number;
}

/** A guard that was passed: the figure that reached the limit. */
export interface PassedGuard {
  readonly guard: GuardKind;
  readonly by: GuardOwner;
  readonly figureE4: MoneyE4;
  readonly limitE4: MoneyE4;
}

/** The lock that a passed guard left: no order opens a position until the next session. */
export interface GuardLock extends PassedGuard {
  /** Exchange UTC ms. */
  readonly timeMs: number;
}

/** What the book holds of the guards of an account. Immutable: each event makes another. */
export interface AccountGuards {
  /** User who set the limits last; '' = none were set. */
  readonly userId: string;
  /** Limits of the account holder in force. */
  readonly limits: GuardLimits;
  /** Limits of the holder from the next session on; null = those in force. */
  readonly next: GuardLimits | null;
  readonly flattenAt: FlattenTime | null;
  /** The day's P&L from which the guards count: 0, or what it was when an administrator unlocked the account. */
  readonly baseE4: MoneyE4;
  /** The highest P&L of the day that was recorded, at least the base. */
  readonly highE4: MoneyE4;
  readonly lock: GuardLock | null;
  /** The last unlock of an administrator that was carried out; '' = none. */
  readonly release: string;
}

/** The guards of an account of which nothing was set. */
export const NO_GUARDS: AccountGuards = {
  userId: '',
  limits: NO_GUARD_LIMITS,
  next: null,
  flattenAt: null,
  baseE4: 0,
  highE4: 0,
  lock: null,
  release: '',
};

/** The events about guards. Times are exchange UTC ms. */
export type GuardEvent =
  /** The holder set limits or the time of the daily flatten. */
  | ({
      readonly kind: 'guardsSet';
      readonly account: string;
      readonly userId: string;
      readonly timeMs: number;
    } & Pick<AccountGuards, 'limits' | 'next' | 'flattenAt'>)
  /** The day's P&L reached another high. Highs close to each other are not recorded. */
  | {
      readonly kind: 'guardHigh';
      readonly account: string;
      readonly highE4: MoneyE4;
      readonly timeMs: number;
    }
  | ({ readonly kind: 'guardTripped'; readonly account: string; readonly timeMs: number } & PassedGuard)
  /** An administrator unlocked the account: the guards count from `baseE4` on. Of an account that is not locked only the instruction is kept. */
  | {
      readonly kind: 'guardReleased';
      readonly account: string;
      readonly instruction: string;
      readonly baseE4: MoneyE4;
      readonly timeMs: number;
    };

/** The guards of an account after an event. */
export function afterGuardEvent(guards: AccountGuards, event: GuardEvent): AccountGuards {
  switch (event.kind) {
    case 'guardsSet': {
      const { userId, limits, next, flattenAt } = event;
      return { ...guards, userId, limits, next, flattenAt };
    }
    case 'guardHigh':
      return { ...guards, highE4: event.highE4 };
    case 'guardTripped': {
      const { guard, by, figureE4, limitE4, timeMs } = event;
      return { ...guards, lock: { guard, by, figureE4, limitE4, timeMs } };
    }
    case 'guardReleased': {
      const { instruction: release, baseE4 } = event;
      if (guards.lock === null) return { ...guards, release };
      return { ...guards, release, baseE4, highE4: baseE4, lock: null };
    }
  }
}

/** The guards at the beginning of a session: the limits of the holder that waited for it are in force, and lock and figures are those of a new day. */
export function guardsOfSession(guards: AccountGuards, date: string): AccountGuards {
  if (guards === NO_GUARDS) return guards;
  const { limits, next, flattenAt } = guards;
  const isOver = flattenAt !== null && flattenAt.date !== null && flattenAt.date < date;
  return {
    ...guards,
    limits: next ?? limits,
    next: null,
    flattenAt: isOver ? null : flattenAt,
    baseE4: 0,
    highE4: 0,
    lock: null,
  };
}

const LIMIT_NAMES = ['dailyLossE4', 'drawdownE4'] as const satisfies readonly (keyof GuardLimits)[];

/** Whether both have the same limits. */
export const areSameLimits = (a: GuardLimits, b: GuardLimits): boolean =>
  LIMIT_NAMES.every((name) => a[name] === b[name]);

/**
 * The limits that a request of the holder leads to. What is stricter than the limit in force, or limits for the first time, is in force at once;
 * what is looser only from the next session on, because a limit that yields on a losing day is none.
 */
export function limitsAfterRequest(
  inForce: GuardLimits,
  requested: GuardLimits,
): Pick<AccountGuards, 'limits' | 'next'> {
  const strictest = (name: keyof GuardLimits): MoneyE4 | null =>
    stricterLimit(inForce[name], requested[name]);
  const limits = { dailyLossE4: strictest('dailyLossE4'), drawdownE4: strictest('drawdownE4') };
  return { limits, next: areSameLimits(limits, requested) ? null : requested };
}

/** The lower of two limits; null = no limit. */
export const stricterLimit = (a: MoneyE4 | null, b: MoneyE4 | null): MoneyE4 | null =>
  a === null ? b : b === null ? a : Math.min(a, b);

/** The P&L of a session as the guards count it. */
export interface GuardFigures {
  /** Realised and unrealised P&L of the session. */
  readonly plE4: MoneyE4;
  /** The highest P&L since the guards count. */
  readonly highE4: MoneyE4;
  readonly baseE4: MoneyE4;
}

const FIGURE_OF: Readonly<Record<GuardKind, (figures: GuardFigures) => MoneyE4>> = {
  DailyLoss: ({ baseE4, plE4 }) => baseE4 - plE4,
  Drawdown: ({ highE4, plE4 }) => highE4 - plE4,
};
/** The limit that a guard compares with. */
const LIMIT_OF: Readonly<Record<GuardKind, keyof GuardLimits>> = {
  DailyLoss: 'dailyLossE4',
  Drawdown: 'drawdownE4',
};

/** The first guard whose limit is reached; of holder and administrator the stricter limit counts. Undefined when there is none. */
export function passedGuard(
  figures: GuardFigures,
  holder: GuardLimits,
  administrator: GuardLimits,
): PassedGuard | undefined {
  for (const guard of GUARD_KINDS) {
    const name = LIMIT_OF[guard];
    const limitE4 = stricterLimit(holder[name], administrator[name]);
    const figureE4 = FIGURE_OF[guard](figures);
    if (limitE4 !== null && figureE4 >= limitE4)
      return { guard, by: limitE4 === holder[name] ? 'Holder' : 'Administrator', figureE4, limitE4 };
  }
  return undefined;
}

/** A high is recorded once it is above the recorded one by this part of the limit, so that a rising day makes few records. */
const HIGH_STEP_PARTS = 100;

/** Whether a high is far enough above the recorded one to be recorded. `limitE4`: the drawdown limit in force. */
export const isNewHigh = (highE4: MoneyE4, recordedE4: MoneyE4, limitE4: MoneyE4): boolean =>
  highE4 - recordedE4 >= Math.max(1, limitE4 / HIGH_STEP_PARTS);

/** On a session that closes before the set time, the flatten comes this long before the close, ms. */
const EARLY_CLOSE_LEAD_MS = 5 * MINUTE_MS;

/** When an account is flattened in a session, exchange UTC ms; null = not in this session. `newYorkMs`: the time of a minute of a New York date. */
export function flattenDueMs(
  { date, minute, sinceMs }: FlattenTime,
  session: { readonly date: string; readonly closeMs: number },
  newYorkMs: (date: string, minute: number) => number,
): number | null {
  if (date !== null && date !== session.date) return null;
  const atMs = newYorkMs(session.date, minute);
  const dueMs = atMs < session.closeMs ? atMs : session.closeMs - EARLY_CLOSE_LEAD_MS;
  return dueMs > sinceMs ? dueMs : null;
}

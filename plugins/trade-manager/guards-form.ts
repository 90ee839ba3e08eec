import type { GuardsChange } from '../../src/plugin-api/index.ts';

/** What the fields of the guards hold: dollars (null = empty, NaN = no number), and a time such as 15:55 or nothing. */
export interface GuardsForm {
  readonly dailyLoss: number | null;
  readonly drawdown: number | null;
  readonly time: string;
  readonly isTodayOnly: boolean;
}

const MAX_LIMIT_DOLLARS = 1e9;
/** The regular session that a flatten falls into, as minutes of the New York day. */
const FIRST_MINUTE = 9 * 60 + 31;
const LAST_MINUTE = 15 * 60 + 59;

/** Why a limit cannot be set; null when it can. */
export function limitProblem(dollars: number | null): string | null {
  if (dollars === null) return null;
  return dollars >= 0.01 && dollars <= MAX_LIMIT_DOLLARS
    ? null
    : 'Enter an amount above 0, or nothing for no limit.';
}

/** The minute of the day of a time such as 15:55 or 9:45; undefined for any other text. */
function minuteOf(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(text.trim()) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** Why the account cannot be flattened at a time; null when it can. */
export function timeProblem(time: string): string | null {
  if (time.trim() === '') return null;
  const minute = minuteOf(time);
  return minute !== undefined && minute >= FIRST_MINUTE && minute <= LAST_MINUTE
    ? null
    : 'Enter a New York time from 09:31 to 15:59, or nothing.';
}

const isSameTime = (a: GuardsForm, b: GuardsForm): boolean =>
  minuteOf(a.time) === minuteOf(b.time) && (a.time.trim() === '' || a.isTodayOnly === b.isTodayOnly);

/** The fields that changed since the dialog was opened: what another window sets meanwhile stays. */
export function guardsChangeOf(form: GuardsForm, before: GuardsForm): GuardsChange {
  const { dailyLoss, drawdown, time, isTodayOnly } = form;
  return {
    ...(dailyLoss !== before.dailyLoss && { dailyLoss }),
    ...(drawdown !== before.drawdown && { drawdown }),
    ...(!isSameTime(form, before) && {
      flattenAt: time.trim() === '' ? null : { time: time.trim().padStart(5, '0'), isTodayOnly },
    }),
  };
}

import { dateOfDay, dayNumber, newYorkDate, newYorkMs } from '../../../src/domain/calendar/new-york-time.ts';
import { hasWorkDay, type WorkDay } from '../../../src/domain/calendar/work-days.ts';
import type { BacktestDataType } from '../../../src/domain/strategy/enumerations.ts';
import {
  checkIntervals,
  DEFAULT_INTERVALS,
  minuteText,
  minuteOfText,
} from '../../../src/domain/strategy/intervals.ts';
import { NO_LIMIT, PUBLIC_LIMITS } from '../../../src/domain/strategy/limits.ts';
import { costProblems, costsOfForm, initialCosts, type CostForm, type CostProblems } from './cost-form.ts';
import {
  guardProblems,
  guardsOfForm,
  initialGuards,
  type GuardForm,
  type GuardProblems,
} from './guard-form.ts';
import {
  initialSchedule,
  scheduleProblems,
  termsOfSchedule,
  type ScheduleForm,
  type ScheduleProblems,
} from '../schedule/schedule-form.ts';
import type { BacktestStart, Instance, StrategyStart } from '../types.ts';

export type LimitType = 'none' | 'dollars' | 'shares';

/** What the start dialogs hold while they are filled in. Times are `HH:mm`, days `YYYY-MM-DD`, New York. */
export interface StartForm {
  readonly parameters: string;
  readonly intradayOnly: boolean;
  readonly includeOffMarket: boolean;
  readonly first: { readonly start: string; readonly end: string };
  readonly second: { readonly start: string; readonly end: string };
  readonly limitType: LimitType;
  /** null = empty, NaN = no number. */
  readonly dollars: number | null;
  readonly shares: number | null;
  readonly from: string;
  readonly to: string;
  readonly dataType: BacktestDataType;
  /** Of a backtest. */
  readonly costs: CostForm;
  /** Of a live run. */
  readonly guards: GuardForm;
  /** Of a live run: it resumes by itself after a restart of the server. */
  readonly resumes: boolean;
  /** Of a live run. */
  readonly schedule: ScheduleForm;
}
/** The terms of a run, which another one may begin with. */
export type RunTerms = Pick<
  Instance,
  | 'Parameters'
  | 'IntradayPositionsOnly'
  | 'IncludeOffMarket'
  | 'FirstTradingIntervalStart'
  | 'FirstTradingIntervalEnd'
  | 'SecondTradingIntervalStart'
  | 'SecondTradingIntervalEnd'
  | 'ShareLimit'
  | 'DollarLimit'
  | 'BacktestFrom'
  | 'BacktestTo'
  | 'DataType'
  | 'Costs'
  | 'Guards'
  | 'AtRestart'
  | 'Schedule'
>;
export type StartProblems = Partial<Record<'parameters' | 'intervals' | 'limit' | 'period', string>> & {
  readonly costs?: CostProblems;
  readonly guards?: GuardProblems;
  readonly schedule?: ScheduleProblems;
};

const BACKTEST_DAYS = 30;
const LAST_SECOND_MS = 59_000;
const LAST_MINUTE = 1439;
const MAX_PARAMETERS_CHARACTERS = 4000;

const intervalTexts = ({
  startMinute,
  endMinute,
}: {
  readonly startMinute: number;
  readonly endMinute: number;
}) => ({
  start: minuteText(startMinute),
  end: minuteText(endMinute),
});

/** Initial content of the dialog: the defaults of the specification, or the settings of a run to continue or to run again. `nowMs` is exchange time. */
export function initialForm({
  isPublic,
  parameters,
  again,
  nowMs,
}: {
  readonly isPublic: boolean;
  readonly parameters: string;
  readonly again: RunTerms | undefined;
  readonly nowMs: number;
}): StartForm {
  const today = newYorkDate(nowMs);
  const fresh: StartForm = {
    parameters,
    intradayOnly: false,
    includeOffMarket: false,
    first: intervalTexts(DEFAULT_INTERVALS[0]),
    second: intervalTexts(DEFAULT_INTERVALS[1]),
    limitType: isPublic ? 'dollars' : 'none',
    dollars: PUBLIC_LIMITS.defaultDollars,
    shares: PUBLIC_LIMITS.defaultShares,
    from: dateOfDay(dayNumber(today) - BACKTEST_DAYS),
    to: today,
    dataType: 'Auto',
    costs: initialCosts(null),
    guards: initialGuards(null),
    resumes: false,
    schedule: initialSchedule(null),
  };
  if (again === undefined) return fresh;
  return {
    ...fresh,
    parameters: again.Parameters,
    intradayOnly: again.IntradayPositionsOnly,
    includeOffMarket: again.IncludeOffMarket,
    first: intervalTexts({
      startMinute: again.FirstTradingIntervalStart,
      endMinute: again.FirstTradingIntervalEnd,
    }),
    second: intervalTexts({
      startMinute: again.SecondTradingIntervalStart,
      endMinute: again.SecondTradingIntervalEnd,
    }),
    limitType: again.ShareLimit >= 0 ? 'shares' : again.DollarLimit >= 0 ? 'dollars' : fresh.limitType,
    dollars: again.DollarLimit >= 0 ? again.DollarLimit : fresh.dollars,
    shares: again.ShareLimit >= 0 ? again.ShareLimit : fresh.shares,
    from: again.BacktestFrom === null ? fresh.from : newYorkDate(again.BacktestFrom),
    to: again.BacktestTo === null ? fresh.to : newYorkDate(again.BacktestTo),
    dataType: again.DataType ?? fresh.dataType,
    costs: initialCosts(again.Costs),
    guards: initialGuards(again.Guards),
    resumes: again.AtRestart === 'Resume',
    schedule: initialSchedule(again.Schedule),
  };
}

function limitProblem({ limitType, dollars, shares }: StartForm): string | null {
  if (limitType === 'none') return null;
  const value = limitType === 'dollars' ? dollars : shares;
  if (value === null || Number.isNaN(value)) return 'Not a number';
  if (limitType === 'dollars')
    return value < PUBLIC_LIMITS.minDollars
      ? `Dollar limit should be at least ${PUBLIC_LIMITS.minDollars}`
      : null;
  if (!Number.isInteger(value)) return 'Share limit should be a whole number';
  return value < PUBLIC_LIMITS.minShares ? `Share limit should be at least ${PUBLIC_LIMITS.minShares}` : null;
}

function periodProblem({ from, to }: StartForm, today: string, calendar: readonly WorkDay[]): string | null {
  if (from === '' || to === '') return 'Enter the first and the last day';
  if (from > to) return 'The first day must not be after the last one';
  if (from > today) return 'The first day must not be after today';
  return hasWorkDay(from, to, calendar) ? null : 'The market is closed on all days of the period';
}

/** The four times in minutes; null when one is no time of the day. */
function minutesOf({ first, second }: StartForm): readonly [number, number, number, number] | null {
  const [a, b, c, d] = [first.start, first.end, second.start, second.end].map(minuteOfText);
  return a === undefined ||
    a === null ||
    b === undefined ||
    b === null ||
    c === undefined ||
    c === null ||
    d === undefined ||
    d === null
    ? null
    : [a, b, c, d];
}

function intervalProblem(form: StartForm): string | null {
  const minutes = minutesOf(form);
  if (minutes === null) return 'Enter times as HH:mm';
  const [firstStart, firstEnd, secondStart, secondEnd] = minutes;
  const checked = checkIntervals(
    { startMinute: firstStart, endMinute: firstEnd },
    { startMinute: secondStart, endMinute: secondEnd },
  );
  return checked.ok ? null : checked.error;
}

/** What is wrong with the form, by field; nothing when it can be sent. `calendar`: sessions that the server named; empty = not loaded. */
export function startProblems(
  form: StartForm,
  mode: 'live' | 'backtest',
  nowMs: number,
  calendar: readonly WorkDay[] = [],
): StartProblems {
  const found = {
    parameters:
      form.parameters.length > MAX_PARAMETERS_CHARACTERS
        ? `Parameters should be no longer than ${MAX_PARAMETERS_CHARACTERS} characters`
        : null,
    intervals: intervalProblem(form),
    limit: limitProblem(form),
    period: mode === 'backtest' ? periodProblem(form, newYorkDate(nowMs), calendar) : null,
  };
  const costs = mode === 'backtest' ? costProblems(form.costs) : {};
  const guards = mode === 'live' ? guardProblems(form.guards) : {};
  const schedule = mode === 'live' && form.schedule.isOn ? scheduleProblems(form.schedule) : {};
  return {
    ...Object.fromEntries(Object.entries(found).filter(([, text]) => text !== null)),
    ...(Object.keys(costs).length === 0 ? {} : { costs }),
    ...(Object.keys(guards).length === 0 ? {} : { guards }),
    ...(Object.keys(schedule).length === 0 ? {} : { schedule }),
  };
}

/** The start of a live run, with its guards and its schedule, of a form without problems. */
export function liveStartOf(form: StartForm): StrategyStart {
  const guards = guardsOfForm(form.guards);
  const { schedule } = form;
  const { Days, ...times } = termsOfSchedule(schedule);
  return {
    ...startOf(form),
    ...(guards === undefined ? {} : { Guards: guards }),
    ...(form.resumes ? { AtRestart: 'Resume' as const } : {}),
    ...(schedule.isOn ? { Schedule: { ...times, Days: [...Days], WaitsForStart: schedule.waits } } : {}),
  };
}

/** The terms of a form without problems that every run has. */
export function startOf(form: StartForm): StrategyStart {
  const [firstStart, firstEnd, secondStart, secondEnd] = minutesOf(form) ?? [0, 0, 0, 0];
  return {
    Parameters: form.parameters,
    IntradayPositionsOnly: form.intradayOnly,
    IncludeOffMarket: form.includeOffMarket,
    FirstTradingIntervalStart: firstStart,
    FirstTradingIntervalEnd: firstEnd,
    SecondTradingIntervalStart: secondStart,
    SecondTradingIntervalEnd: secondEnd,
    ShareLimit: form.limitType === 'shares' ? (form.shares ?? NO_LIMIT) : NO_LIMIT,
    DollarLimit: form.limitType === 'dollars' ? (form.dollars ?? NO_LIMIT) : NO_LIMIT,
  };
}

/** Of a backtest also its costs, where there are any, and the period: from the first day's midnight to 23:59:59 of the last day. */
export function backtestOf(form: StartForm): BacktestStart {
  const costs = costsOfForm(form.costs);
  return {
    ...startOf(form),
    ...(costs === undefined ? {} : { Costs: costs }),
    From: newYorkMs(form.from, 0),
    To: newYorkMs(form.to, LAST_MINUTE) + LAST_SECOND_MS,
    DataType: form.dataType,
  };
}

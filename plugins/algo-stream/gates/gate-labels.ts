import { dateOfDay, dayNumber, newYorkDate, newYorkMs } from '../../../src/domain/calendar/new-york-time.ts';
import { formatInteger } from '../../../src/domain/format/format-number.ts';
import type { GateCheck, StrategyStart } from '../types.ts';

type Result = GateCheck['Gates'][number];
type Gate = Result['Gate'];
type Verdict = Result['Verdict'];

/** The checks with what each does, in the order in which they are shown. */
export const GATE_ROWS: readonly { readonly gate: Gate; readonly label: string; readonly about: string }[] = [
  { gate: 'LookAhead', label: 'Look-ahead', about: 'The same orders when later data differ.' },
  { gate: 'WarmUp', label: 'Warm-up', about: 'The same orders with more history, and after a later start.' },
  { gate: 'Fills', label: 'Fills', about: 'A profit when each fill is worse by half a spread.' },
  { gate: 'Parameters', label: 'Parameters', about: 'A profit with values near the chosen ones.' },
];

export const VERDICT_LABELS: Readonly<Record<Verdict, string>> = {
  Passed: 'Passed',
  Warning: 'Warning',
  Failed: 'Failed',
  NotApplicable: 'Not applicable',
};

/** The periods of a check, by their days. */
export const PERIOD_OPTIONS = [
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last year' },
] as const;
export type PeriodDays = (typeof PERIOD_OPTIONS)[number]['value'];

/** The period of a check that ends now, UTC ms. */
export const periodOf = (
  days: PeriodDays,
  nowMs: number,
): { readonly From: number; readonly To: number } => ({
  From: newYorkMs(dateOfDay(dayNumber(newYorkDate(nowMs)) - Number(days)), 0),
  To: nowMs,
});

const TERMS = [
  'IntradayPositionsOnly',
  'FirstTradingIntervalStart',
  'FirstTradingIntervalEnd',
  'SecondTradingIntervalStart',
  'SecondTradingIntervalEnd',
  'IncludeOffMarket',
  'ShareLimit',
  'DollarLimit',
] as const satisfies readonly (keyof StrategyStart)[];

/** Whether a check is of these terms of a start, as the server compares them. */
export const hasTerms = ({ Terms }: GateCheck, start: StrategyStart): boolean =>
  Terms.Parameters.trim() === start.Parameters.trim() && TERMS.every((name) => Terms[name] === start[name]);

const dateTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const versionText = ({ Version }: GateCheck): string => (Version === null ? '' : `version ${Version}, `);

/** `Jan 5, 2026, 10:00 AM, version 3, SPY from 2025-10-07 to 2026-01-05.` */
export function checkText(check: GateCheck): string {
  const { StartedAt, Symbol: symbol, Terms, Message } = check;
  const text = `${dateTime.format(StartedAt)}, ${versionText(check)}${symbol} from ${newYorkDate(Terms.From)} to ${newYorkDate(Terms.To)}.`;
  return Message === '' ? text : `${text} ${Message}`;
}

/** Why no check counts: there is none, or it is of other code or of other settings. */
export function uncheckedText(other: GateCheck | undefined, codeKey: string): string {
  if (other === undefined) return 'Not checked yet.';
  const difference = other.CodeKey === codeKey ? 'other settings' : 'other code';
  return `Not checked with this code and these settings. The last check is of ${difference} (${versionText(other)}${dateTime.format(other.StartedAt)}).`;
}

/** `Running: 3 of 17 backtests.` The number of backtests is not known at first. */
export const progressText = ({ DoneCount, RunCount }: GateCheck): string =>
  RunCount === 0
    ? 'Running: waiting for the first backtest.'
    : `Running: ${formatInteger(DoneCount)} of ${formatInteger(RunCount)} backtests.`;

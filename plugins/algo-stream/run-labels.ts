import {
  BACKTEST_DATA_TYPES,
  isStrategyRunning,
  POSITION_SIDE_LABELS,
  type BacktestDataType,
} from '../../src/domain/strategy/enumerations.ts';
import { formatInteger } from '../../src/domain/columns/index.ts';
import { minuteText } from '../../src/domain/strategy/intervals.ts';
import { tradeLimitLabel } from '../../src/domain/strategy/limits.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { formatTime, UNKNOWN_TEXT } from '../../src/plugin-api/index.ts';
import type { Instance, Strategy, Study } from './types.ts';

// Labels and texts of strategies, runs and their settings.

/** `no limit` or `max 100`. */
export const limitLabel = ({
  ShareLimit,
  DollarLimit,
}: Pick<Instance, 'ShareLimit' | 'DollarLimit'>): string => tradeLimitLabel(ShareLimit, DollarLimit);

/** The symbols that a run trades, its own one first: `KO, PEP`. */
export const symbolsText = ({ PrimarySymbol, OtherSymbols }: Instance): string =>
  [PrimarySymbol, ...OtherSymbols].map(displaySymbol).join(', ');

export const isBacktest = ({ BacktestFrom }: Pick<Instance, 'BacktestFrom'>): boolean =>
  BacktestFrom !== null;
export const isPublic = ({ Id }: Pick<Strategy, 'Id'>): boolean => Id > 0;

/** `Moving average cross (no limit)`. */
export const strategyDisplayName = ({ Name, TradeLimit }: Pick<Strategy, 'Name' | 'TradeLimit'>): string =>
  `${Name} (${TradeLimit})`;

/** `Live (no limit)`, `Backtest (max 100)`. */
export const runDisplayName = (
  instance: Pick<Instance, 'BacktestFrom' | 'ShareLimit' | 'DollarLimit'>,
): string => `${isBacktest(instance) ? 'Backtest' : 'Live'} (${limitLabel(instance)})`;

const dateText = (ms: number | null): string => (ms === null ? UNKNOWN_TEXT : formatTime(ms, 'M/D/YYYY'));
export const fromText = ({ BacktestFrom }: Instance): string => dateText(BacktestFrom);
export const toText = ({ BacktestTo }: Instance): string => dateText(BacktestTo);
export const momentText = (ms: number | null): string =>
  ms === null ? UNKNOWN_TEXT : formatTime(ms, 'M/D/YYYY HH:mm');

/** A time of the day, `09:30`. */
export const clockOrAny = (minutes: number | null): string =>
  minutes === null ? 'Any time' : minuteText(minutes);

const intervalText = (startMinute: number, endMinute: number) =>
  `${minuteText(startMinute)} – ${minuteText(endMinute)}`;
export const firstIntervalText = (run: Instance): string =>
  intervalText(run.FirstTradingIntervalStart, run.FirstTradingIntervalEnd);
export const secondIntervalText = (run: Instance): string =>
  intervalText(run.SecondTradingIntervalStart, run.SecondTradingIntervalEnd);

/** `sma, 1 minute, period 50, close`. */
export function studyText(study: Study | null): string {
  if (study === null) return UNKNOWN_TEXT;
  return [
    study.Name,
    study.Interval,
    ...(study.Period === null ? [] : [`period ${study.Period}`]),
    study.ExtraParameters,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

export const sidesText = ({ AllowedPositions }: Instance): string => POSITION_SIDE_LABELS[AllowedPositions];
export const yesNo = (isSo: boolean): string => (isSo ? 'Yes' : 'No');

const DATA_LABELS: Readonly<Record<BacktestDataType, string>> = {
  Auto: 'Auto: the finest data available',
  Tick: 'Ticks',
  Minute: '1-minute bars',
  AvailableMinute: '1-minute bars, where available',
};
export const DATA_OPTIONS = BACKTEST_DATA_TYPES.map((value) => ({ value, label: DATA_LABELS[value] }));
export const dataText = ({ DataType }: Instance): string =>
  DataType === null ? UNKNOWN_TEXT : DataType === 'AvailableMinute' ? 'Available minutes' : DataType;

/** Text of a queued backtest. The backtests ahead of it are counted over all users. */
export const queueText = (place: number): string =>
  place <= 1 ? 'Queued, next to run' : `Queued, ${formatInteger(place - 1)} ahead`;

/** How far a backtest is, `40%`: whole per cent, which it reaches and does not round up to. `share`: 0 to 1. */
export const progressText = (share: number): string => `${Math.floor(share * 100)}%`;

/** `8 rejected`; empty when no order of the run was. */
export const rejectedText = ({ RejectedCount }: Pick<Instance, 'RejectedCount'>): string =>
  RejectedCount === 0 ? '' : `${formatInteger(RejectedCount)} rejected`;

/** Explains an empty list of orders or an empty profit chart. `ofEnded` is the text for an ended run without a message. */
export function noOrdersText(
  { Status, Message, QueuePlace }: Pick<Instance, 'Status' | 'Message' | 'QueuePlace'>,
  ofEnded: string,
): string {
  if (QueuePlace > 0) return queueText(QueuePlace);
  if (isStrategyRunning(Status) || Status === 'InfoMessage')
    return 'The run continues. Its orders and log will appear here.';
  return Message === '' ? ofEnded : Message;
}

/** `Moving average cross, 10/22/2026 to 11/21/2026`: names one run in a title. */
export function runTitle(strategy: Pick<Strategy, 'Name'>, instance: Instance): string {
  return isBacktest(instance)
    ? `${strategy.Name}, ${fromText(instance)} to ${toText(instance)}`
    : instance.StartedAt === null
      ? `${strategy.Name}, live, not started yet`
      : `${strategy.Name}, live since ${momentText(instance.StartedAt)}`;
}

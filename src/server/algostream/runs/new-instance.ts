import { checkIntervals, intervalsLabel } from '../../../domain/strategy/intervals.ts';
import { err, ok, type Result } from '../../../domain/assert/assert.ts';
import type { CostSettings } from '../../../domain/strategy/costs/settings.ts';
import { isUnguarded } from '../../../domain/strategy/guards.ts';
import type { BacktestDataType } from '../../../domain/strategy/enumerations.ts';
import type { RunLimits, StrategyDescription } from '../runtime/types.ts';
import type { StartOf, WireInstance } from '../service.ts';
import { tradedSymbolsOf } from './live-symbols.ts';

/** The start parameters that every kind of start carries. */
type TermParameters = Pick<
  StartOf<'startStrategy'>,
  | 'InstanceId'
  | 'Parameters'
  | 'IntradayPositionsOnly'
  | 'FirstTradingIntervalStart'
  | 'FirstTradingIntervalEnd'
  | 'SecondTradingIntervalStart'
  | 'SecondTradingIntervalEnd'
  | 'IncludeOffMarket'
  | 'ShareLimit'
  | 'DollarLimit'
>;
/** The start parameters of a run; guards of a live one only. */
export type StartParameters = TermParameters & Pick<StartOf<'startStrategy'>, 'Guards' | 'AtRestart'>;

const NO_LIMIT = -1;
/** Minimum limits of public strategies (spec tools.md §5). */
const MIN_PUBLIC_DOLLARS = 0.01;
const MIN_PUBLIC_SHARES = 1;

/** The limits of a run in the form of the runtime, or why they are invalid as text for the user. */
export function limitsOf(start: TermParameters, isPublic: boolean): Result<RunLimits, string> {
  const intervals = checkIntervals(
    { startMinute: start.FirstTradingIntervalStart, endMinute: start.FirstTradingIntervalEnd },
    { startMinute: start.SecondTradingIntervalStart, endMinute: start.SecondTradingIntervalEnd },
  );
  if (!intervals.ok) return intervals;
  const { ShareLimit: shareLimit, DollarLimit: dollarLimit } = start;
  if (shareLimit !== NO_LIMIT && shareLimit < 1) return err('The share limit must be at least 1');
  if (dollarLimit !== NO_LIMIT && dollarLimit < MIN_PUBLIC_DOLLARS)
    return err(`The dollar limit must be at least ${MIN_PUBLIC_DOLLARS}`);
  if (isPublic && shareLimit >= MIN_PUBLIC_SHARES === dollarLimit >= MIN_PUBLIC_DOLLARS)
    return err('A public strategy needs a share limit or a dollar limit, and only one of them');
  return ok({
    intradayPositionsOnly: start.IntradayPositionsOnly,
    intervals: intervals.value,
    includeOffMarket: start.IncludeOffMarket,
    shareLimit,
    dollarLimit,
  });
}

export interface NewInstance {
  readonly account: string;
  readonly start: StartParameters;
  readonly limits: RunLimits;
  readonly startedAtMs: number;
  /** Of a live run. */
  readonly schedule?: WireInstance['Schedule'];
  /** The version of the strategy with the code of the start; null for none. */
  readonly version: number | null;
  /** The files that it imports, with their versions. */
  readonly imports?: WireInstance['Imports'];
  /** Of a backtest. */
  readonly backtest: {
    readonly fromMs: number;
    readonly toMs: number;
    readonly dataType: BacktestDataType;
    /** Null = none. */
    readonly costs?: CostSettings | null;
  } | null;
}

/** A new instance; the fields that its code declares are not read yet. */
export function newInstance({
  account,
  start,
  limits,
  startedAtMs,
  schedule = null,
  version,
  imports = [],
  backtest,
}: NewInstance): WireInstance {
  return {
    InstanceId: start.InstanceId,
    Account: account,
    Status: backtest ? 'Backtesting' : 'Starting',
    Message: '',
    Progress: 0,
    QueuePlace: 0,
    RejectedCount: 0,
    LastRejection: '',
    Parameters: start.Parameters,
    BacktestFrom: backtest?.fromMs ?? null,
    BacktestTo: backtest?.toMs ?? null,
    DataType: backtest?.dataType ?? null,
    Costs: backtest?.costs ?? null,
    Guards: start.Guards && !isUnguarded(start.Guards) ? start.Guards : null,
    AtRestart: start.AtRestart ?? 'Stop',
    Schedule: schedule,
    StartedAt: startedAtMs,
    FinishedAt: null,
    PrimarySymbol: '',
    OtherSymbols: [],
    IntradayPositionsOnly: start.IntradayPositionsOnly,
    FirstTradingIntervalStart: start.FirstTradingIntervalStart,
    FirstTradingIntervalEnd: start.FirstTradingIntervalEnd,
    SecondTradingIntervalStart: start.SecondTradingIntervalStart,
    SecondTradingIntervalEnd: start.SecondTradingIntervalEnd,
    IncludeOffMarket: start.IncludeOffMarket,
    ShareLimit: start.ShareLimit,
    DollarLimit: start.DollarLimit,
    Order: { Quantity: 0, Route: '', Destination: '', Type: 'Market', Price: 0 },
    Trend: null,
    Trade: null,
    TradingTime: intervalsLabel(limits.intervals),
    IsUsingNbbo: false,
    OpeningOrderTime: null,
    ClosingOrderTime: null,
    AllowedPositions: 'Both',
    Version: version,
    Imports: imports,
    Returns: null,
  };
}

/** The instance that a client receives for an id that does not exist, so that it removes the instance. */
export function invalidInstance(account: string, instanceId: string): WireInstance {
  const start: StartParameters = {
    InstanceId: instanceId,
    Parameters: '',
    IntradayPositionsOnly: false,
    FirstTradingIntervalStart: 0,
    FirstTradingIntervalEnd: 0,
    SecondTradingIntervalStart: 0,
    SecondTradingIntervalEnd: 0,
    IncludeOffMarket: false,
    ShareLimit: NO_LIMIT,
    DollarLimit: NO_LIMIT,
  };
  const limits: RunLimits = {
    intradayPositionsOnly: false,
    intervals: [],
    includeOffMarket: false,
    shareLimit: NO_LIMIT,
    dollarLimit: NO_LIMIT,
  };
  return {
    ...newInstance({ account, start, limits, startedAtMs: 0, version: null, backtest: null }),
    Status: 'InvalidInstance',
    StartedAt: null,
  };
}

/** The fields of an instance that its code and parameters declare. */
export function describedFields(description: StrategyDescription): Partial<WireInstance> {
  const study = (declared: StrategyDescription['trend']): WireInstance['Trend'] =>
    declared && {
      Name: declared.name,
      Interval: declared.interval,
      Period: declared.period,
      ExtraParameters: declared.extraParameters,
    };
  const { order } = description;
  const [PrimarySymbol, ...OtherSymbols] = tradedSymbolsOf(description);
  return {
    PrimarySymbol,
    OtherSymbols,
    Order: {
      Quantity: order.quantity,
      Route: order.route,
      Destination: order.destination,
      Type: order.type,
      Price: order.price,
    },
    Trend: study(description.trend),
    Trade: study(description.trade),
    IsUsingNbbo: description.isUsingNbbo,
    OpeningOrderTime: description.openingOrderMinute,
    ClosingOrderTime: description.closingOrderMinute,
    AllowedPositions: description.allowedPositions,
  };
}

/** The description that a comment at the head of the code gives: its leading comment lines, put together. */
export function descriptionOf(code: string): string {
  const lines: string[] = [];
  for (const line of code.split('\n')) {
    const comment = /^\s*\/\/\s?(.*?)\s*$/.exec(line)?.[1];
    if (comment === undefined) break;
    lines.push(comment);
  }
  return lines.join(' ').trim().slice(0, 500);
}

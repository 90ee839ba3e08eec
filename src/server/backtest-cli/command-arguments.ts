import { parseArgs, type ParseArgsConfig } from 'node:util';
import { DAY_MS } from '../../domain/calendar/durations.ts';
import { newYorkMs } from '../../domain/calendar/us-equity.ts';
import { barMinutesOf, barSizeLabel } from '../../domain/strategy/bar-size.ts';
import type { CostSettings } from '../../domain/strategy/costs/settings.ts';
import { parseParameters } from '../../domain/strategy/parameters.ts';
import { COST_OPTIONS, costsOf } from './cost-arguments.ts';
import { usageError } from './usage.ts';

const DEFAULT_DATA_FOLDER = 'data';
const DEFAULT_SEED = 1;
const MINUTES_OF_DAY = 1440;

/** The strategy, its period and its data. Times are UTC ms. */
export interface RunArguments {
  readonly file: string;
  readonly fromMs: number;
  /** The last millisecond of the last day. */
  readonly toMs: number;
  readonly fromDate: string;
  readonly toDate: string;
  /** A folder of recorded bars; undefined: the simulated market. */
  readonly dataFolder: string | undefined;
  readonly seed: number;
  readonly acceptsIncomplete: boolean;
  /** Null: bars fill orders in full, with the fees of the account. */
  readonly costs: CostSettings | null;
}

/** Parsed arguments of a backtest. */
export interface BacktestArguments extends RunArguments {
  /** Lines `name = value` that override those of the file, each with the argument that it comes from. */
  readonly parameters: readonly { readonly text: string; readonly argument: string }[];
  readonly printsOrders: boolean;
  /** `-` stands for the standard output. */
  readonly jsonFile: string | undefined;
}

/** Options of every program that runs a strategy file, in the form of `parseArgs`. */
export const RUN_OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  symbol: { type: 'string' },
  bars: { type: 'string' },
  param: { type: 'string', multiple: true },
  data: { type: 'string' },
  market: { type: 'string' },
  seed: { type: 'string' },
  incomplete: { type: 'boolean' },
  json: { type: 'string' },
  ...COST_OPTIONS,
  help: { type: 'boolean', short: 'h' },
} as const;

type RunValues = {
  readonly [Name in 'from' | 'to' | 'data' | 'market' | 'seed' | keyof typeof COST_OPTIONS]?:
    string | undefined;
} & { readonly incomplete?: boolean | undefined };

/** Parses the arguments; 'help' when it was requested. Throws a CommandError that names a wrong argument and what it may be. */
export function parseArguments(argv: readonly string[]): BacktestArguments | 'help' {
  const { values, positionals } = readArguments(argv, { ...RUN_OPTIONS, orders: { type: 'boolean' } });
  if (values.help === true || argv.length === 0) return 'help';
  return {
    ...runArguments(positionals, values),
    parameters: [...settingsOf(values.symbol, values.bars), ...(values.param ?? []).map(parameterOf)],
    printsOrders: values.orders === true,
    jsonFile: values.json === undefined ? undefined : nonEmpty('--json', values.json, 'a file'),
  };
}

/** The strategy, its period and its data. Throws a CommandError for a wrong argument. */
export function runArguments(positionals: readonly string[], values: RunValues): RunArguments {
  const [file, extra] = positionals;
  if (file === undefined) throw usageError('The strategy file is missing: name it first.');
  if (extra !== undefined) throw usageError(`Only one file can be run; "${extra}" is one too many.`);
  const [fromDate, toDate] = [dateOf('--from', values.from), dateOf('--to', values.to)];
  if (fromDate > toDate) throw usageError(`--from ${fromDate} is after --to ${toDate}.`);
  return {
    file,
    fromDate,
    toDate,
    fromMs: newYorkMs(fromDate, 0),
    toMs: newYorkMs(toDate, MINUTES_OF_DAY) - 1,
    dataFolder: dataFolderOf(values.market, values.data),
    seed: seedOf('--seed', values.seed) ?? DEFAULT_SEED,
    acceptsIncomplete: values.incomplete === true,
    costs: costsOf(values),
  };
}

/** Splits arguments into options and positions. Throws a CommandError for an option that is unknown or lacks its value. */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options });
  } catch (error) {
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw usageError(first.endsWith('.') ? first : `${first}.`);
  }
}

/** Throws a CommandError when the text of an argument is empty. */
export function nonEmpty(name: string, text: string, meaning: string): string {
  if (text.trim() === '') throw usageError(`${name} needs ${meaning}.`);
  return text;
}

function dateOf(name: string, text: string | undefined): string {
  if (text === undefined) throw usageError(`${name} is missing: name a day as YYYY-MM-DD.`);
  const ms = /^(19|20)\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // 2024-02-30 is read as the first of March.
  if (!Number.isFinite(ms) || new Date(ms - (ms % DAY_MS)).toISOString().slice(0, 10) !== text)
    throw usageError(`${name} ${text} is no day: write it as YYYY-MM-DD, from 1900 to 2099.`);
  return text;
}

function dataFolderOf(market: string | undefined, data: string | undefined): string | undefined {
  if (market === undefined || market === 'recorded')
    return nonEmpty('--data', data ?? DEFAULT_DATA_FOLDER, 'a folder of recorded bars');
  if (market !== 'simulated') throw usageError(`--market ${market} is unknown: simulated or recorded.`);
  if (data !== undefined) throw usageError('--data and --market simulated exclude each other.');
  return undefined;
}

/** A whole number from 0 up; undefined when the argument is missing. Throws a CommandError for anything else. */
export function seedOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seed = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(seed)) throw usageError(`${name} ${text} is no whole number from 0 up.`);
  return seed;
}

/** The parameter lines of `--symbol` and `--bars`. Throws a CommandError for a wrong one. */
export function settingsOf(
  symbol: string | undefined,
  bars: string | undefined,
): BacktestArguments['parameters'] {
  const settings = [];
  if (symbol !== undefined) {
    if (!/^[$A-Za-z][\w.$/-]{0,31}$/.test(symbol))
      throw usageError(`--symbol ${symbol} is no symbol, such as SPY or BRK.B.`);
    settings.push({ text: `Symbol = ${symbol.toUpperCase()}`, argument: `--symbol ${symbol}` });
  }
  if (bars !== undefined) {
    const minutes = barMinutesOf(/^\d+$/.test(bars) ? `${bars} minutes` : bars);
    if (minutes === null)
      throw usageError(
        `--bars ${bars} is no size of bars: day, trade, 1 to 390 (minutes), or "1 hour" to "6 hours".`,
      );
    settings.push({ text: `BarSize = ${barSizeLabel(minutes)}`, argument: `--bars ${bars}` });
  }
  return settings;
}

/** The parameter line of a `--param name=value`. Throws a CommandError when it is none. */
export function parameterOf(text: string): { readonly text: string; readonly argument: string } {
  const argument = `--param ${text}`;
  const parsed = text.includes('\n') ? undefined : parseParameters(text);
  if (parsed?.ok !== true || parsed.value.lines.length !== 1)
    throw usageError(`${argument} is no parameter: write --param name=value.`);
  return { text, argument };
}

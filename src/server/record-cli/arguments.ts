import { parseArgs } from 'node:util';
import { HOUR_MS, MINUTE_MS } from '../../domain/calendar/durations.ts';
import { normalizeSymbol } from '../../domain/symbols/symbol.ts';
import { usageError } from '../backtest-cli/usage.ts';

/** What is recorded, from where, and for how long. */
export interface RecordArguments {
  /** As in `TAPEDECK_MARKET`; undefined: that variable chooses. */
  readonly market: string | undefined;
  readonly symbols: readonly string[];
  readonly folder: string;
  /** Undefined: until the market closes, or Ctrl+C. */
  readonly durationMs: number | undefined;
}

const UNITS_MS = { s: 1_000, m: MINUTE_MS, h: HOUR_MS } as const;
/** Longest recording, hours. */
const MAX_HOURS = 24 * 7;
/** Symbols of one recording at most: each has two open files a day. */
const MAX_SYMBOLS = 500;

/** Symbols that a file of a recording can be named after: stocks, funds and indices, not options. */
const RECORDABLE = /^\$?[A-Z0-9][A-Z0-9.-]*$/;

const OPTIONS = {
  market: { type: 'string' },
  symbols: { type: 'string' },
  out: { type: 'string' },
  for: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Parses the arguments; 'help' when it was requested. Throws a CommandError that names a wrong argument and what it may be. */
export function parseRecordArguments(argv: readonly string[]): RecordArguments | 'help' {
  const values = readValues(argv);
  if (values.help === true || argv.length === 0) return 'help';
  const { market, symbols, out, for: duration } = values;
  if (symbols === undefined) throw usageError('--symbols is missing: name what to record, such as SPY,AAPL.');
  if (out === undefined || out.trim() === '')
    throw usageError('--out is missing: name the folder of the recording.');
  return {
    market,
    symbols: symbolsOf(symbols),
    folder: out,
    durationMs: duration === undefined ? undefined : durationOf(duration),
  };
}

function readValues(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values;
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : 'The arguments cannot be read.');
  }
}

function symbolsOf(text: string): readonly string[] {
  const symbols = [...new Set(text.split(',').map(normalizeSymbol))].filter((symbol) => symbol !== '');
  const wrong = symbols.find((symbol) => !RECORDABLE.test(symbol));
  if (wrong !== undefined)
    throw usageError(`--symbols has "${wrong}", which cannot be recorded: name stocks, funds or indices.`);
  if (symbols.length === 0 || symbols.length > MAX_SYMBOLS)
    throw usageError(`--symbols takes 1 to ${MAX_SYMBOLS} symbols, separated by commas.`);
  return symbols;
}

function durationOf(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  // The pattern has no other units.
  const durationMs = Number(amount) * UNITS_MS[unit as keyof typeof UNITS_MS];
  if (!(durationMs > 0 && durationMs <= MAX_HOURS * HOUR_MS))
    throw usageError(`--for is "${text}"; it must be a time such as 90s, 30m or 6h, at most ${MAX_HOURS}h.`);
  return durationMs;
}

/** The text of `npm run record -- --help`. */
export const RECORD_HELP = `Records what a market streams, in the layout of docs/replay.md, so that the day can be replayed.

  npm run record -- --market alpaca --symbols SPY,AAPL --out DIR [options]

  --symbols LIST   symbols, separated by commas
  --out DIR        the folder of the recording; what is in it stays, and a day that was begun is continued
  --market NAME    as in TAPEDECK_MARKET, which chooses the market without it; its other variables apply
  --for TIME       90s, 30m, 6h; without it until the market closes, or Ctrl+C
  --help

Play it with: TAPEDECK_MARKET=replay:DIR npm start

Exit codes: 0 something was recorded, 1 the recording could not be written or the market could not be opened, 2 wrong
arguments, 3 the market has no such symbol, or nothing was traded or quoted.`;

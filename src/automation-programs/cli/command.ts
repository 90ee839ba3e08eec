import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { TapedeckClient } from '../../automation-client/index.ts';
import { newYorkMs } from '../../domain/calendar/us-equity.ts';
import { CommandError, ExitCode } from '../exit-codes.ts';

/** The surroundings of a command. */
export interface CommandWorld {
  /** Data, a text of one or more lines. */
  readonly print: (text: string) => void;
  /** Messages. */
  readonly warn: (text: string) => void;
  /** Replaces the lines that it has shown before; undefined where the output is no terminal. */
  readonly repaint: ((lines: readonly string[]) => void) | undefined;
  /** Puts a question to the user; true for yes. Undefined where there is no terminal to answer at. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
  /** Waits; rejects once the signal is aborted. */
  readonly sleep: (ms: number) => Promise<void>;
}

/** What a command works with, beside its arguments. */
export interface CommandContext extends CommandWorld {
  readonly client: TapedeckClient;
}

/** A command of the command line. */
export interface Command {
  /** Options of `parseArgs`, beside `--help`. */
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** Checks the arguments before any call, and returns what to do. Throws a CommandError. */
  readonly prepare: (args: CommandArguments) => (context: CommandContext) => Promise<ExitCode>;
}

/** Parsed arguments of a command. */
export class CommandArguments {
  readonly positionals: readonly string[];
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(positionals: readonly string[], values: Readonly<Record<string, unknown>>) {
    this.positionals = positionals;
    this.#values = values;
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  /** The text of an option; undefined when it is missing. Throws a CommandError for an empty one. */
  text(name: string): string | undefined {
    const value = this.#values[name];
    if (value === '') throw usageError(`--${name} is empty.`);
    return typeof value === 'string' ? value : undefined;
  }

  /** The texts of an option that may be stated several times. */
  texts(name: string): readonly string[] {
    const values = this.#values[name];
    return Array.isArray(values) ? values.map(String) : [];
  }

  /** The id of `--key`, or a new one. Throws a CommandError for a text that the API refuses. */
  idempotencyKey(): string {
    const id = this.text('key') ?? `cli-${crypto.randomUUID()}`;
    if (/^(?=.*\D)[\x21-\x7e]{1,64}$/.test(id)) return id;
    throw usageError('--key must be 1 to 64 printable characters, not digits alone.');
  }

  /** `{ account }` of `--account`; empty without it. */
  account(): { readonly account?: string } {
    const account = this.text('account');
    return account === undefined ? {} : { account };
  }

  /** A whole number of an option; undefined when it is missing. Throws a CommandError for anything else. */
  count(name: string, max: number): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : wholeNumber(`--${name}`, text, max);
  }

  /**
   * A day, `2026-01-02`, whose midnight in New York is meant, or a time with its zone, in UTC ms; undefined when the option is missing. Throws a
   * CommandError for anything else.
   */
  timeMs(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (/^\d{4}-\d\d-\d\d$/.test(text)) {
      const dayMs = Date.parse(`${text}T00:00:00Z`);
      // The thirtieth of February is read as a day of March.
      if (Number.isFinite(dayMs) && new Date(dayMs).toISOString().startsWith(text)) return newYorkMs(text, 0);
    }
    const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
    const timeMs = isTime ? Date.parse(text) : Number.NaN;
    if (Number.isFinite(timeMs)) return timeMs;
    throw usageError(
      `--${name} ${text} is neither a day, such as 2026-01-02, nor a time with its zone, such as 2026-01-02T14:30:00Z.`,
    );
  }

  /** The symbols of the positions, in upper case. Throws a CommandError when there is none, and for a text that is no symbol. */
  symbols(): readonly string[] {
    if (this.positionals.length === 0) throw usageError('Name a symbol.');
    return this.positionals.map(symbolOf);
  }
}

/** A symbol in upper case. Throws a CommandError for a text that is none. */
export function symbolOf(text: string): string {
  if (!/^[$A-Za-z][\w.$/-]{0,31}$/.test(text))
    throw usageError(`${text} is no symbol, such as SPY or BRK.B.`);
  return text.toUpperCase();
}

/** A whole number from 1 up. Throws a CommandError for anything else. */
export function wholeNumber(name: string, text: string, max: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= max) return value;
  throw usageError(`${name} ${text} must be a whole number from 1 to ${max.toLocaleString('en-US')}.`);
}

/** An argument that is wrong. */
export const usageError = (message: string): CommandError => new CommandError(ExitCode.Usage, message);

/** Throws a CommandError for arguments that a command does not take. */
export function refuseExtra(extra: readonly string[]): void {
  if (extra[0] !== undefined) throw usageError(`"${extra[0]}" is one argument too many.`);
}

/** Splits arguments into options and positions. Throws a CommandError for an option that is unknown or lacks its value. */
export function readArguments(
  argv: readonly string[],
  options: NonNullable<ParseArgsConfig['options']>,
): CommandArguments {
  try {
    const { positionals, values } = parseArgs({ args: [...argv], allowPositionals: true, options });
    return new CommandArguments(positionals, values);
  } catch (error) {
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw usageError(first.endsWith('.') ? first : `${first}.`);
  }
}

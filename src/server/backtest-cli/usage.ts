/** The exit codes of the program, for scripts. */
export const ExitCode = {
  /** The backtest ran to its end. */
  Ran: 0,
  /** The code of the strategy failed, or the runtime that executes it. */
  Fault: 1,
  /** An argument is wrong. */
  Usage: 2,
  /** There are no data for the symbol or the period. */
  NoData: 3,
  /** Ctrl+C, as shells count it. */
  Interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Ends the program with a message and a code. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** An argument that is wrong. */
export const usageError = (message: string): CommandError => new CommandError(ExitCode.Usage, message);

/** Runs a program and reports in one line what went wrong. Returns the exit code. */
export async function reportedExitCode(
  program: string,
  warn: (line: string) => void,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (error.message !== '') warn(error.message);
    if (error.exitCode === ExitCode.Usage) warn(`See: npm run ${program} -- --help`);
    return error.exitCode;
  }
}

/** The text of `npm run backtest -- --help`. */
export const HELP = `Runs a backtest of a strategy file. No server and no database are needed.

  npm run backtest -- FILE --from 2020-01-01 --to 2024-12-31 [options]

  --from DATE, --to DATE   the period, YYYY-MM-DD in New York, both days included
  --symbol SYMBOL          what it trades; without it the symbol of the file
  --bars SIZE              day, trade, or minutes (60, 5, 1, "2 hours"); without it the size of the file
  --param NAME=VALUE       a parameter of the file, as often as needed
  --data DIR               a folder of recorded bars, in the layout of docs/replay.md; data unless named
  --market simulated       simulated prices instead of recorded ones
  --seed N                 of the simulated prices, and of what a recording lacks: a whole number, 1 unless named
  --incomplete             run although one-minute bars of some days are missing
  --slippage AMOUNT        of fills that remove liquidity: 2c (cents), 1.5bps (of the price), 10% (of the bar's range)
  --spread AMOUNT          1c or 2bps; such a fill pays half of it
  --volume PERCENT         the most of a bar's volume that the run fills
  --commission TERMS       account (unless named), none, 0.005/share,min1, 4.95/order, 0.03%
  --borrow PERCENT         a year, of the value of short stock
  --orders                 print the orders, too
  --json FILE              write figures, orders and log as JSON; - prints them instead of the text
  --help

Exit codes: 0 the backtest ran, 1 the strategy failed, 2 wrong arguments, 3 no data for the symbol or the period,
130 ended by Ctrl+C.`;

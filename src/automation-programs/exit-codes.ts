/** The exit codes of the command line, for scripts. */
export const ExitCode = {
  Done: 0,
  /** The server refused the call or the order, or the user declined it. */
  Refused: 1,
  /** An argument or a setting is wrong. */
  Usage: 2,
  /** There is no answer, or the server is not available. */
  Unreachable: 3,
  /** Ctrl+C, as shells count it. */
  Interrupted: 130,
} as const;
/** An exit code of the command line. */
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Ends a program with a message and a code. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

import type { Repositories } from '../storage/repositories.ts';

/** What a command works with. */
export interface AdminContext {
  readonly repositories: Repositories;
  /** Host UTC ms. */
  readonly nowMs: number;
  readonly print: (line: string) => void;
  readonly readStdin: () => Promise<string>;
}

/** The options a command may carry. */
export interface AdminFlags {
  readonly password?: string | undefined;
  readonly 'password-stdin'?: boolean | undefined;
  readonly live?: boolean | undefined;
  readonly cash?: string | undefined;
  readonly account?: string | undefined;
  readonly price?: string | undefined;
  readonly quantity?: string | undefined;
  readonly since?: string | undefined;
}

/** The command line is invalid; printed as one line, exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

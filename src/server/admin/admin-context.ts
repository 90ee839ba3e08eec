import type { StorageOptions } from '../storage/open-repositories.ts';
import type { Repositories } from '../storage/repositories.ts';

/** What a command works with. */
export interface AdminContext {
  readonly repositories: Repositories;
  /** Host UTC ms. */
  readonly nowMs: number;
  readonly print: (line: string) => void;
  readonly readStdin: () => Promise<string>;
  /** The address of the workstation in the browser, ending in a slash; undefined when it is not configured. */
  readonly publicUrl?: URL | undefined;
  /** The provider of OpenID Connect; undefined when it is not configured. */
  readonly oidcIssuer?: URL | undefined;
}

/** What a command works with that opens the storage itself. */
export interface StorageContext {
  readonly storage: StorageOptions;
  /** Host UTC ms. */
  readonly nowMs: number;
  readonly print: (line: string) => void;
  /** Shows what the command is doing, in one line that the next one replaces. */
  readonly progress?: ((line: string) => void) | undefined;
  /** From the call on, Ctrl+C aborts the signal instead of ending the process. */
  readonly cancelSignal?: (() => AbortSignal) | undefined;
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
  readonly into?: string | undefined;
  readonly until?: string | undefined;
  readonly order?: string | undefined;
  readonly request?: string | undefined;
  readonly replace?: boolean | undefined;
  readonly 'dry-run'?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly force?: boolean | undefined;
}

/** The command line is invalid; printed as one line, exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

import type { ToChild } from '../child/messages.ts';

/** How the operating system shares processors between a user's process and the server. */
export interface ProcessPriority {
  /** Above 0 is below the server's own, up to 19. */
  readonly niceness: number;
  /** Whether it gets only processor time that nobody else wants (Linux); the niceness is what is left elsewhere. */
  readonly onlyWhenIdle: boolean;
}

/** What the server says to the process that starts the users' processes; `process` is the number that the server gave one of them. */
export type ToLauncher =
  | { readonly kind: 'start'; readonly process: number; readonly priority: ProcessPriority }
  | {
      readonly kind: 'send';
      readonly process: number;
      readonly serial: number;
      readonly message: ToChild;
    }
  | { readonly kind: 'kill'; readonly process: number };

export type FromLauncher =
  | { readonly kind: 'started'; readonly process: number; readonly pid: number }
  /** A message has left for the process, or the process is gone. */
  | { readonly kind: 'sent'; readonly process: number; readonly serial: number }
  /** What a user's process said, unchecked. */
  | { readonly kind: 'said'; readonly process: number; readonly raw: unknown }
  /** `code`: null when a signal ended it. */
  | { readonly kind: 'exited'; readonly process: number; readonly code: number | null }
  | { readonly kind: 'failed'; readonly process: number; readonly reason: string };

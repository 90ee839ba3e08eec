import { runOutsideRequests } from '../../../request-context.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ToChild } from '../child/messages.ts';
import type { FromLauncher, ProcessPriority, ToLauncher } from './messages.ts';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));

/**
 * What the launching process inherits: nothing of the server's settings. It runs no code of users, so it may share the cache of compiled modules, with
 * which it starts in a third of the time; the users' processes may not.
 */
function launcherEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env;
  return { TZ: 'UTC', ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) };
}

/** A failure to start processes counts for so long, unless one is started before, ms: nothing else would end it while no strategy starts. */
const FAILURE_MS = 10_000;

/** Receives the messages and the end of a launched process. */
export interface LaunchEvents {
  /** A message of the process, unchecked. */
  onMessage(raw: unknown): void;
  /** It has ended; `code` is null when a signal ended it. */
  onExit(code: number | null): void;
  /** It could not be started, or what started it has ended: the reason. */
  onFailure(reason: string): void;
}

/** A process that was started for a user. */
export interface LaunchedProcess {
  /** Undefined until the operating system has started it. */
  readonly pid: number | undefined;
  /** Resolves when the message has left for the process, or the process is gone. */
  send(message: ToChild): Promise<void>;
  kill(): void;
}

class Launched implements LaunchedProcess {
  pid: number | undefined;
  readonly events: LaunchEvents;
  readonly #number: number;
  readonly #post: (message: ToLauncher) => void;
  /** Those who wait until their message has left, by its serial. */
  readonly #leaving = new Map<number, () => void>();
  #lastSerial = 0;
  #isOver = false;

  constructor(number: number, post: (message: ToLauncher) => void, events: LaunchEvents) {
    this.#number = number;
    this.#post = post;
    this.events = events;
  }

  send(message: ToChild): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    this.#lastSerial += 1;
    const serial = this.#lastSerial;
    return new Promise((resolve) => {
      this.#leaving.set(serial, resolve);
      this.#post({ kind: 'send', process: this.#number, serial, message });
    });
  }

  kill(): void {
    if (!this.#isOver) this.#post({ kind: 'kill', process: this.#number });
  }

  hasLeft(serial: number): void {
    this.#leaving.get(serial)?.();
    this.#leaving.delete(serial);
  }

  /** Nobody waits any longer for a message to leave. */
  end(): void {
    this.#isOver = true;
    for (const resolve of this.#leaving.values()) resolve();
    this.#leaving.clear();
  }
}

/**
 * Starts processes through a small process of its own: the operating system copies the page tables of the one that starts another,
 * and marks its pages for copying, which holds up a server of 600 MB for 60 to 150 ms each time.
 */
export class ProcessLauncher {
  readonly #launched = new Map<number, Launched>();
  #launcher: ChildProcess | undefined;
  #lastNumber = 0;
  #failure: { readonly reason: string; readonly atMs: number } | undefined;

  /** Why processes cannot be started, as of the last attempts; undefined when they can, or when the failure is a while ago. */
  problem(): string | undefined {
    if (this.#failure && performance.now() - this.#failure.atMs > FAILURE_MS) this.#failure = undefined;
    return this.#failure?.reason;
  }

  /** Of the launching process, while there is one. */
  get pid(): number | undefined {
    return this.#launcher?.pid;
  }

  /** Starts the launching process, for the less memory the server has by then the better. */
  prepare(): void {
    this.#launcher ??= this.#startLauncher();
    this.#keepAlive();
  }

  start(priority: ProcessPriority, events: LaunchEvents): LaunchedProcess {
    this.prepare();
    this.#lastNumber += 1;
    const launched = new Launched(this.#lastNumber, (message) => this.#post(message), events);
    this.#launched.set(this.#lastNumber, launched);
    this.#keepAlive();
    this.#post({ kind: 'start', process: this.#lastNumber, priority });
    return launched;
  }

  /** Ends the launching process, and what it started with it. */
  async close(): Promise<void> {
    const launcher = this.#launcher;
    if (!launcher) return;
    const exited = new Promise((resolve) => launcher.once('exit', resolve));
    launcher.ref();
    launcher.disconnect();
    await exited;
  }

  #startLauncher(): ChildProcess {
    const launcher = fork(PROGRAM, [], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      env: launcherEnvironment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Our own program sends nothing else.
    // The launcher may have been started during a request, which did not cause what its processes report.
    launcher.on('message', (message) => runOutsideRequests(() => this.#receive(message as FromLauncher)));
    const over = (reason: string): void => {
      if (this.#launcher === launcher) this.#launcher = undefined;
      this.#failure = { reason, atMs: performance.now() };
      for (const [number, launched] of [...this.#launched])
        this.#end(number, launched, () => launched.events.onFailure(reason));
    };
    launcher.once('exit', () => over('the process that starts them has ended'));
    launcher.once('error', ({ message }) => over(message));
    return launcher;
  }

  #post(message: ToLauncher): void {
    // When it is gone, its exit reports what went wrong.
    if (this.#launcher?.connected) this.#launcher.send(message, () => {});
  }

  #receive(message: FromLauncher): void {
    const launched = this.#launched.get(message.process);
    if (!launched) return;
    switch (message.kind) {
      case 'started':
        launched.pid = message.pid;
        this.#failure = undefined;
        return;
      case 'sent':
        return launched.hasLeft(message.serial);
      case 'said':
        return launched.events.onMessage(message.raw);
      case 'exited':
        return this.#end(message.process, launched, () => launched.events.onExit(message.code));
      case 'failed':
        this.#failure = { reason: message.reason, atMs: performance.now() };
        return this.#end(message.process, launched, () => launched.events.onFailure(message.reason));
    }
  }

  #end(number: number, launched: Launched, report: () => void): void {
    this.#launched.delete(number);
    launched.end();
    this.#keepAlive();
    report();
  }

  /** The server lives for what runs, and not for a launcher that waits. */
  #keepAlive(): void {
    const launcher = this.#launcher;
    if (!launcher) return;
    if (this.#launched.size > 0) {
      launcher.ref();
      launcher.channel?.ref();
    } else {
      launcher.unref();
      launcher.channel?.unref();
    }
  }
}

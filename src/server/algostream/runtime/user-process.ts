import * as v from 'valibot';
import { addedClosings } from '../../../domain/calendar/us-holidays.ts';
import { fromChildSchema } from './child/answers.ts';
import type { FromChild, ToChild } from './child/messages.ts';
import type { ProcessPriority } from './launcher/messages.ts';
import type { LaunchedProcess, ProcessLauncher } from './launcher/process-launcher.ts';
import type { IsolateModules } from './modules.ts';
import { processorWaitMs } from './processor-wait.ts';

const CHECK_EVERY_MS = 500;
/** How long a process that said that it leaves may take. */
const LEAVING_MS = 1_000;

export interface ProcessLimits {
  /** Processor time without reaching the next row. */
  readonly stuckMs: number;
  /** How long an isolate may take to die. */
  readonly graceMs: number;
  readonly memoryMb: number;
  /** How long the process may be silent while it has work, not counting the time in which it waits for a processor. */
  readonly silentMs: number;
  /** How long it stays without work. */
  readonly idleMs: number;
  readonly priority: ProcessPriority;
}

/** A child process with the code of one user. */
export interface UserProcess {
  readonly pid: number | undefined;
  /** Resolves when the message has left the server, or the process is gone: what is sent in pieces waits for it. */
  send(message: ToChild): Promise<void>;
  /** Whether it has work: without any it ends after a while. */
  setBusy(isBusy: boolean): void;
  kill(): void;
  readonly exited: Promise<void>;
}

/** Receives the messages and the end of a child process. */
export interface ProcessEvents {
  /** A message that was checked. */
  onMessage(message: FromChild): void;
  /** Nothing new may be sent to it. It may still report the end of the run that makes it leave. */
  onLeaving(): void;
  /** It has ended, for this reason. Called once. */
  onEnd(why: string): void;
}

export function startUserProcess(
  launcher: ProcessLauncher,
  modules: IsolateModules,
  limits: ProcessLimits,
  events: ProcessEvents,
): UserProcess {
  return new WatchedProcess(launcher, modules, limits, events);
}

class WatchedProcess implements UserProcess {
  readonly #limits: ProcessLimits;
  readonly #events: ProcessEvents;
  readonly #child: LaunchedProcess;
  readonly #exited = Promise.withResolvers<void>();
  readonly #timer: NodeJS.Timeout;
  #lastMessageMs = performance.now();
  #idleSinceMs = performance.now();
  /** Since its start, at the last check. */
  #waitMs = 0;
  /** Of the silence, the part in which it waited for a processor. */
  #silentWaitMs = 0;
  #isBusy = false;
  #isOver = false;
  /** Why it is being ended; empty while it is not. */
  #why = '';

  constructor(
    launcher: ProcessLauncher,
    modules: IsolateModules,
    limits: ProcessLimits,
    events: ProcessEvents,
  ) {
    this.#limits = limits;
    this.#events = events;
    this.#timer = setInterval(() => this.#check(), CHECK_EVERY_MS).unref();
    this.#child = launcher.start(limits.priority, {
      onMessage: (raw) => this.#receive(raw),
      onExit: (code) => this.#exit(reasonOf(code)),
      onFailure: (reason) => this.#exit(`the process that runs your strategies cannot be started: ${reason}`),
    });
    const { stuckMs, graceMs, memoryMb } = limits;
    void this.#child.send({
      kind: 'modules',
      modules,
      stuckMs,
      graceMs,
      memoryMb,
      closings: addedClosings(),
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get exited(): Promise<void> {
    return this.#exited.promise;
  }

  send(message: ToChild): Promise<void> {
    return this.#child.send(message);
  }

  setBusy(isBusy: boolean): void {
    if (isBusy && !this.#isBusy) this.#beginSilence();
    if (!isBusy) this.#idleSinceMs = performance.now();
    this.#isBusy = isBusy;
  }

  kill(): void {
    this.#kill('the server stops');
  }

  #check(): void {
    const now = performance.now();
    const { silentMs, idleMs } = this.#limits;
    this.#countWait();
    if (this.#isBusy && now - this.#lastMessageMs - this.#silentWaitMs > silentMs)
      this.#kill('the process that runs your strategies stopped answering and was ended');
    else if (!this.#isBusy && now - this.#idleSinceMs > idleMs) this.#kill('idle');
  }

  /** A process that runs only when others leave it a processor is not stuck because it waits for one. */
  #countWait(): void {
    const waitMs = this.pid === undefined ? 0 : processorWaitMs(this.pid);
    this.#silentWaitMs += Math.max(0, waitMs - this.#waitMs);
    this.#waitMs = waitMs;
  }

  #beginSilence(): void {
    this.#lastMessageMs = performance.now();
    this.#silentWaitMs = 0;
  }

  #kill(reason: string): void {
    this.#why ||= reason;
    this.#events.onLeaving();
    this.#child.kill();
  }

  #receive(raw: unknown): void {
    this.#beginSilence();
    if (this.#isOver) return;
    const message = v.safeParse(fromChildSchema, raw);
    if (!message.success)
      return this.#kill('the process that runs your strategies sent an invalid message and was ended');
    if (message.output.kind !== 'leaving') return this.#events.onMessage(message.output);
    this.#why ||= message.output.loss === 'stuck' ? STUCK : MEMORY;
    this.#events.onLeaving();
    setTimeout(() => this.#child.kill(), LEAVING_MS).unref();
  }

  /** Its runs end now, though the process may take a moment to go. */
  #exit(reason: string): void {
    this.#exited.resolve();
    clearInterval(this.#timer);
    if (this.#isOver) return;
    this.#isOver = true;
    this.#events.onEnd(this.#why || reason);
  }
}

const STUCK =
  'a strategy could not be stopped: the process that runs your strategies was ended, and this run with it';
const MEMORY =
  'a strategy used up the memory: the process that runs your strategies was ended, and this run with it';

function reasonOf(code: number | null): string {
  if (code === 70) return STUCK;
  // 134: aborted by the engine; null: killed, which is what the system does to a process that takes too much.
  if (code === 71 || code === 134 || code === null) return MEMORY;
  return 'the process that runs your strategies ended unexpectedly, and this run with it';
}

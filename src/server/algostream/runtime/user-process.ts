import * as v from 'valibot';
import { fromChildSchema } from './child/answers.ts';
import type { FromChild, ToChild } from './child/messages.ts';
import type { ProcessLauncher } from './launcher/process-launcher.ts';
import type { IsolateModules } from './modules.ts';

const LOOK_EVERY_MS = 500;
/** How long a process that said that it leaves may take. */
const LEAVING_MS = 1_000;

export interface ProcessLimits {
  /** Processor time without coming on by a row. */
  readonly stuckMs: number;
  /** How long an isolate may take to die. */
  readonly graceMs: number;
  readonly memoryMb: number;
  /** How long the process may be silent while it has work. */
  readonly silentMs: number;
  /** How long it stays without work. */
  readonly idleMs: number;
  /** Of the operating system, above 0: below the server's own. */
  readonly priority: number;
}

/** A child process with the code of one user. */
export interface UserProcess {
  readonly pid: number | undefined;
  /** Resolves when the message has left the server, or the process is gone: what is sent in pieces waits for it. */
  send(message: ToChild): Promise<void>;
  /** Says whether it has work: without any it ends after a while. */
  setBusy(isBusy: boolean): void;
  kill(): void;
  readonly exited: Promise<void>;
}

export interface ProcessEvents {
  /** A message that was checked. */
  onMessage(message: FromChild): void;
  /** Nothing new may be sent to it. It may still tell what became of the run that makes it leave. */
  onLeaving(): void;
  /** It is gone: the reason in words, once. */
  onEnd(why: string): void;
}

export function startUserProcess(
  launcher: ProcessLauncher,
  modules: IsolateModules,
  limits: ProcessLimits,
  { onMessage, onLeaving, onEnd }: ProcessEvents,
): UserProcess {
  let lastHeardMs = performance.now();
  let isBusy = false;
  let idleSinceMs = performance.now();
  let why = '';

  const { promise: exited, resolve: resolveExited } = Promise.withResolvers<void>();
  let isOver = false;

  /** From now on the process is nobody's, though it may take a moment to go. */
  function over(text: string): void {
    clearInterval(look);
    if (isOver) return;
    isOver = true;
    onEnd(why || text);
  }
  const child = launcher.start(limits.priority, {
    onMessage: receive,
    onExit(code) {
      resolveExited();
      over(reasonOf(code));
    },
    onFailure(reason) {
      resolveExited();
      over(`the process that runs your strategies cannot be started: ${reason}`);
    },
  });

  function kill(reason: string): void {
    why ||= reason;
    onLeaving();
    child.kill();
  }

  function receive(raw: unknown): void {
    lastHeardMs = performance.now();
    if (isOver) return;
    const message = v.safeParse(fromChildSchema, raw);
    if (message.success && message.output.kind === 'leaving') {
      why ||= message.output.loss === 'stuck' ? STUCK : MEMORY;
      onLeaving();
      setTimeout(() => child.kill(), LEAVING_MS).unref();
    } else if (message.success) onMessage(message.output);
    else kill('the process that runs your strategies sent an invalid message and was ended');
  }
  const look = setInterval(() => {
    const now = performance.now();
    if (isBusy && now - lastHeardMs > limits.silentMs)
      kill('the process that runs your strategies stopped answering and was ended');
    else if (!isBusy && now - idleSinceMs > limits.idleMs) kill('idle');
  }, LOOK_EVERY_MS);
  look.unref();

  const { stuckMs, graceMs, memoryMb } = limits;
  void child.send({ kind: 'modules', modules, stuckMs, graceMs, memoryMb });
  return {
    get pid() {
      return child.pid;
    },
    send: (message) => child.send(message),
    setBusy(busy) {
      if (busy && !isBusy) lastHeardMs = performance.now();
      if (!busy) idleSinceMs = performance.now();
      isBusy = busy;
    },
    kill: () => kill('the server stops'),
    exited,
  };
}

const STUCK =
  'a strategy could not be stopped: the process that runs your strategies was ended, and this run with it';
const MEMORY =
  'a strategy used up the memory: the process that runs your strategies was ended, and this run with it';

function reasonOf(code: number | null): string {
  if (code === 70) return STUCK;
  // 134: aborted by the engine; none: killed, which is what the machine does to those who take too much.
  if (code === 71 || code === 134 || code === null) return MEMORY;
  return 'the process that runs your strategies ended unexpectedly, and this run with it';
}

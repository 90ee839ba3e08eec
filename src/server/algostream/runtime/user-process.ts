import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { fromChildSchema } from './child/answers.ts';
import type { FromChild, ToChild } from './child/messages.ts';
import type { IsolateModules } from './modules.ts';
import type { DataColumns } from './types.ts';

const PROGRAM = fileURLToPath(new URL('child/main.ts', import.meta.url));
/** As many as the process keeps, in the order they were sent. */
const DATA_KEPT = 2;
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
}

/** A child process with the code of one user. */
export interface UserProcess {
  readonly pid: number | undefined;
  send(message: ToChild): void;
  /** The key that stands for data, and the data if the process has not got them. */
  keyOf(data: DataColumns): { readonly dataKey: number; readonly data: DataColumns | null };
  /** Says whether it has work: without any it ends after a while. */
  setBusy(isBusy: boolean): void;
  kill(): void;
  readonly exited: Promise<void>;
}

const keys = new WeakMap<DataColumns, number>();
let lastKey = 0;

function keyOfData(data: DataColumns): number {
  const known = keys.get(data);
  if (known !== undefined) return known;
  lastKey += 1;
  keys.set(data, lastKey);
  return lastKey;
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
  modules: IsolateModules,
  limits: ProcessLimits,
  { onMessage, onLeaving, onEnd }: ProcessEvents,
): UserProcess {
  // Nothing of the server's environment goes along; the flag is what isolated-vm needs; times are those of no place.
  const child: ChildProcess = fork(PROGRAM, [], {
    execArgv: ['--no-node-snapshot', '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    env: { TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const sentKeys: number[] = [];
  let lastHeardMs = performance.now();
  let isBusy = false;
  let idleSinceMs = performance.now();
  let why = '';

  const { promise: exited, resolve: tellExited } = Promise.withResolvers<void>();
  let isOver = false;

  /** From now on the process is nobody's, though it may take a moment to go. */
  function over(text: string): void {
    clearInterval(look);
    if (isOver) return;
    isOver = true;
    onEnd(why || text);
  }
  child.once('exit', (code) => {
    tellExited();
    over(reasonOf(code));
  });
  child.once('error', (problem) => {
    tellExited();
    over(`the process that runs your strategies cannot be started: ${problem.message}`);
  });

  function kill(reason: string): void {
    why ||= reason;
    onLeaving();
    child.kill('SIGKILL');
  }

  child.on('message', (raw: unknown) => {
    lastHeardMs = performance.now();
    if (isOver) return;
    const message = v.safeParse(fromChildSchema, raw);
    if (message.success && message.output.kind === 'leaving') {
      why ||= message.output.loss === 'stuck' ? STUCK : MEMORY;
      onLeaving();
      setTimeout(() => child.kill('SIGKILL'), LEAVING_MS).unref();
    } else if (message.success) onMessage(message.output);
    else kill('the process that runs your strategies said what it never says, and was ended');
  });
  const look = setInterval(() => {
    const now = performance.now();
    if (isBusy && now - lastHeardMs > limits.silentMs)
      kill('the process that runs your strategies did not answer any more, and was ended');
    else if (!isBusy && now - idleSinceMs > limits.idleMs) kill('idle');
  }, LOOK_EVERY_MS);
  look.unref();

  const { stuckMs, graceMs, memoryMb } = limits;
  const send = (message: ToChild): void => {
    // A process that is gone is told of by its exit.
    if (child.connected) child.send(message, () => {});
  };
  send({ kind: 'modules', modules, stuckMs, graceMs, memoryMb });
  return {
    pid: child.pid,
    send,
    keyOf(data) {
      const dataKey = keyOfData(data);
      if (sentKeys.includes(dataKey)) return { dataKey, data: null };
      sentKeys.push(dataKey);
      if (sentKeys.length > DATA_KEPT) sentKeys.shift();
      return { dataKey, data };
    },
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

import { execFile, fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { FromLauncher, ProcessPriority, ToLauncher } from './messages.ts';

/** The program that starts the users' processes and passes messages on: see `process-launcher.ts`. */

const PROGRAM = fileURLToPath(new URL('../child/main.ts', import.meta.url));

const children = new Map<number, ChildProcess>();

const report = (message: FromLauncher): void => {
  if (process.connected) process.send?.(message);
};

/** Right after the start, so that the threads of the process inherit it. */
function lowerPriority(pid: number, { niceness, onlyWhenIdle }: ProcessPriority): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // Without the right to do so, or the process is gone already: it runs as it is.
  }
  // Where the system has no such command, the niceness alone has to do.
  if (onlyWhenIdle) execFile('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)], () => {});
}

function start({ process: number, priority }: Extract<ToLauncher, { kind: 'start' }>): void {
  // Nothing of the server's environment goes along; the flag is what isolated-vm needs; times are those of no place.
  const child = fork(PROGRAM, [], {
    execArgv: ['--no-node-snapshot', '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    env: { TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  children.set(number, child);
  child.on('message', (raw: unknown) => report({ kind: 'said', process: number, raw }));
  child.once('exit', (code) => {
    children.delete(number);
    report({ kind: 'exited', process: number, code });
  });
  child.once('error', ({ message }) => {
    children.delete(number);
    report({ kind: 'failed', process: number, reason: message });
  });
  if (child.pid === undefined) return;
  lowerPriority(child.pid, priority);
  report({ kind: 'started', process: number, pid: child.pid });
}

function send({ process: number, serial, message }: Extract<ToLauncher, { kind: 'send' }>): void {
  const sent = (): void => report({ kind: 'sent', process: number, serial });
  const child = children.get(number);
  if (child?.connected) child.send(message, sent);
  else sent();
}

process.on('message', (message: ToLauncher) => {
  switch (message.kind) {
    case 'start':
      return start(message);
    case 'send':
      return send(message);
    case 'kill':
      return void children.get(message.process)?.kill('SIGKILL');
  }
});

// Without the server their results reach nobody.
process.on('disconnect', () => {
  for (const child of children.values()) child.kill('SIGKILL');
  process.exit(0);
});

// A signal to the whole group (Ctrl+C in a terminal) is the server's to answer: it ends this process when its runs are stored.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

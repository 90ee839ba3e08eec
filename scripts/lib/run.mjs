import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** What started this script. Read at once: when it ends while the script prepares something, the system gives the script another parent. */
const STARTER = process.ppid;

/** Exit codes from here on are those of commands that a signal ended, as shells have it. */
export const SIGNALLED = 128;

/** How often a program of npm looks whether the shell that npm started it from is still there, ms. */
const STARTER_CHECK_MS = 250;

/**
 * Runs a command to its end and passes on the signals that end this process, so that the child is never left behind. Sends SIGTERM when
 * `endWhen`, an AbortSignal, is aborted. Resolves with the exit code (128 and its number for a signal, as shells have it); rejects when
 * it cannot be started.
 */
export function run(command, args, { endWhen, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const letGo = passSignalsOn(child);
    endWhen?.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
    child.once('error', (error) => {
      letGo();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      letGo();
      resolve(signal ? SIGNALLED + constants.signals[signal] : (code ?? 1));
    });
  });
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Its `signal` is aborted when this process must end: by a signal, or because what started it has ended. */
export function stopRequest() {
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const signal of STOP_SIGNALS) process.on(signal, abort);
  const watch = watchStarter(abort);
  return {
    signal: controller.signal,
    dispose() {
      clearInterval(watch);
      for (const signal of STOP_SIGNALS) process.off(signal, abort);
    },
  };
}

/** Returns how to stop it. */
function passSignalsOn(child) {
  const handlers = Object.fromEntries(
    STOP_SIGNALS.map((signal) => [
      signal,
      () => {
        // A terminal sends Ctrl-C to the child as well; twice would mean "at once" to some programs.
        if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
      },
    ]),
  );
  for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler);
  const watch = watchStarter(() => child.kill('SIGTERM'));
  return () => {
    clearInterval(watch);
    for (const [signal, handler] of Object.entries(handlers)) process.off(signal, handler);
  };
}

/** npm passes a signal to the shell that it starts a script from, and that shell ends without a word to the script. */
function watchStarter(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const watch = setInterval(() => {
    if (process.ppid === STARTER) return;
    clearInterval(watch);
    onGone();
  }, STARTER_CHECK_MS);
  return watch;
}

/** Like run, but keeps what the command prints and hands it back; a command that cannot be started has code 127. */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const letGo = passSignalsOn(child);
    const end = (result) => {
      letGo();
      resolve(result);
    };
    child.once('error', (error) => end({ code: 127, output: String(error) }));
    child.once('exit', (code, signal) =>
      end({ code: signal ? SIGNALLED + constants.signals[signal] : (code ?? 1), output }),
    );
  });
}

/** A failure that the user can repair: printed as one line, without a stack. */
export class SetupError extends Error {}

/** Runs a script's main function; a SetupError becomes one clear line and exit code 1. */
export async function main(body) {
  try {
    process.exitCode = await body();
  } catch (error) {
    console.error(error instanceof SetupError ? `Error: ${error.message}` : error);
    process.exitCode = 1;
  }
}

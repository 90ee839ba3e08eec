import { spawn } from 'node:child_process';

/** Runs a command to its end. Resolves with the exit code (a signal counts as 1); rejects when it cannot be started. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

/** Like run, but keeps what the command prints and hands it back. */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ code: 127, output: String(error) }));
    child.once('exit', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** A failure that a person can act on: printed as one line, without a stack. */
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

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fourFreePorts } from './ports.ts';
import { programPath, sourcePath } from './programs.ts';

const RUN = new URL('../../scripts/lib/run.mjs', import.meta.url).href;

export interface SpawnedServer {
  readonly baseUrl: string;
  readonly port: number;
  /** What the server printed so far. */
  output(): string;
  /** Requests the server to stop, and waits until it has. */
  stop(): Promise<void>;
  /** Sends a signal, and resolves with the exit code once the process has ended; null when a signal ended it. */
  signal(name: NodeJS.Signals): Promise<number | null>;
  /** kill -9. */
  kill(): Promise<void>;
  /** From spawn to the first 200 of /healthz. */
  readonly startMs: number;
}

/** The pinned runtime: tests may themselves run under it, or under a test runner's own. */
export const nodeProgram = process.execPath;

export interface SpawnOptions {
  readonly dataFolder: string;
  readonly env?: Record<string, string>;
  readonly port?: number;
  /** Starts the server by the wrapper of `npm start`, which receives the signals, and from the sources. */
  readonly isWrapped?: boolean;
}

/** Starts the server as a user would, in a process of its own, and waits until it can serve orders. */
export async function spawnServer({
  dataFolder,
  env = {},
  port,
  isWrapped = false,
}: SpawnOptions): Promise<SpawnedServer> {
  const basePort = port ?? (await fourFreePorts());
  const startedAt = performance.now();
  const main = isWrapped ? sourcePath('server') : programPath('server');
  const args = ['--disable-warning=ExperimentalWarning', main];
  const wrapper = `const { main, run } = await import(${JSON.stringify(RUN)}); await main(() => run(process.execPath, ${JSON.stringify(args)}));`;
  const child = spawn(nodeProgram, isWrapped ? ['--input-type=module', '-e', wrapper] : args, {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      // Computing the figures of 3,200 symbols ahead would take a core half a minute after each start.
      TAPEDECK_FIGURES: 'requested',
      DATABASE_URL: '',
      TAPEDECK_PORT: String(basePort),
      TAPEDECK_HOST: '127.0.0.1',
      TAPEDECK_DATA: dataFolder,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const exited = once(child, 'exit');
  let hasExited = false;
  void exited.then(() => {
    hasExited = true;
  });
  const baseUrl = `http://127.0.0.1:${basePort}`;
  for (;;) {
    if (hasExited) throw new Error(`the server ended before it was ready:\n${output}`);
    if (performance.now() - startedAt > 60_000) {
      child.kill('SIGKILL');
      throw new Error(`the server was not ready after 60 s:\n${output}`);
    }
    const isReady = await fetch(`${baseUrl}/healthz`).then(
      (response) => response.status === 200,
      () => false,
    );
    if (isReady) break;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!hasExited) {
      child.kill(signal);
      await exited;
    }
    return child.exitCode;
  };
  return {
    baseUrl,
    port: basePort,
    output: () => output,
    startMs: performance.now() - startedAt,
    stop: () => end('SIGTERM').then(() => {}),
    signal: end,
    kill: () => end('SIGKILL').then(() => {}),
  };
}

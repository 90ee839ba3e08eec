import { startServer } from './compose.ts';
import { readConfig } from './config.ts';
import { keepFilesPrivate } from './data-folder.ts';

/** Longest a stop may take before the process ends anyway, ms. */
const STOP_LIMIT_MS = 4_500;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** One clear line a problem on stderr; the exit code says that it failed. */
function giveUp(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

keepFilesPrivate();
try {
  const server = await startServer(readConfig(process.env), { say });

  let isStopping = false;
  const stop = (): void => {
    // A terminal sends Ctrl-C to the whole group, and the starter passes it on as well.
    if (isStopping) return;
    isStopping = true;
    say('Stopping…');
    setTimeout(
      () =>
        giveUp(new Error(`The server did not stop within ${STOP_LIMIT_MS / 1000} seconds; it was ended.`)),
      STOP_LIMIT_MS,
    ).unref();
    server.stop().then(() => {
      say('Stopped.');
      process.exit(0);
    }, giveUp);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

  say(`Tapedeck is at ${server.url}`);
} catch (error) {
  giveUp(error);
}

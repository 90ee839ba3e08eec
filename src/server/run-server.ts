import { startServer, type StartOptions } from './compose.ts';
import { readConfig } from './config.ts';
import { keepFilesPrivate } from './data-folder.ts';
import { LogFile, lineOf } from './log-file.ts';
import { STOP_SIGNALS, StopSignals } from './stop-signals.ts';
import { unknownVariables } from './unknown-variables.ts';

/** Longest a stop may take before the process ends anyway, ms. */
const STOP_LIMIT_MS = 4_500;

/** Level of the messages for the operator, as pino numbers it: info. */
const MESSAGE_LEVEL = 30;

/** Prints messages for the operator: as lines of the log when that is on standard output, too. */
function printerTo(stdout: LogFile | undefined): (line: string) => void {
  return (line) => {
    if (stdout) stdout.write(lineOf({ level: MESSAGE_LEVEL, msg: line }));
    else process.stdout.write(`${line}\n`);
  };
}

/** Ends the process with code 1 and one line a problem on stderr. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/**
 * Runs a server for the rest of this process: reads its settings from the environment, prints its address, and stops it at SIGINT,
 * SIGTERM and SIGHUP. The process ends with code 0 after a stop and with 1 when the server cannot start. A second signal ends it at once.
 */
export async function runServer(options: Omit<StartOptions, 'say'> = {}): Promise<void> {
  keepFilesPrivate();
  try {
    const config = readConfig(process.env);
    const stdout = config.logFormat === 'json' ? new LogFile(undefined) : undefined;
    const print = printerTo(stdout);
    for (const line of unknownVariables(process.env)) print(line);
    const server = await startServer(config, { ...options, stdout, say: print });
    const stop = (): void => {
      print('Stopping…');
      setTimeout(
        () =>
          fail(new Error(`The server did not stop within ${STOP_LIMIT_MS / 1000} seconds; it was ended.`)),
        STOP_LIMIT_MS,
      ).unref();
      const stopped = async (): Promise<void> => {
        await server.stop();
        print('Stopped.');
        await stdout?.close();
        process.exit(0);
      };
      stopped().catch(fail);
    };
    const end = (code: number): void => process.exit(code);
    const signals = new StopSignals({ stop, end, nowMs: () => performance.now() });
    for (const signal of STOP_SIGNALS) process.on(signal, () => signals.receive(signal));
    print(`Tapedeck is at ${server.url}`);
  } catch (error) {
    fail(error);
  }
}

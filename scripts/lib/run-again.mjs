import { watch } from 'node:fs';
import { run, stopRequest } from './run.mjs';

/** Editors write a file in several steps, and a checkout many files: one restart is enough. */
const SETTLE_MS = 150;

/**
 * Runs a program, and again each time a source file changes, until this process receives a request to stop. A program that ends by itself is
 * started again at the next change.
 *
 * @param {object} options
 * @param {string} options.command
 * @param {readonly string[]} options.args
 * @param {readonly string[]} options.watched Files, and folders with everything in them.
 * @param {(path: string) => boolean} options.isSource Whether a change of this path, relative to its watched folder, counts.
 * @param {(line: string) => void} options.say
 * @returns {Promise<number>} The exit code of the program's last run.
 */
export async function runAgainOnChange({ command, args, watched, isSource, say }) {
  const stop = stopRequest();
  const changes = watchSources(watched, isSource);
  try {
    for (;;) {
      const change = changes.next();
      const code = await run(command, args, { endWhen: change.signal });
      if (stop.signal.aborted) return code;
      if (!change.signal.aborted) {
        say(`The server ended with code ${code}. It is started again when a source file changes.`);
        await aborted(AbortSignal.any([change.signal, stop.signal]));
        if (stop.signal.aborted) return code;
      }
      say(`${change.signal.reason} has changed. Restarting…`);
    }
  } finally {
    changes.close();
    stop.dispose();
  }
}

/** Watches sources. `next` returns a controller whose signal is aborted, with the file's name as reason, at the first change from then on. */
function watchSources(watched, isSource) {
  let current = new AbortController();
  let settling;
  const watchers = watched.map((path) =>
    watch(path, { recursive: true }, (_event, name) => {
      if (name === null || !isSource(name)) return;
      const change = current;
      clearTimeout(settling);
      settling = setTimeout(() => change.abort(name), SETTLE_MS);
    }),
  );
  return {
    next: () => (current = new AbortController()),
    close() {
      clearTimeout(settling);
      for (const watcher of watchers) watcher.close();
    },
  };
}

const aborted = (signal) =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', resolve, { once: true });
  });

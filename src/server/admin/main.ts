import { text } from 'node:stream/consumers';
import { keepFilesPrivate } from '../data-folder.ts';
import { adminExitCode } from './run-admin.ts';
import { TerminalLine } from './terminal-line.ts';

keepFilesPrivate();
const line = new TerminalLine(process.stderr);
process.exitCode = await adminExitCode(process.argv.slice(2), {
  dataFolder: process.env['TAPEDECK_DATA'] || '.tapedeck',
  databaseUrl: process.env['DATABASE_URL'] || undefined,
  print: (message) => {
    line.clear();
    console.log(message);
  },
  warn: (message) => {
    line.clear();
    console.error(message);
  },
  readStdin: () => text(process.stdin),
  progress: (message) => line.show(message),
  cancelSignal,
});

function cancelSignal(): AbortSignal {
  const cancel = new AbortController();
  // Once: a second Ctrl+C ends the process.
  process.once('SIGINT', () => cancel.abort());
  return cancel.signal;
}

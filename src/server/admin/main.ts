import { text } from 'node:stream/consumers';
import { keepFilesPrivate } from '../data-folder.ts';
import { actorOf } from './audit.ts';
import { parsePublicUrl } from '../config.ts';
import { parseIssuer } from '../identity/oidc/oidc-config.ts';
import { readSecretFiles } from '../secret-files.ts';
import { adminExitCode } from './run-admin.ts';
import { TerminalLine } from './terminal-line.ts';

keepFilesPrivate();
const { environment, problems } = readSecretFiles(process.env);
for (const problem of problems) console.error(problem);
// Without its database the command would change the one of the data folder.
if (problems.length > 0) process.exit(1);
const publicUrl = environment['TAPEDECK_PUBLIC_URL'] || undefined;
const oidcIssuer = environment['TAPEDECK_OIDC_ISSUER']?.trim() || undefined;
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has closed the pipe, as `head` does. The command runs to its end without further output.
    if (error.code !== 'EPIPE') throw error;
  });
const line = new TerminalLine(process.stderr);
process.exitCode = await adminExitCode(process.argv.slice(2), {
  dataFolder: environment['TAPEDECK_DATA'] || '.tapedeck',
  databaseUrl: environment['DATABASE_URL'] || undefined,
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
  // The server reports an address that is wrong; to a command it is as if there were none.
  publicUrl: publicUrl === undefined ? undefined : parsePublicUrl(publicUrl),
  oidcIssuer: oidcIssuer === undefined ? undefined : parseIssuer(oidcIssuer),
  actor: actorOf(process.env),
});

function cancelSignal(): AbortSignal {
  const cancel = new AbortController();
  // Once: a second Ctrl+C ends the process.
  process.once('SIGINT', () => cancel.abort());
  return cancel.signal;
}

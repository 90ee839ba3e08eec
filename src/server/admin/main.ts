import { text } from 'node:stream/consumers';
import { keepFilesPrivate } from '../data-folder.ts';
import { actorOf } from './audit.ts';
import { readSecretFiles } from '../secret-files.ts';
import { adminExitCode } from './run-admin.ts';

keepFilesPrivate();
const { environment, problems } = readSecretFiles(process.env);
for (const problem of problems) console.error(problem);
// Without its database the command would change the one of the data folder.
if (problems.length > 0) process.exit(1);
process.exitCode = await adminExitCode(process.argv.slice(2), {
  dataFolder: environment['TAPEDECK_DATA'] || '.tapedeck',
  databaseUrl: environment['DATABASE_URL'] || undefined,
  print: (line) => console.log(line),
  warn: (line) => console.error(line),
  readStdin: () => text(process.stdin),
  actor: actorOf(process.env),
});

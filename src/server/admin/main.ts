import { text } from 'node:stream/consumers';
import { keepFilesPrivate } from '../data-folder.ts';
import { actorOf } from './audit.ts';
import { adminExitCode } from './run-admin.ts';

keepFilesPrivate();
process.exitCode = await adminExitCode(process.argv.slice(2), {
  dataFolder: process.env['TAPEDECK_DATA'] || '.tapedeck',
  databaseUrl: process.env['DATABASE_URL'] || undefined,
  print: (line) => console.log(line),
  warn: (line) => console.error(line),
  readStdin: () => text(process.stdin),
  actor: actorOf(process.env),
});

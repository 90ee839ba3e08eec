import { text } from 'node:stream/consumers';
import { UsageError } from './admin-context.ts';
import { runAdmin } from './run-admin.ts';

try {
  await runAdmin(process.argv.slice(2), {
    dataFolder: process.env['TAPEDECK_DATA'] || '.tapedeck',
    databaseUrl: process.env['DATABASE_URL'] || undefined,
    print: (line) => console.log(line),
    warn: (line) => console.error(line),
    readStdin: () => text(process.stdin),
  });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`error: ${message}${error instanceof UsageError ? ' See: npm run admin -- help' : ''}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

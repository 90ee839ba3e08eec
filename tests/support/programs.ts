import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = {
  server: new URL('../../src/server/main.ts', import.meta.url),
  admin: new URL('../../src/server/admin/main.ts', import.meta.url),
  backtest: new URL('../../src/server/backtest-cli/main.ts', import.meta.url),
  optimize: new URL('../../src/server/optimize-cli/main.ts', import.meta.url),
  tapedeck: new URL('../../src/automation-programs/cli/main.ts', import.meta.url),
  mcp: new URL('../../src/automation-programs/mcp/main.ts', import.meta.url),
  'brokerage-child': new URL('../faults/brokerage-child.ts', import.meta.url),
} as const;

type ProgramName = keyof typeof SOURCES;

/** The source of a program, as `npm start` and `npm run admin` run it. */
export const sourcePath = (name: ProgramName): string => fileURLToPath(SOURCES[name]);

/**
 * A program that a test starts in a process of its own. Runs that start many processes bundle the programs first (`scripts/lib/test-programs.ts`)
 * and name the folder in TAPEDECK_TEST_PROGRAMS; other runs start the sources.
 */
export function programPath(name: ProgramName): string {
  const folder = process.env['TAPEDECK_TEST_PROGRAMS'];
  return folder === undefined ? sourcePath(name) : join(folder, `${name}.mjs`);
}

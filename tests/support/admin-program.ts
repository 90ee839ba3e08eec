import { adminExitCode } from '../../src/server/admin/run-admin.ts';
import type { StorageOptions } from '../../src/server/storage/open-repositories.ts';

/** Runs a command of `npm run admin` in this process, and returns its exit code and what it printed. */
export async function runAdminProgram(
  { dataFolder, databaseUrl }: Pick<StorageOptions, 'dataFolder' | 'databaseUrl'>,
  argv: readonly string[],
  oidcIssuer?: URL,
): Promise<{ readonly code: number; readonly output: string }> {
  const lines: string[] = [];
  const add = (line: string): void => void lines.push(line);
  const code = await adminExitCode(argv, {
    dataFolder,
    databaseUrl,
    print: add,
    warn: add,
    readStdin: async () => '',
    oidcIssuer,
    actor: 'ops@test',
  });
  return { code, output: lines.join('\n') };
}

import { collectImports } from '../../domain/strategy/imports/link-imports.ts';
import { formatProgram } from '../../domain/strategy/imports/program-text.ts';
import type { StrategyStore } from '../storage/strategy-store.ts';
import type { WireInstance } from './service.ts';

/** A strategy of a user with the saved files that it imports. */
export interface SavedProgram {
  /** All files in one text, as a run executes and stores it. */
  readonly code: string;
  readonly imports: WireInstance['Imports'];
}

/** Adds the user's saved strategies that code imports to it, as they are now. What cannot be imported is reported when the code is loaded, at its line. */
export async function savedProgram(
  store: Pick<StrategyStore, 'load' | 'versionOfCode'>,
  userId: string,
  name: string,
  code: string,
): Promise<SavedProgram> {
  const program = await collectImports(name, code, async (imported) => {
    const found = await store.load(userId, imported);
    return found && { code: found.code, version: await store.versionOfCode(userId, imported, found.code) };
  });
  return {
    code: formatProgram(program),
    imports: program.files.map(({ name: Name, version: Version }) => ({ Name, Version })),
  };
}

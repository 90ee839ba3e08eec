import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import { saveProblem, showProblem } from '../strategy-problems.ts';
import type { ReadFile } from './read-strategy-file.ts';

/** Where a file is imported to: a new strategy, or a new version of one of the user. */
export interface ImportTarget {
  readonly name: string;
  readonly isNew: boolean;
}

/** Saves what a file contains. Resolves with true once it is stored; otherwise the reason was shown. */
export async function saveImport(
  { strategies, dialogs }: Pick<ToolPlatform, 'strategies' | 'dialogs'>,
  { name, isNew }: ImportTarget,
  { code, parameters }: Pick<ReadFile, 'code' | 'parameters'>,
): Promise<boolean> {
  const source = { name, code, parameters };
  const newest = async (): Promise<number | undefined> =>
    (await strategies.versions.list(name).catch(() => []))[0]?.Version;
  try {
    const before = isNew ? undefined : await newest();
    const outcome = await (isNew ? strategies.save(source) : strategies.update(name, source));
    if (!(await showProblem({ dialogs }, saveProblem(name, outcome)))) return false;
    const saved = await newest();
    dialogs.toast({
      message:
        before !== undefined && before === saved
          ? `The file has the code and the parameters of version ${saved} of "${name}": nothing was changed`
          : `"${name}" imported${isNew || saved === undefined ? '' : ` as version ${saved}`}`,
      tone: 'success',
    });
    return true;
  } catch (error) {
    await dialogs.alert({
      title: 'Import strategy',
      message: error instanceof Error ? error.message : 'The server did not answer. Try again in a moment.',
    });
    return false;
  }
}

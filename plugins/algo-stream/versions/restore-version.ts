import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import { saveProblem, showProblem } from '../strategy-problems.ts';
import type { StrategyVersionSource } from '../types.ts';
import { textOfError } from './use-versions.ts';

type Platform = Pick<ToolPlatform, 'strategies' | 'dialogs'>;

/** A version to restore, with its content. `newest`: the newest version that the user saw. */
export interface VersionToRestore {
  readonly name: string;
  readonly version: number;
  readonly newest: number;
  readonly source: StrategyVersionSource;
}

function question({ name, version, newest }: VersionToRestore, now: number): string {
  const since =
    now === newest
      ? ''
      : ` Version ${now} was saved after this list was opened. It is kept, but it is the newest no more.`;
  return `Save the code and the parameters of version ${version} as the new version ${now + 1} of "${name}"? All present versions are kept.${since}`;
}

/** Saves the content of an earlier version as the newest one, after a confirmation. Resolves with true once it is stored. */
export async function restoreVersion(
  { strategies, dialogs }: Platform,
  restored: VersionToRestore,
): Promise<boolean> {
  const { name, version, source } = restored;
  const title = 'Restore version';
  try {
    const now = (await strategies.versions.list(name))[0]?.Version;
    if (now === undefined) {
      await dialogs.alert({ title, message: `Strategy "${name}" was deleted or renamed elsewhere.` });
      return false;
    }
    const isSure = await dialogs.confirm({
      title,
      message: question(restored, now),
      yes: 'Restore',
      no: 'Cancel',
    });
    if (!isSure) return false;
    const outcome = await strategies.update(name, { name, ...source });
    if (!(await showProblem({ dialogs }, saveProblem(name, outcome)))) return false;
    const saved = (await strategies.versions.list(name))[0]?.Version ?? now;
    dialogs.toast({
      message:
        saved === now
          ? `Version ${now} of "${name}" already has the code and the parameters of version ${version}`
          : `Version ${version} of "${name}" restored as version ${saved}`,
      tone: 'success',
    });
    return true;
  } catch (error) {
    await dialogs.alert({ title, message: textOfError(error) });
    return false;
  }
}

import { formatStrategyFile } from '../../../src/domain/strategy/strategy-file.ts';
import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import { saveFile } from '../../../src/ui/index.ts';
import type { Strategy } from '../types.ts';

/** Characters that a name of a file cannot have on some system. */
const UNUSABLE = /[\\/:*?"<>|\p{Cc}]/gu;

/** Saves code and parameters of a strategy as a file. */
export async function exportStrategy(
  { strategies, dialogs }: Pick<ToolPlatform, 'strategies' | 'dialogs'>,
  { Name: name }: Pick<Strategy, 'Name'>,
): Promise<void> {
  try {
    const text = formatStrategyFile(await strategies.source(name));
    saveFile(`${name.replaceAll(UNUSABLE, '_')}.ts`, new Blob([text], { type: 'text/typescript' }));
  } catch (error) {
    await dialogs.alert({
      title: 'Export strategy',
      message:
        error instanceof Error ? error.message : 'The strategy could not be loaded. Try again in a moment.',
    });
  }
}

import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import CompareView from '../algo-stream/editor/CompareView.tsx';
import type { StrategySource } from '../algo-stream/types.ts';
import styles from './StrategyEditor.module.css';

type Text = Pick<StrategySource, 'code' | 'parameters'>;

/** Shows what differs between what is stored and the modifications of a window. */
export async function compareWithSaved(
  { dialogs, settings }: Pick<ToolPlatform, 'dialogs' | 'settings'>,
  saved: Text,
  modified: Text,
): Promise<void> {
  const { theme } = settings.get();
  const differs = saved.parameters !== modified.parameters;
  await dialogs.open<never>({
    title: 'Saved version and modifications',
    width: 1200,
    resizableFrom: 560,
    content: () => (
      <div className={styles.comparison}>
        <div role="group" aria-label="Code">
          <CompareView label="Code" before={saved.code} after={modified.code} theme={theme} isCode />
        </div>
        {differs ? (
          <div role="group" aria-label="Parameters">
            <CompareView
              label="Parameters"
              before={saved.parameters}
              after={modified.parameters}
              theme={theme}
              isCode={false}
            />
          </div>
        ) : null}
      </div>
    ),
  });
}

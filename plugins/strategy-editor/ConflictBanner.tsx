import { useReadable, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { Button } from '../../src/ui/index.ts';
import type { EditModel } from '../algo-stream/dialogs/edit-model.ts';
import styles from './StrategyEditor.module.css';

interface ConflictBannerProps {
  readonly platform: Pick<ToolPlatform, 'dialogs' | 'settings' | 'strategies'>;
  readonly model: EditModel;
}

/** Shows the saved version in place of the modifications, after a confirmation. */
async function showSaved({ platform: { dialogs }, model }: ConflictBannerProps): Promise<void> {
  const isSure = await dialogs.confirm({
    title: 'Show the saved version',
    message: 'Give up the modifications in this window and show what was saved?',
    yes: 'Give up',
    no: 'Keep editing',
  });
  if (isSure) model.revert();
}

/** Says that the strategy was saved elsewhere, or deleted, while this window has modifications; nothing while there is no conflict. */
export function ConflictBanner(props: ConflictBannerProps) {
  const { platform, model } = props;
  const { isSavedElsewhere } = useReadable(model);
  const { storedName, stored } = model;
  const isGone = useReadable(
    platform.strategies,
    ({ isLoaded, personal }) =>
      isLoaded && storedName !== null && !personal.some(({ Name }) => Name === storedName),
  );
  if (isGone)
    return (
      <p role="alert" className={styles.banner}>
        Strategy &quot;{storedName}&quot; was deleted or renamed elsewhere. Save to keep this as a new one.
      </p>
    );
  if (!isSavedElsewhere || stored === null) return null;
  const compare = async (): Promise<void> => {
    const { compareWithSaved } = await import('./compare-with-saved.tsx');
    await compareWithSaved(platform, stored, model.get());
  };
  return (
    <div role="alert" className={styles.banner}>
      <span>
        This strategy was saved in another window since these modifications began. Saving here makes another
        version; all versions are kept.
      </span>
      <Button tone="quiet" onClick={() => void compare()}>
        Compare…
      </Button>
      <Button tone="quiet" onClick={() => void showSaved(props)}>
        Show the saved version
      </Button>
      <Button tone="quiet" onClick={() => model.keepModifications()}>
        Keep modifications
      </Button>
    </div>
  );
}

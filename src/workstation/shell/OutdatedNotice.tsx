import { Button } from '../../ui/index.ts';
import { useSessionState } from '../desk-context.ts';
import styles from './OutdatedNotice.module.css';

/** Offers to reload a page that the server no longer understands, on every screen: usually the server was upgraded while the page was open. */
export function OutdatedNotice({ onReload }: { readonly onReload: () => void }) {
  const { isOutdated, phase, isDemo } = useSessionState();
  if (!isOutdated) return null;
  const keepsChanges = phase === 'logged-in' && !isDemo;
  return (
    <div role="alert" className={styles.notice}>
      <span>
        This page and the server have different versions. Reload the page to continue
        {keepsChanges ? '; your unsaved changes are kept' : ''}.
      </span>
      <Button tone="primary" onClick={onReload}>
        Reload
      </Button>
    </div>
  );
}

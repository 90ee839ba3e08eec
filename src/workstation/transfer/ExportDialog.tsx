import { useEffect } from 'react';
import styles from './Transfer.module.css';
import type { Work } from './present-data.ts';
import { useWork } from './use-work.ts';
import type { UserContents } from './user-file.ts';
import { WorkFailure, WorkProgress } from './WorkView.tsx';

interface ExportDialogProps {
  readonly load: (work: Work) => Promise<UserContents>;
  /** Called with null when the user cancels. */
  readonly close: (contents: UserContents | null) => void;
}

/** Loads everything that the user has made, and closes with it. */
export function ExportDialog({ load, close }: ExportDialogProps) {
  const [work, { retry }] = useWork(load);
  const contents = work.state === 'done' ? work.value : null;
  useEffect(() => {
    if (contents !== null) close(contents);
  }, [contents, close]);
  return (
    <div className={styles.transfer}>
      {work.state === 'failed' ? (
        <WorkFailure message={work.message} onRetry={retry} onClose={() => close(null)} />
      ) : (
        <WorkProgress
          progress={work.state === 'running' ? work.progress : null}
          text="Loading alerts"
          onCancel={() => close(null)}
        />
      )}
    </div>
  );
}

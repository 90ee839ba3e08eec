import { Button } from '../../ui/index.ts';
import type { Progress } from './present-data.ts';
import styles from './Transfer.module.css';

/** How far the work is, with a button that ends it. `text` is shown until the work reports something. */
export function WorkProgress({
  progress,
  text,
  onCancel,
}: {
  readonly progress: Progress | null;
  readonly text: string;
  readonly onCancel: () => void;
}) {
  const { done, total } = progress ?? { done: 0, total: null };
  const shown = progress?.text ?? text;
  return (
    <>
      <div className={styles.progress}>
        <p role="status">{shown}</p>
        <progress aria-label={shown} {...(total === null ? {} : { value: done, max: total })} />
      </div>
      <div className={styles.actions}>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </>
  );
}

/** Why the work failed, with buttons that try again and close. */
export function WorkFailure({
  message,
  onRetry,
  onClose,
}: {
  readonly message: string;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}) {
  return (
    <>
      <p role="alert">{message}</p>
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="primary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </>
  );
}

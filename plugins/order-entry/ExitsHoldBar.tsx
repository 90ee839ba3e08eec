import { Button } from '../../src/ui/index.ts';
import styles from './OrderForm.module.css';
import type { ExitsHold } from './use-exits-hold.ts';

/** Says which exits hold the shares of a sale, and offers to cancel them first. */
export function ExitsHoldBar({
  exits,
  isBlocked,
}: {
  readonly exits: ExitsHold;
  readonly isBlocked: boolean;
}) {
  const { text, groupIds, isCancelling, cancelAndSell, flatten } = exits;
  return (
    <div className={styles.exitsHold} role="group" aria-label="Exits hold the shares">
      <span>{text}</span>
      <Button
        disabled={isBlocked || isCancelling}
        title={`Cancels ${groupIds.join(', ')}, waits until the server confirms it, then sends this order. Until it fills the position has no exits.`}
        onClick={cancelAndSell}
      >
        Cancel exits and sell
      </Button>
      <Button
        disabled={isBlocked || isCancelling}
        title="Closes the whole position at market by one request: the server cancels its open orders first."
        onClick={flatten}
      >
        Flatten…
      </Button>
    </div>
  );
}

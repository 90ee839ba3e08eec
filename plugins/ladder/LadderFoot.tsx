import { Button } from '../../src/ui/index.ts';
import type { LadderActions, LadderSide } from './ladder-actions.ts';
import type { Ladder } from './ladder.ts';
import styles from './Ladder.module.css';

export interface LadderFootProps {
  readonly ladder: Ladder;
  readonly actions: LadderActions;
  readonly canTrade: boolean;
  readonly isArmed: boolean;
}

/** Cancels and flattens; an armed ladder does so without a question. */
export function LadderFoot({ ladder, actions, canTrade, isArmed }: LadderFootProps) {
  const cancelSide = (side: LadderSide) =>
    actions.cancel(ladder.ownOrders.filter(({ isBuy }) => isBuy === (side === 'buy')));
  const more = isArmed ? '' : '…';
  return (
    <div className={styles.foot}>
      <Button disabled={!canTrade} onClick={() => cancelSide('buy')}>
        Cancel buys
      </Button>
      <Button disabled={!canTrade} onClick={() => actions.cancelAll()}>
        {`Cancel all${more}`}
      </Button>
      <Button disabled={!canTrade} onClick={() => cancelSide('sell')}>
        Cancel sells
      </Button>
      <Button tone="danger" disabled={!canTrade} onClick={() => actions.flatten()}>
        {`Flatten${more}`}
      </Button>
    </div>
  );
}

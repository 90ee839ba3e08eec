import { classNames } from '../../src/ui/index.ts';
import styles from './SideChooser.module.css';
import { rove } from './roving.ts';
import { sidesOf, type Side, type Ticket } from './ticket.ts';

/** Buy, Sell or Short: the buttons of one radio group, whose choice colours the ticket. */
export function SideChooser({
  ticket: { side, symbol },
  isLocked,
  onChange,
}: {
  readonly ticket: Pick<Ticket, 'side' | 'symbol'>;
  readonly isLocked: boolean;
  readonly onChange: (side: Side) => void;
}) {
  const sides = sidesOf(symbol);
  return (
    <div className={styles.sides} role="radiogroup" aria-label="Side">
      {sides.map((each) => (
        <button
          key={each}
          type="button"
          role="radio"
          value={each}
          aria-checked={side === each}
          tabIndex={side === each ? 0 : -1}
          disabled={isLocked && side !== each}
          className={classNames(styles.side, side === each && styles.chosen)}
          onClick={() => onChange(each)}
          onKeyDown={(event) => {
            const next = rove(event);
            const chosen = sides.find((known) => known === next?.getAttribute('value'));
            if (chosen !== undefined) onChange(chosen);
          }}
        >
          {each}
        </button>
      ))}
    </div>
  );
}

import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { Button } from '../../src/ui/index.ts';
import styles from './OrderForm.module.css';
import type { StatusLine } from './status-lines.ts';
import { ticketText } from './ticket-labels.ts';
import type { Ticket } from './ticket.ts';
import { verdictText } from './TicketFacts.tsx';
import type { PreviewState } from './use-preview.ts';
import type { TicketContext } from './use-ticket-context.ts';

/** Why nothing was or can be sent; without such a reason, that the symbol is halted, or what the server's preview says against the order. */
export function TicketMessages({
  platform,
  context: { isDemo, block },
  refusal,
  halt,
  preview,
  onExplain,
}: {
  readonly platform: ToolPlatform;
  readonly context: Pick<TicketContext, 'isDemo' | 'block'>;
  readonly refusal: string | null;
  /** What a halt means for the order; null while the symbol trades. */
  readonly halt: string | null;
  readonly preview: PreviewState;
  /** Shows the risk checks of the order; undefined where they are not known. */
  readonly onExplain: (() => void) | undefined;
}) {
  return (
    <div className={styles.messages}>
      <span className={styles.refusal} role="alert">
        {refusal ?? ''}
      </span>
      <span className={styles.verdict} role="status">
        {refusal === null ? (halt ?? verdictText(preview)) : ''}
      </span>
      {isDemo || onExplain === undefined ? null : (
        <>
          {' '}
          <button
            type="button"
            className={styles.plans}
            aria-keyshortcuts="Alt+E"
            title="Show every risk check of this order, with its figures (Alt+E). Nothing is sent."
            onClick={onExplain}
          >
            Explain
          </button>
        </>
      )}
      {isDemo && block !== null ? (
        <>
          {' '}
          <button
            type="button"
            className={styles.plans}
            onClick={() => {
              void platform.commands.run('help.tips-and-tricks', { topic: 'plans' });
            }}
          >
            See plans
          </button>
        </>
      ) : null}
    </div>
  );
}

/** The button that sends the order, labelled with the whole order. */
export function TicketActions({
  ticket,
  exchangeMs,
  isReplace,
  isBlocked,
  stageBlock,
  onStage,
  onClose,
}: {
  readonly ticket: Ticket;
  /** Exchange time, UTC ms. */
  readonly exchangeMs: number;
  readonly isReplace: boolean;
  readonly isBlocked: boolean;
  /** Why the order cannot be put into a basket; null when it can. */
  readonly stageBlock: string | null;
  /** Puts the order into a basket; undefined where there is none. */
  readonly onStage: (() => void) | undefined;
  readonly onClose: (() => void) | undefined;
}) {
  const order = ticketText(ticket, exchangeMs);
  return (
    <div className={styles.actions}>
      {onClose === undefined ? null : <Button onClick={onClose}>Close</Button>}
      {onStage === undefined ? null : (
        <Button
          disabled={stageBlock !== null}
          title={stageBlock ?? 'Put this order into a basket instead of sending it'}
          onClick={onStage}
        >
          Stage
        </Button>
      )}
      <Button type="submit" tone="primary" className={styles.send} disabled={isBlocked} title={order}>
        {isReplace ? 'Confirm Replace' : order}
      </Button>
    </div>
  );
}

/** Reports of the orders sent from the ticket, newest first. */
export function TicketLines({ lines }: { readonly lines: readonly StatusLine[] }) {
  return (
    <ul className={styles.lines} aria-label="Order messages" aria-live="polite">
      {lines.map((line) => (
        <li key={line.id} className={line.isRefusal ? styles.refused : undefined}>
          <strong>{line.status}</strong> {line.order} <span className={styles.caption}>{line.time}</span>{' '}
          {line.description}
        </li>
      ))}
    </ul>
  );
}

import {
  CheckTable,
  formatTime,
  type OrderExplanation,
  type OrderTicket,
  remedyText,
  type ToolPlatform,
  useOrderExplanation,
} from '../../src/plugin-api/index.ts';
import { translateOrderMessage } from '../../src/domain/orders/errors.ts';
import { Button, DialogActions } from '../../src/ui/index.ts';
import styles from './ExplainDialog.module.css';

/** An order of a ticket that is explained, not sent. */
export interface ExplainedTicket {
  readonly order: OrderTicket;
  /** OrderId of the order that it would replace; null for a new one. */
  readonly replaces: string | null;
  /** The whole order as text. */
  readonly text: string;
  /** Exits are attached, which the checks of this order do not include. */
  readonly hasExits: boolean;
}

const WIDTH_PX = 720;

/** `The server would accept it.`, or why it would not. */
const verdictOf = ({ ErrorCode, Message, Detail }: OrderExplanation): string =>
  ErrorCode === 0
    ? 'The server would accept it.'
    : `The server would reject it: ${ErrorCode} ${translateOrderMessage(Detail === undefined ? Message : `${Message}. ${Detail}`)}`;

function countsOf({ Checks }: OrderExplanation): string {
  const refused = Checks.filter(({ ErrorCode }) => ErrorCode !== 0).length;
  return `${Checks.length - refused} of ${Checks.length} checks passed`;
}

function ExplainedOrder({
  platform,
  ticket,
  close,
}: {
  readonly platform: ToolPlatform;
  readonly ticket: ExplainedTicket;
  readonly close: () => void;
}) {
  const { order, replaces, text, hasExits } = ticket;
  const { explanation, problem, isLoading, reload } = useOrderExplanation(platform, order, replaces);
  const remedy = explanation === null ? '' : remedyText(explanation.Remedy, order.side);
  return (
    <div className={styles.explained}>
      <p className={styles.order}>{text}</p>
      <p
        role="status"
        className={explanation !== null && explanation.ErrorCode !== 0 ? styles.refused : undefined}
      >
        {problem ?? (explanation === null ? 'The server checks the order…' : verdictOf(explanation))}
      </p>
      {explanation === null ? null : (
        <>
          {remedy === '' ? null : <p>All checks pass with {remedy}.</p>}
          <p className={styles.note}>
            {countsOf(explanation)} at {formatTime(explanation.Timestamp, 'HH:mm:ss')} New York time. Nothing
            was sent.{hasExits ? ' The attached exits are checked when they are sent.' : ''}
          </p>
          {/* The list scrolls, so the keyboard must reach it. */}
          <div className={styles.checks} tabIndex={0} role="region" aria-label="Checks of the order">
            <CheckTable explanation={explanation} side={order.side} hasAll />
          </div>
        </>
      )}
      <DialogActions>
        <Button onClick={reload} disabled={isLoading}>
          Check again
        </Button>
        <Button tone="primary" onClick={close}>
          Close
        </Button>
      </DialogActions>
    </div>
  );
}

/** Shows every risk check of an order that is not sent; resolves when it is closed. */
export async function openExplanation(platform: ToolPlatform, ticket: ExplainedTicket): Promise<void> {
  await platform.dialogs.open<never>({
    title: ticket.replaces === null ? 'Checks of the order' : 'Checks of the replacement',
    width: WIDTH_PX,
    content: ({ close }) => <ExplainedOrder platform={platform} ticket={ticket} close={() => close(null)} />,
  });
}

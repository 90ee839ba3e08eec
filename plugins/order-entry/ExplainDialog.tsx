import {
  CheckTable,
  formatTime,
  type OrderExplanation,
  type OrderTicket,
  remedyText,
  type ToolPlatform,
  useOrderExplanations,
} from '../../src/plugin-api/index.ts';
import { translateOrderMessage } from '../../src/domain/orders/errors.ts';
import { Button, DialogActions } from '../../src/ui/index.ts';
import styles from './ExplainDialog.module.css';

/** The orders of a ticket that are explained, not sent. */
export interface ExplainedTicket {
  /** The order, and with it the one that it cancels or is cancelled by. Each is checked without the other. */
  readonly orders: readonly OrderTicket[];
  /** Each order as text, in the same order. */
  readonly orderTexts: readonly string[];
  /** OrderId of the order that the ticket would replace; null for a new one. */
  readonly replaces: string | null;
  /** The whole ticket as text. */
  readonly text: string;
  /** Exits are attached, which the checks do not include. */
  readonly hasExits: boolean;
}

const WIDTH_PX = 720;

const isRefused = ({ ErrorCode }: OrderExplanation): boolean => ErrorCode !== 0;

const reasonOf = ({ ErrorCode, Message, Detail }: OrderExplanation): string =>
  `${ErrorCode} ${translateOrderMessage(Detail === undefined ? Message : `${Message}. ${Detail}`)}`;

/** `The server would accept it.`, or why it would not. Orders that belong together are accepted or rejected together. */
function verdictOf(explanations: readonly OrderExplanation[]): string {
  const refused = explanations.find(isRefused);
  const object = explanations.length > 1 ? 'both' : 'it';
  return refused === undefined
    ? `The server would accept ${object}.`
    : `The server would reject ${object}: ${reasonOf(refused)}`;
}

function countsOf({ Checks }: OrderExplanation): string {
  const refused = Checks.filter(({ ErrorCode }) => ErrorCode !== 0).length;
  return `${Checks.length - refused} of ${Checks.length} checks passed`;
}

/** The checks of one order. */
function OrderChecks({
  explanation,
  order,
  title,
  note,
}: {
  readonly explanation: OrderExplanation;
  readonly order: OrderTicket;
  /** The order as text, where the dialog shows several; null for the only one. */
  readonly title: string | null;
  readonly note: string;
}) {
  const remedy = remedyText(explanation.Remedy, order.side);
  return (
    <>
      {title === null ? null : (
        <h3 className={styles.title}>
          {title}
          {isRefused(explanation) ? <span className={styles.refused}>: {reasonOf(explanation)}</span> : null}
        </h3>
      )}
      {remedy === '' ? null : <p>All checks pass with {remedy}.</p>}
      <p className={styles.note}>
        {countsOf(explanation)} at {formatTime(explanation.Timestamp, 'HH:mm:ss')} New York time. Nothing was
        sent.{note}
      </p>
      {/* The list scrolls, so the keyboard must reach it. */}
      <div
        className={title === null ? styles.checks : styles.half}
        tabIndex={0}
        role="region"
        aria-label={title === null ? 'Checks of the order' : `Checks of ${title}`}
      >
        <CheckTable explanation={explanation} side={order.side} hasAll />
      </div>
    </>
  );
}

function ExplainedOrders({
  platform,
  ticket,
  close,
}: {
  readonly platform: ToolPlatform;
  readonly ticket: ExplainedTicket;
  readonly close: () => void;
}) {
  const { orders, orderTexts, replaces, text, hasExits } = ticket;
  const { explanations, problem, isLoading, reload } = useOrderExplanations(platform, orders, replaces);
  return (
    <div className={styles.explained}>
      <p className={styles.order}>{text}</p>
      <p role="status" className={explanations?.some(isRefused) ? styles.refused : undefined}>
        {problem ?? (explanations === null ? 'The server checks the order…' : verdictOf(explanations))}
      </p>
      {explanations?.map((explanation, index) => {
        const order = orders[index];
        return order === undefined ? null : (
          <OrderChecks
            key={index}
            explanation={explanation}
            order={order}
            title={orders.length > 1 ? (orderTexts[index] ?? '') : null}
            note={hasExits ? ' The attached exits are checked when they are sent.' : ''}
          />
        );
      })}
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

/** Shows every risk check of the orders of a ticket that are not sent; resolves when it is closed. */
export async function openExplanation(platform: ToolPlatform, ticket: ExplainedTicket): Promise<void> {
  await platform.dialogs.open<never>({
    title: ticket.replaces === null ? 'Checks of the order' : 'Checks of the replacement',
    width: WIDTH_PX,
    content: ({ close }) => <ExplainedOrders platform={platform} ticket={ticket} close={() => close(null)} />,
  });
}

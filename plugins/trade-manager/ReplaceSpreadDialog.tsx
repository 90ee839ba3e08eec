import { useState, type FormEvent } from 'react';
import { type ToolPlatform, useOrders } from '../../src/plugin-api/index.ts';
import { Button, DialogActions, NumberField } from '../../src/ui/index.ts';
import { legsText, tradedName } from './leg-texts.ts';
import { replacementProblems, replacementTicket } from './replace-spread.ts';
import type { OrderRow } from './rows.ts';
import styles from './TradeManager.module.css';

const WIDTH_PX = 420;
const CENT = 0.01;

interface ReplaceSpreadDialogProps {
  readonly platform: ToolPlatform;
  readonly order: OrderRow;
  readonly close: () => void;
}

/** Net price and quantity of an open multi-leg order; its legs stay. */
function ReplaceSpreadDialog({ platform, order, close }: ReplaceSpreadDialogProps) {
  const present = useOrders(platform, ({ orders }) => orders.get(order.OrderId)) ?? order;
  const [quantity, setQuantity] = useState<number | null>(order.Quantity);
  const [price, setPrice] = useState<number | null>(order.Price);
  const [failure, setFailure] = useState<string | null>(null);
  const problems = replacementProblems(present, quantity, price);
  const ticket = replacementTicket(present, quantity, price);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ticket === null) return;
    const result = platform.orders.replace(present.OrderId, ticket);
    if (result.ok) close();
    else setFailure(result.message);
  };
  return (
    <form className={styles.exercise} onSubmit={submit} noValidate>
      <p>
        <strong>{tradedName(present)}</strong>
      </p>
      <p className={styles.note}>{legsText(present)}</p>
      <NumberField
        label="Quantity, fills included"
        value={quantity}
        onChange={setQuantity}
        error={problems.quantity}
        min={1}
        isRequired
        isFirst
      />
      {present.Type === 'Limit' ? (
        <NumberField
          label={present.Side === 'Buy' ? 'Net debit, at most' : 'Net credit, at least'}
          value={price}
          onChange={setPrice}
          error={problems.price}
          min={0}
          step={CENT}
          decimals={2}
          isRequired
        />
      ) : null}
      {failure === null ? null : (
        <p className={styles.problem} role="alert">
          Not replaced: {failure}
        </p>
      )}
      <DialogActions>
        <Button onClick={close}>Keep the order</Button>
        <Button tone="primary" type="submit" disabled={ticket === null}>
          Replace order
        </Button>
      </DialogActions>
    </form>
  );
}

/** Opens the dialog on an open multi-leg order; resolves when it is closed. */
export async function openReplaceSpread(platform: ToolPlatform, order: OrderRow): Promise<void> {
  await platform.dialogs.open<never>({
    title: 'Replace multi-leg order',
    width: WIDTH_PX,
    content: ({ close }) => (
      <ReplaceSpreadDialog platform={platform} order={order} close={() => close(null)} />
    ),
  });
}

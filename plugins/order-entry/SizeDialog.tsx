import { useEffect, useState, type FormEvent } from 'react';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { Button, DialogActions, NumberField, Select } from '../../src/ui/index.ts';
import { accountValueOf, heldSymbols } from './account-value.ts';
import styles from './SizeDialog.module.css';
import { loadSizeEntry, sizeOf, storeSizeEntry, type SizeEntry } from './size-rule.ts';
import { stopExitPrice } from './ticket-group.ts';
import { expectedPrice } from './ticket-order.ts';
import { MIN_PRICE, type Ticket } from './ticket.ts';
import { useMarket } from './use-market.ts';

const RULES = [
  { value: 'Value', label: 'Dollars' },
  { value: 'AccountShare', label: 'Per cent of account value' },
  { value: 'Risk', label: 'Dollars at risk' },
] as const satisfies readonly { value: SizeEntry['by']; label: string }[];
const AMOUNT_LABELS = { Value: 'Amount, $', AccountShare: 'Per cent', Risk: 'Loss at the stop, $' } as const;

/** Opens the dialog that calculates the quantity of a ticket. Resolves with it, null when it is cancelled. */
export function openSizeDialog(platform: ToolPlatform, ticket: Ticket): Promise<number | null> {
  return platform.dialogs.open<number>({
    title: 'Calculate quantity',
    width: 340,
    content: ({ close }) => <SizeForm platform={platform} ticket={ticket} close={close} />,
  });
}

interface SizeFormProps {
  readonly platform: ToolPlatform;
  readonly ticket: Ticket;
  readonly close: (quantity: number | null) => void;
}

function SizeForm({ platform, ticket, close }: SizeFormProps) {
  const market = useMarket(platform, ticket.symbol, true);
  const accountValue = useAccountValue(platform);
  const [entry, setEntry] = useState<SizeEntry>(() => ({
    ...loadSizeEntry(localStorage),
    // The stop that the ticket attaches is the one at which the position would be closed.
    stop: ticket.attach === 'Bracket' ? stopExitPrice(ticket, market) : null,
  }));
  const change = (part: Partial<SizeEntry>) => setEntry({ ...entry, ...part });
  const sized = sizeOf(entry, ticket, { price: expectedPrice(ticket, market), accountValue });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sized.quantity === null) return;
    storeSizeEntry(localStorage, entry);
    close(sized.quantity);
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Select
        label="Size by"
        value={entry.by}
        options={RULES}
        onChange={(by) => change({ by, amount: null })}
      />
      <div className={styles.amounts}>
        <NumberField
          label={AMOUNT_LABELS[entry.by]}
          value={entry.amount}
          min={0}
          step={1}
          isFirst
          onChange={(amount) => change({ amount })}
        />
        <NumberField
          label="Stop price"
          value={entry.by === 'Risk' ? entry.stop : null}
          min={MIN_PRICE}
          step={0.01}
          decimals={2}
          isDisabled={entry.by !== 'Risk'}
          onChange={(stop) => change({ stop })}
        />
      </div>
      <output className={styles.result} data-missing={sized.quantity === null}>
        {sized.text}
      </output>
      <DialogActions>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={sized.quantity === null} focusableWhenDisabled>
          Use quantity
        </Button>
      </DialogActions>
    </form>
  );
}

/** The account value, of which all prices are watched. Read at each render: the market of the form renders it. */
function useAccountValue(platform: ToolPlatform): number | null {
  const { symbols } = platform;
  const key = heldSymbols(platform).join(' ');
  useEffect(() => (key === '' ? undefined : symbols.watch(key.split(' '))), [symbols, key]);
  return accountValueOf(platform);
}

import { useState, type FormEvent } from 'react';
import { Button, DialogActions, NumberField, Select } from '../../ui/index.ts';
import { accountValueOf, useHeldPrices } from '../account-value.ts';
import type { ToolPlatform } from '../types.ts';
import { ALWAYS_ACTIVE } from '../hooks.ts';
import { useMarket } from '../use-market.ts';
import type { SizingOptions } from './sizing-options.ts';
import styles from './SizeDialog.module.css';
import { loadSizeEntry, SIZE_RULES, sizeOf, storeSizeEntry, type SizeEntry } from './size-rule.ts';

const AMOUNT_LABELS = { Value: 'Amount, $', AccountShare: 'Per cent', Risk: 'Loss at the stop, $' } as const;
/** Least price, and the step of prices, dollars. */
const MIN_PRICE = 0.01;

interface SizeFormProps {
  readonly platform: ToolPlatform;
  readonly options: SizingOptions;
  readonly close: (quantity: number | null) => void;
}

/** The form that calculates a quantity. */
export function SizeForm({ platform, options, close }: SizeFormProps) {
  const { order, priceOf, stopOf } = options;
  const market = useMarket(platform, order.symbol, ALWAYS_ACTIVE);
  useHeldPrices(platform, true);
  // Read at each render: the market of the form renders it.
  const accountValue = accountValueOf(platform);
  const [entry, setEntry] = useState<SizeEntry>(() => ({
    ...loadSizeEntry(localStorage),
    stop: stopOf?.(market) ?? null,
  }));
  const change = (part: Partial<SizeEntry>) => setEntry({ ...entry, ...part });
  const sized = sizeOf(entry, order, { price: priceOf(market), accountValue });
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
        options={SIZE_RULES}
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
          step={MIN_PRICE}
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

import { Calculator, Pencil } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { formatInteger } from '../../src/domain/columns/index.ts';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import { openSizeDialog, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { Button, DialogActions, IconButton, TextField } from '../../src/ui/index.ts';
import styles from './OrderForm.module.css';
import { DEFAULT_PRESETS, loadPresets, readQuantities, storePresets, type Presets } from './presets.ts';
import { rove } from './roving.ts';
import { loadAverageRange } from './average-range.ts';
import { usesAtr } from './ticket-distances.ts';
import { exitPrices } from './ticket-group.ts';
import { expectedPrice } from './ticket-order.ts';
import type { Ticket } from './ticket.ts';

function PresetForm({
  presets,
  close,
}: {
  readonly presets: Presets;
  readonly close: (presets: Presets | null) => void;
}) {
  const [shares, setShares] = useState(presets.Shares.join(', '));
  const [contracts, setContracts] = useState(presets.Contracts.join(', '));
  const [isTried, setTried] = useState(false);
  const [readShares, readContracts] = [readQuantities(shares), readQuantities(contracts)];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (readShares.ok && readContracts.ok)
      close({ Shares: readShares.quantities, Contracts: readContracts.quantities });
  };
  return (
    <form onSubmit={submit} noValidate className={styles.column}>
      <TextField
        label="Shares"
        value={shares}
        onChange={setShares}
        error={isTried && !readShares.ok ? readShares.problem : null}
        hint="Up to six, with commas between them"
        autoFocus
      />
      <TextField
        label="Contracts of options"
        value={contracts}
        onChange={setContracts}
        error={isTried && !readContracts.ok ? readContracts.problem : null}
      />
      <DialogActions>
        <Button
          onClick={() => {
            setShares(DEFAULT_PRESETS.Shares.join(', '));
            setContracts(DEFAULT_PRESETS.Contracts.join(', '));
          }}
        >
          Defaults
        </Button>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary">
          Ok
        </Button>
      </DialogActions>
    </form>
  );
}

interface QuantityPresetsProps {
  readonly platform: ToolPlatform;
  readonly ticket: Ticket;
  readonly onChoose: (quantity: number) => void;
}

/** Quantities at a press, the calculator, and the pencil that changes them. One stop for the Tab key: arrows go along. */
export function QuantityPresets({ platform, ticket, onChoose }: QuantityPresetsProps) {
  const { quantity } = ticket;
  const isOption = isOptionSymbol(ticket.symbol);
  const [presets, setPresets] = useState(() => loadPresets(localStorage));
  const offered = isOption ? presets.Contracts : presets.Shares;
  const stop = quantity !== null && offered.includes(quantity) ? quantity : offered[0];
  const edit = async () => {
    const next = await platform.dialogs.open<Presets>({
      title: 'Quantities',
      width: 340,
      content: ({ close }) => <PresetForm presets={presets} close={close} />,
    });
    if (next === null) return;
    setPresets(next);
    if (!storePresets(localStorage, next))
      platform.dialogs.toast({
        message: 'The browser could not store the quantities. They apply until you leave the page.',
        tone: 'warning',
      });
  };
  const calculate = async () => {
    const range = usesAtr(ticket) ? await loadAverageRange(platform, ticket.symbol, ticket.atr) : null;
    const chosen = await openSizeDialog(platform, {
      order: ticket,
      priceOf: (market) => expectedPrice(ticket, market),
      // The stop that the ticket attaches is the one at which the position would be closed. A stop by dollars at risk follows from the quantity, which is sought.
      stopOf: (market) =>
        ticket.attach === 'Bracket' && ticket.exitStop.basis !== 'Risk'
          ? exitPrices(ticket, market, range?.value ?? null).stop
          : null,
    });
    if (chosen !== null) onChoose(chosen);
  };
  return (
    <div className={styles.presets} role="toolbar" aria-label="Quantities">
      {offered.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.preset}
          aria-pressed={quantity === each}
          tabIndex={each === stop ? 0 : -1}
          onClick={() => onChoose(each)}
          onKeyDown={rove}
        >
          {formatInteger(each)}
        </button>
      ))}
      <IconButton
        label="Calculate quantity"
        className={styles.presetEdit}
        tabIndex={-1}
        onClick={() => void calculate()}
        onKeyDown={rove}
      >
        <Calculator size={12} />
      </IconButton>
      <IconButton
        label="Change these quantities"
        className={styles.presetEdit}
        tabIndex={-1}
        onClick={() => void edit()}
        onKeyDown={rove}
      >
        <Pencil size={12} />
      </IconButton>
    </div>
  );
}

import { useState } from 'react';
import { formatPrice } from '../../src/domain/columns/index.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { formatTime, type ToolPlatform, type WireRealisedLine } from '../../src/plugin-api/index.ts';
import { Button, DialogActions, NumberField } from '../../src/ui/index.ts';
import { choiceProblem, lotOptions } from './lot-choice.ts';
import styles from './TradeJournal.module.css';

/** Lets the user choose the lots that the order of a line closed. Resolves true after a change. */
export async function openLotDialog(
  platform: Pick<ToolPlatform, 'dialogs' | 'trades'>,
  account: string,
  line: WireRealisedLine,
): Promise<boolean> {
  try {
    const calls = await platform.trades();
    const [realised, open] = await Promise.all([
      calls.realised(account, { from: null, to: null }),
      calls.openLots(account),
    ]);
    const parts = lotOptions(line, realised.lines, open.lines, (timeMs) => formatTime(timeMs, 'YYYY-MM-DD'));
    const store = (lots: readonly { readonly lot: string; readonly quantity: number }[]) =>
      calls.chooseLots(account, { orderId: line.OrderId ?? '', symbol: line.Symbol, lots });
    const done = await platform.dialogs.open<true>({
      title: `Lots of order ${line.OrderId} - ${displaySymbol(line.Symbol)}`,
      width: 460,
      content: ({ close }) => <LotForm parts={parts} store={store} close={close} />,
    });
    return done === true;
  } catch (error) {
    platform.dialogs.toast({
      message: error instanceof Error ? error.message : String(error),
      tone: 'error',
    });
    return false;
  }
}

function LotForm({
  parts: { options, quantity, chosen: initial },
  store,
  close,
}: {
  readonly parts: ReturnType<typeof lotOptions>;
  readonly store: (lots: readonly { readonly lot: string; readonly quantity: number }[]) => Promise<void>;
  readonly close: (value: true | null) => void;
}) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(initial);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const problem = choiceProblem(options, chosen, quantity);
  const send = async (lots: readonly { readonly lot: string; readonly quantity: number }[]) => {
    setIsBusy(true);
    try {
      await store(lots);
      close(true);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
      setIsBusy(false);
    }
  };
  const lots = [...chosen].flatMap(([lot, part]) => (part > 0 ? [{ lot, quantity: part }] : []));
  return (
    <div className={styles.form}>
      <p className={styles.hint}>
        The order closed {quantity}. The account method closes what you do not assign. Lots can be chosen
        until the end of the day on which the sale settles.
      </p>
      <div className={styles.scroll}>
        {options.map(({ lot, available, price, day }) => (
          <NumberField
            key={lot}
            label={`Lot ${lot}, ${day}${price === null ? '' : ` at ${formatPrice(price)}`}: at most ${available}`}
            value={chosen.get(lot) ?? 0}
            min={0}
            max={available}
            onChange={(value) => setChosen(new Map(chosen).set(lot, value ?? 0))}
          />
        ))}
      </div>
      <p className={styles.problem} role="alert">
        {problem ?? refusal ?? ''}
      </p>
      <DialogActions>
        <Button disabled={isBusy} onClick={() => void send([])}>
          Use account method
        </Button>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button tone="primary" disabled={isBusy || problem !== null} onClick={() => void send(lots)}>
          Choose
        </Button>
      </DialogActions>
    </div>
  );
}

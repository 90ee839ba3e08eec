import { useCallback, useEffect, useRef, useState } from 'react';
import {
  formatInteger,
  formatPrice,
  formatSignedMoney,
  UNKNOWN_TEXT,
} from '../../src/domain/columns/index.ts';
import type { LotMethod } from '../../src/domain/lots/types.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { formatTime, type ToolPlatform, type WireOrderLots } from '../../src/plugin-api/index.ts';
import { Button, DialogActions, NumberField } from '../../src/ui/index.ts';
import {
  availableOf,
  chosenLots,
  gainAtQuote,
  lotsProblem,
  lotsToBeginWith,
  type LotQuantities,
} from './order-lots.ts';
import styles from './OrderLotsDialog.module.css';
import { orderSummary } from './order-view.ts';
import type { OrderRow } from './rows.ts';
import { symbolKey, useLiveRefresh } from './use-live-refresh.ts';
import { STALE_HINT, writeAmount } from './write-amount.ts';

const WIDTH_PX = 620;
const METHOD_TEXTS = {
  FIFO: 'first in, first out',
  LIFO: 'last in, first out',
  HighestCost: 'highest cost',
} as const satisfies Record<LotMethod, string>;
/** Key of the sum of all lots. */
const TOTAL = 'Total';

interface FormProps {
  readonly platform: ToolPlatform;
  readonly order: OrderRow;
  readonly lots: WireOrderLots;
  readonly close: (value: true | null) => void;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Lets the user choose the lots that an open order closes. */
export async function openOrderLots(platform: ToolPlatform, order: OrderRow): Promise<void> {
  try {
    const { OrderId: orderId, Symbol: symbol, Account } = order;
    const lots = await (await platform.trades()).orderLots(Account, { orderId, symbol });
    if (lots.Lots.length === 0) {
      const message = `The account has no lots of ${displaySymbol(symbol)} that order ${orderId} would close.`;
      platform.dialogs.toast({ message, tone: 'neutral' });
      return;
    }
    await platform.dialogs.open<true>({
      title: `Lots of order ${orderId} - ${displaySymbol(symbol)}`,
      width: WIDTH_PX,
      content: ({ close }) => <LotsForm platform={platform} order={order} lots={lots} close={close} />,
    });
  } catch (error) {
    platform.dialogs.toast({ message: messageOf(error), tone: 'error' });
  }
}

/** Writes the gains at the quote of now into their cells, without rendering. */
function useGains({ platform, order: { Symbol: symbol }, lots }: FormProps, chosen: LotQuantities) {
  const cells = useRef(new Map<string, HTMLElement>());
  const shown = useRef(chosen);
  const refresh = useCallback(() => {
    const quote = platform.symbols.get(symbol);
    const isStale = platform.symbols.staleness(symbol).isStale;
    const format = {
      format: formatSignedMoney,
      isProfit: true,
      hint: isStale ? STALE_HINT : '',
      isStale,
    };
    let total: number | null = 0;
    for (const lot of lots.Lots) {
      const gain = gainAtQuote(symbol, lot, shown.current.get(lot.Lot) ?? 0, quote);
      total = gain === null || total === null ? null : total + gain;
      writeAmount(cells.current.get(lot.Lot) ?? null, gain, format);
    }
    writeAmount(cells.current.get(TOTAL) ?? null, total, format);
  }, [platform, symbol, lots]);
  useEffect(() => {
    shown.current = chosen;
    refresh();
  }, [chosen, refresh]);
  useLiveRefresh(platform, symbolKey([symbol]), true, refresh);
  return (key: string) => (element: HTMLElement | null) => {
    if (element) cells.current.set(key, element);
    else cells.current.delete(key);
  };
}

function LotsForm(props: FormProps) {
  const { platform, order, lots, close } = props;
  const [chosen, setChosen] = useState<LotQuantities>(() => lotsToBeginWith(lots));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const problem = lotsProblem(lots, chosen);
  const send = async (parts: ReturnType<typeof chosenLots>) => {
    setIsBusy(true);
    try {
      const { Account, OrderId: orderId, Symbol: symbol } = order;
      await (await platform.trades()).chooseLots(Account, { orderId, symbol, lots: parts });
      close(true);
    } catch (error) {
      setRefusal(messageOf(error));
      setIsBusy(false);
    }
  };
  const change = (lot: string, quantity: number | null) => {
    setRefusal(null);
    setChosen(new Map(chosen).set(lot, quantity ?? 0));
  };
  return (
    <div className={styles.form}>
      <p>
        <strong>{orderSummary(order)}</strong>, {formatInteger(lots.Left)} left
      </p>
      <p className={styles.hint}>
        {lots.IsChosen
          ? 'Lots are chosen for this order.'
          : `These are the lots that the order would close now by the account method, ${METHOD_TEXTS[lots.Method]}.`}{' '}
        The account method closes what you do not assign of {formatInteger(lots.Closing)}.
        {lots.IsComplete ? '' : ' The oldest 500 lots are listed.'}
      </p>
      <LotsTable {...props} chosen={chosen} onChange={change} />
      <p className={styles.problem} role="alert">
        {problem ?? refusal ?? ''}
      </p>
      <DialogActions>
        <Button disabled={isBusy} onClick={() => void send([])}>
          Use account method
        </Button>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button
          tone="primary"
          disabled={isBusy || problem !== null}
          onClick={() => void send(chosenLots(chosen))}
        >
          Choose
        </Button>
      </DialogActions>
    </div>
  );
}

function LotsTable({
  chosen,
  onChange,
  ...props
}: FormProps & {
  readonly chosen: LotQuantities;
  readonly onChange: (lot: string, quantity: number | null) => void;
}) {
  const { lots } = props;
  const gainCell = useGains(props, chosen);
  const sum = [...chosen.values()].reduce((total, quantity) => total + quantity, 0);
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label="Lots">
        <thead>
          <tr>
            <th scope="col">Lot</th>
            <th scope="col">Opened</th>
            <th scope="col">Price</th>
            <th scope="col">Left</th>
            <th scope="col">To close</th>
            <th scope="col" title="Before fees: a long lot at the bid, a short one at the ask">
              Gain at quote
            </th>
          </tr>
        </thead>
        <tbody>
          {lots.Lots.map((lot) => (
            <tr key={lot.Lot}>
              <th scope="row">{lot.Lot}</th>
              <td>{formatTime(lot.Opened, 'YYYY-MM-DD')}</td>
              <td>{formatPrice(lot.Price)}</td>
              <td>{formatInteger(availableOf(lot))}</td>
              <td className={styles.choice}>
                <NumberField
                  label={`To close of lot ${lot.Lot}`}
                  isLabelHidden
                  value={chosen.get(lot.Lot) ?? 0}
                  min={0}
                  max={availableOf(lot)}
                  onChange={(quantity) => onChange(lot.Lot, quantity)}
                />
              </td>
              <td ref={gainCell(lot.Lot)} className={styles.gain} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              Chosen
            </th>
            <td>
              {Number.isFinite(sum) ? formatInteger(sum) : UNKNOWN_TEXT} of {formatInteger(lots.Closing)}
            </td>
            <td ref={gainCell(TOTAL)} className={styles.gain} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

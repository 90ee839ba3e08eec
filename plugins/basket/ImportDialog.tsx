import { useState } from 'react';
import { loadTemplates, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { Button, DialogActions, FileButton } from '../../src/ui/index.ts';
import styles from './Basket.module.css';
import { readOrdersCsv, type ReadOrders } from './orders-csv.ts';
import type { StagedOrder } from './state.ts';

const UNREADABLE = 'This file could not be read. Check that it is still there, then try again.';

/** Opens the import of a file. Resolves with the orders to add, null when it is cancelled. `room`: orders that fit into the basket. */
export function openImportDialog(
  platform: ToolPlatform,
  room: number,
): Promise<readonly StagedOrder[] | null> {
  return platform.dialogs.open<readonly StagedOrder[]>({
    title: 'Import orders',
    width: 480,
    content: ({ close }) => <ImportOrders platform={platform} room={room} close={close} />,
  });
}

interface ImportOrdersProps {
  readonly platform: ToolPlatform;
  readonly room: number;
  readonly close: (orders: readonly StagedOrder[] | null) => void;
}

function ImportOrders({ platform, room, close }: ImportOrdersProps) {
  const [read, setRead] = useState<ReadOrders | null>(null);
  const take = async (file: File) => {
    const text = await file.text().catch(() => null);
    if (text === null) return setRead({ orders: [], problems: [UNREADABLE] });
    const plain = readOrdersCsv(text, room);
    const hasTemplates = plain.orders.some(({ Template }) => Template !== undefined);
    setRead(hasTemplates ? readOrdersCsv(text, room, await loadTemplates(platform)) : plain);
  };
  const count = read?.orders.length ?? 0;
  return (
    <div className={styles.form}>
      <p className={styles.lead}>
        A CSV file whose first line names the columns: <b>symbol, side, quantity</b>, and where they are
        needed <b>type, price, stop, tif</b>. Without a type, prices make it: a price a limit order, a stop a
        stop order. With exits: <b>target, stop loss, exit tif</b>; each is a price (105.50), a distance in
        dollars (+1.50) or in per cent (2%); several targets have / between. Instead of them <b>template</b>:
        the name of a saved template of the ticket, with all its exits.
      </p>
      <FileButton
        data-autofocus
        label="File with orders"
        accept=".csv,text/csv,text/plain"
        onChoose={(file) => void take(file)}
      >
        Choose file…
      </FileButton>
      {read === null ? null : (
        <>
          <p role="status">
            {count === 1 ? '1 order was read.' : `${count} orders were read.`}
            {read.problems.length === 0 ? '' : ` ${read.problems.length} lines were left out:`}
          </p>
          {read.problems.length === 0 ? null : (
            <ul className={styles.problems} aria-label="Problems of the file" tabIndex={0}>
              {read.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
        </>
      )}
      <DialogActions>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button tone="primary" disabled={count === 0} onClick={() => close(read?.orders ?? null)}>
          {count === 1 ? 'Add 1 order' : `Add ${count} orders`}
        </Button>
      </DialogActions>
    </div>
  );
}

import { useRef, useState } from 'react';
import { X } from 'lucide-react';
import { Button, DataGrid, TreeGrid, type GridColumn, type GridHandle } from '../../../ui/index.ts';
import type { Specimen } from './specimen.tsx';
import styles from './Components.module.css';

interface Quote {
  readonly symbol: string;
  readonly name: string;
  /** Dollars. */
  last: number;
  readonly volume: number;
}

const QUOTES: readonly Quote[] = [
  { symbol: 'AAPL', name: 'Apple Inc.', last: 263.24, volume: 21_390_000 },
  { symbol: 'MSFT', name: 'Microsoft Corporation', last: 492.06, volume: 5_340_000 },
  { symbol: 'QQQ', name: 'Invesco QQQ Trust', last: 655.93, volume: 34_050_000 },
  { symbol: 'SPY', name: 'SPDR S&P 500 ETF Trust', last: 707.62, volume: 31_890_000 },
];
const rowId = ({ symbol }: Quote): string => symbol;

const COLUMNS: readonly GridColumn<Quote>[] = [
  { id: 'Symbol', header: 'Symbol', width: 80, text: ({ symbol }) => symbol },
  { id: 'Name', header: 'Name', isWide: true, text: ({ name }) => name },
  {
    id: 'Last',
    header: 'Last',
    title: 'Price of the last trade',
    align: 'right',
    width: 90,
    text: ({ last }) => last.toFixed(2),
    value: ({ last }) => last,
    flash: ({ last }) => last,
  },
  {
    id: 'Volume',
    header: 'Volume',
    align: 'right',
    width: 100,
    text: ({ volume }) => volume.toLocaleString('en-US'),
    value: ({ volume }) => volume,
  },
];

/** Prices that change without a render: the grid reads its cells again and writes those that differ. */
function PriceGrid() {
  const [rows, setRows] = useState(() => QUOTES.map((quote) => ({ ...quote })));
  const grid = useRef<GridHandle>(null);
  const columns: readonly GridColumn<Quote>[] = [
    ...COLUMNS,
    {
      id: 'Remove',
      header: 'Remove',
      Header: () => null,
      width: 34,
      isSortable: false,
      isMovable: false,
      text: () => '',
      action: {
        icon: <X size={12} />,
        label: ({ symbol }) => `Remove ${symbol}`,
        run: (row) => setRows(rows.filter((each) => each !== row)),
      },
    },
  ];
  const move = (dollars: number): void => {
    for (const row of rows) row.last += dollars;
    grid.current?.refresh();
  };
  return (
    <>
      <p>
        <Button onClick={() => move(0.05)}>Prices up</Button>{' '}
        <Button onClick={() => move(-0.05)}>Prices down</Button>
      </p>
      <div className={styles.gridPlace}>
        <DataGrid
          ref={grid}
          label="Quotes"
          columns={columns}
          rows={rows}
          rowId={rowId}
          selectionMode="multiple"
          menu={({ symbol }) => [
            {
              id: 'remove',
              label: `Remove ${symbol}`,
              isDestructive: true,
              run: () => setRows(rows.filter((row) => row.symbol !== symbol)),
            },
          ]}
          empty={<p>Every row was removed.</p>}
        />
      </div>
    </>
  );
}

interface Sector {
  readonly id: string;
  readonly rows: readonly Quote[];
}
const SECTORS: readonly Sector[] = [
  { id: 'Stocks', rows: QUOTES.slice(0, 2) },
  { id: 'Funds', rows: QUOTES.slice(2) },
];

function SectorTree() {
  const [open, setOpen] = useState<readonly string[]>(['Stocks']);
  return (
    <div className={styles.gridPlace}>
      <TreeGrid
        label="Quotes by kind"
        columns={COLUMNS}
        rowId={rowId}
        groups={SECTORS}
        GroupCell={({ group }) => `${group.id} (${group.rows.length})`}
        groupText={({ id }) => id}
        open={open}
        onOpenChange={setOpen}
      />
    </div>
  );
}

/** Grids. */
export const GRIDS: readonly Specimen[] = [
  {
    component: 'DataGrid',
    use: 'Rows that are sorted, selected, copied and exported, with columns that the user arranges. Prices are written into the cells without React.',
    states: [
      { name: 'rows with prices, a menu and a button each', isWide: true, content: <PriceGrid /> },
      {
        name: 'empty',
        isWide: true,
        content: (
          <div className={styles.gridPlace}>
            <DataGrid
              label="No quotes"
              columns={COLUMNS}
              rows={[]}
              rowId={rowId}
              empty={<p>Add a symbol to begin.</p>}
            />
          </div>
        ),
      },
    ],
  },
  {
    component: 'TreeGrid',
    use: 'Rows under headings that open and close.',
    states: [{ name: 'one heading open', isWide: true, content: <SectorTree /> }],
  },
];

import { ChartCandlestick } from 'lucide-react';
import {
  formatInteger,
  formatMoney,
  formatPrice,
  formatSignedMoney,
  UNKNOWN_TEXT,
} from '../../../src/domain/columns/index.ts';
import { fromE4, type MoneyE4 } from '../../../src/domain/money/price.ts';
import { durationText } from '../../../src/domain/strategy/report/figures.ts';
import type { ReportTrade } from '../../../src/domain/strategy/report/types.ts';
import { formatTime } from '../../../src/plugin-api/index.ts';
import type { GridColumn } from '../../../src/ui/index.ts';
import { signClass } from '../columns/column-parts.tsx';
import type { TradeExcursion } from './read-excursions.ts';

/** A row of the list of trades. */
export interface TradeRow {
  readonly id: string;
  readonly trade: ReportTrade;
  /** Null until it was read. */
  readonly excursion: TradeExcursion | null;
}

type Column = GridColumn<TradeRow>;
const left = (id: string, header: string, width: number, text: Column['text']): Column => ({
  id,
  header,
  width,
  align: 'left',
  text,
});

function number(
  { id, header, width, title }: Pick<Column, 'id' | 'header' | 'width' | 'title'>,
  value: (row: TradeRow) => number | null,
  format: (value: number) => string,
): Column {
  return {
    id,
    header,
    align: 'right',
    ...(width === undefined ? {} : { width }),
    ...(title === undefined ? {} : { title }),
    value,
    text: (row) => {
      const known = value(row);
      return known === null ? UNKNOWN_TEXT : format(known);
    },
  };
}

const money = (
  id: string,
  header: string,
  title: string,
  valueE4: (row: TradeRow) => MoneyE4 | null,
  isSigned = true,
): Column => {
  const value = (row: TradeRow): number | null => {
    const e4 = valueE4(row);
    return e4 === null ? null : fromE4(e4);
  };
  const column = number({ id, header, title, width: 82 }, value, isSigned ? formatSignedMoney : formatMoney);
  return isSigned ? { ...column, className: (row) => signClass(value(row)) } : column;
};

const time = (id: string, header: string, timeMs: (row: TradeRow) => number | null): Column => ({
  ...number({ id, header, width: 134 }, timeMs, (ms) => formatTime(ms, 'M/D/YYYY HH:mm')),
  isSortKey: true,
});

const heldMs = ({ trade: { openedMs, closedMs } }: TradeRow): number | null =>
  closedMs === null ? null : closedMs - openedMs;

const columns: readonly Column[] = [
  number(
    { id: 'Number', header: '#', width: 46, title: 'Number' },
    ({ trade }) => trade.number,
    formatInteger,
  ),
  {
    ...left('Side', 'Side', 52, ({ trade }) => (trade.isShort ? 'Short' : 'Long')),
    className: ({ trade }) => (trade.isShort ? 'grid-sell' : 'grid-buy'),
  },
  time('Opened', 'Opened', ({ trade }) => trade.openedMs),
  time('Closed', 'Closed', ({ trade }) => trade.closedMs),
  { ...number({ id: 'Held', header: 'Held', width: 88 }, heldMs, durationText), isSortKey: true },
  number(
    { id: 'Quantity', header: 'Qty', width: 58, title: 'Quantity: the largest position' },
    ({ trade }) => trade.quantity,
    formatInteger,
  ),
  number(
    { id: 'Entry', header: 'Entry', width: 76, title: 'Average price of the entries' },
    ({ trade }) => fromE4(trade.entryPriceE4),
    formatPrice,
  ),
  number(
    { id: 'Exit', header: 'Exit', width: 76, title: 'Average price of the exits' },
    ({ trade }) => (trade.exitPriceE4 === null ? null : fromE4(trade.exitPriceE4)),
    formatPrice,
  ),
  money('Net', 'Net P&L', 'Profit after fees', ({ trade }) => trade.netE4),
  money('Fees', 'Fees', 'Fees of its orders', ({ trade }) => trade.feesE4, false),
  money('Mae', 'MAE', 'Largest loss while it was held, before fees', ({ excursion }) =>
    excursion === null ? null : excursion.adverseE4,
  ),
  money('Mfe', 'MFE', 'Largest profit while it was held, before fees', ({ excursion }) =>
    excursion === null ? null : excursion.favorableE4,
  ),
  left('Bars', 'Bars', 56, ({ excursion }) => excursion?.bars ?? ''),
];

/** The columns of the trades of a run of a symbol. `showOnChart`: null when there is no chart. */
export const tradeColumns = (
  showOnChart: ((trade: ReportTrade) => void) | null,
  symbol: string,
): readonly Column[] => {
  const [first, ...others] = columns;
  const named = left('Symbol', 'Symbol', 64, ({ trade }) => trade.symbol ?? symbol);
  const all = first === undefined ? columns : [first, named, ...others];
  return showOnChart === null
    ? all
    : [
        ...all,
        {
          ...left('Chart', 'Chart', 48, () => ''),
          isSortable: false,
          isMovable: false,
          action: {
            icon: <ChartCandlestick size={14} />,
            label: ({ trade }) => `Show trade ${trade.number} on a chart`,
            run: ({ trade }) => showOnChart(trade),
          },
        },
      ];
};

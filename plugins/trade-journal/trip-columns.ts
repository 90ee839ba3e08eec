import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/calendar/durations.ts';
import {
  formatInteger,
  formatPrice,
  formatSignedMoney,
  UNKNOWN_TEXT,
} from '../../src/domain/columns/index.ts';
import { multiplierOfSymbol } from '../../src/domain/portfolio/index.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { formatTime } from '../../src/plugin-api/index.ts';
import type { GridColumn } from '../../src/ui/index.ts';
import { rMultiple } from './statistics.ts';
import type { TripExcursion } from './trip-excursion.ts';
import type { TripRow } from './trips.ts';

/** `2d 3h`, `4h 10m`, `5m 20s`: the two largest units. */
export function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  if (ms < MINUTE_MS) return `${seconds}s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}m ${seconds % 60}s`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)}h ${Math.floor(ms / MINUTE_MS) % 60}m`;
  return `${Math.floor(ms / DAY_MS)}d ${Math.floor(ms / HOUR_MS) % 24}h`;
}

const money = (
  id: string,
  header: string,
  read: (row: TripRow) => number | null,
  title?: string,
): GridColumn<TripRow> => ({
  id,
  header,
  ...(title && { title }),
  align: 'right',
  width: 84,
  text: (row) => amountText(read(row)),
  value: read,
  className: (row) => toneOf(read(row)),
});
const amountText = (amount: number | null): string =>
  amount === null ? UNKNOWN_TEXT : formatSignedMoney(amount);
const toneOf = (amount: number | null): string =>
  amount === null || amount === 0 ? '' : amount > 0 ? 'grid-up' : 'grid-down';

const price = (id: string, header: string, read: (row: TripRow) => number | null): GridColumn<TripRow> => ({
  id,
  header,
  align: 'right',
  width: 72,
  decimals: 4,
  text: (row) => {
    const value = read(row);
    return value === null || value === 0 ? UNKNOWN_TEXT : formatPrice(value);
  },
  value: read,
});
const count = (id: string, header: string, read: (row: TripRow) => number): GridColumn<TripRow> => ({
  id,
  header,
  align: 'right',
  width: 64,
  text: (row) => formatInteger(read(row)),
  value: read,
});
const time = (id: string, header: string, read: (row: TripRow) => number | null): GridColumn<TripRow> => ({
  id,
  header,
  width: 160,
  text: (row) => {
    const value = read(row);
    return value === null ? 'Open' : formatTime(value, 'YYYY-MM-DD HH:mm:ss');
  },
  // An open trip is the newest.
  value: (row) => read(row) ?? Number.MAX_SAFE_INTEGER,
  isSortKey: true,
});

const held = (nowMs: () => number): GridColumn<TripRow> => ({
  id: 'Held',
  header: 'Held',
  title: 'Holding time',
  align: 'right',
  width: 76,
  text: (row) => (row.isGone ? UNKNOWN_TEXT : durationText((row.Closed ?? nowMs()) - row.Opened)),
  value: (row) => (row.Closed ?? nowMs()) - row.Opened,
  isSortKey: true,
});

/** Shares of the largest position of a trip. */
export const maxShares = ({ Symbol, MaxQuantity }: TripRow): number =>
  MaxQuantity * multiplierOfSymbol(Symbol);

/** Ids of the columns whose figures are read apart, for the rows on screen. */
export const EXCURSION_COLUMNS: ReadonlySet<string> = new Set(['Mae', 'Mfe', 'MaePerShare', 'MfePerShare']);

/** Columns of the largest loss and profit. They do not sort: the figures of rows that were not on screen are unknown. */
function excursionColumns(
  excursionOf: (row: TripRow) => TripExcursion | null,
): readonly GridColumn<TripRow>[] {
  const perShare = (row: TripRow, read: (excursion: TripExcursion) => number): number | null => {
    const excursion = excursionOf(row);
    return excursion === null || row.MaxQuantity === 0 ? null : read(excursion) / maxShares(row);
  };
  const adverse = ({ adverse: amount }: TripExcursion): number => amount;
  const favorable = ({ favorable: amount }: TripExcursion): number => amount;
  const loss = 'The largest loss while it was held, before fees';
  const profit = 'The largest profit while it was held, before fees';
  const ofShare = ', divided by the shares of the largest position';
  return [
    money('Mae', 'MAE', (row) => excursionOf(row)?.adverse ?? null, loss),
    money('Mfe', 'MFE', (row) => excursionOf(row)?.favorable ?? null, profit),
    money('MaePerShare', 'MAE a share', (row) => perShare(row, adverse), loss + ofShare),
    money('MfePerShare', 'MFE a share', (row) => perShare(row, favorable), profit + ofShare),
  ].map((column) => ({ ...column, isSortable: false }));
}

/** Columns of the round trips; `nowMs` is the exchange's time, `excursionOf` null while the figures of a row are unknown. */
export function tripColumns(
  nowMs: () => number,
  excursionOf: (row: TripRow) => TripExcursion | null = () => null,
): readonly GridColumn<TripRow>[] {
  return [
    time('Closed', 'Closed', (row) => row.Closed),
    time('Opened', 'Opened', (row) => row.Opened),
    {
      id: 'Symbol',
      header: 'Symbol',
      width: 76,
      text: (row) => displaySymbol(row.Symbol),
      className: () => 'grid-strong',
    },
    {
      id: 'Side',
      header: 'Side',
      width: 52,
      text: ({ Side, isGone }) => (isGone ? UNKNOWN_TEXT : Side),
      className: ({ Side }) => (Side === 'Long' ? 'grid-buy' : 'grid-sell'),
    },
    count('Quantity', 'Qty', (row) => row.Quantity),
    count('MaxQuantity', 'Max qty', (row) => row.MaxQuantity),
    price('EntryPrice', 'Entry', (row) => row.EntryPrice),
    price('ExitPrice', 'Exit', (row) => row.ExitPrice),
    money('Gross', 'Gross', (row) => row.Gross, 'Profit before fees'),
    money('Fees', 'Fees', (row) => -row.Fees),
    money('Net', 'Net', (row) => row.Net, 'Profit after fees'),
    money('Risk', 'Risk', (row) => (row.Risk === null ? null : -row.Risk), 'Initial risk of the bracket'),
    {
      id: 'R',
      header: 'R',
      title: 'Profit after fees in units of the initial risk',
      align: 'right',
      width: 56,
      text: (row) => rMultiple(row)?.toFixed(2) ?? UNKNOWN_TEXT,
      value: rMultiple,
      className: (row) => toneOf(rMultiple(row)),
    },
    ...excursionColumns(excursionOf),
    held(nowMs),
    {
      id: 'Rating',
      header: 'Rating',
      width: 60,
      text: ({ note }) => (note.Rating === 0 ? '' : String(note.Rating)),
      align: 'right',
      value: ({ note }) => note.Rating,
    },
    { id: 'Strategy', header: 'Strategy', width: 100, text: (row) => row.Strategy ?? '' },
    { id: 'ClosedBy', header: 'Closed by', width: 80, text: (row) => row.ClosedBy ?? '' },
    { id: 'Tags', header: 'Tags', width: 120, text: ({ note }) => note.Tags.join(', ') },
    {
      id: 'Note',
      header: 'Note',
      width: 160,
      isWide: true,
      text: ({ note, isGone }) =>
        isGone ? `Its trades were busted. ${note.Note}` : note.Note.replaceAll('\n', ' '),
    },
  ];
}

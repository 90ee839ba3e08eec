import {
  formatInteger,
  formatMoney,
  formatPrice,
  formatSignedMoney,
  UNKNOWN_TEXT,
} from '../../src/domain/columns/index.ts';
import { newYorkDate } from '../../src/domain/calendar/us-equity.ts';
import { isLongTerm } from '../../src/domain/lots/holding-period.ts';
import { multiplierOfSymbol } from '../../src/domain/portfolio/index.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { formatTime, markPriceOf, type ToolPlatform, type WireOpenLot } from '../../src/plugin-api/index.ts';
import type { GridColumn } from '../../src/ui/index.ts';

const sharesOf = ({ Symbol, Side, Quantity }: WireOpenLot): number =>
  Quantity * multiplierOfSymbol(Symbol) * (Side === 'Short' ? -1 : 1);

/** What the lot would bring at the mark, before fees; null while no price is known. */
function unrealisedOf({ symbols }: Pick<ToolPlatform, 'symbols'>, lot: WireOpenLot): number | null {
  const mark = markPriceOf(symbols, lot.Symbol);
  return mark === null ? null : (mark - lot.Price) * sharesOf(lot);
}

/** Gains of short lots and written options are always short-term. */
const wouldBeLongTerm = ({ Side, Opened }: WireOpenLot, nowMs: number): boolean =>
  Side === 'Long' && isLongTerm(newYorkDate(Opened), newYorkDate(nowMs));

/** Columns of open lots. */
export function lotColumns(
  platform: Pick<ToolPlatform, 'symbols' | 'exchangeMs'>,
): readonly GridColumn<WireOpenLot>[] {
  return [
    {
      id: 'Symbol',
      header: 'Symbol',
      width: 90,
      text: ({ Symbol }) => displaySymbol(Symbol),
      className: () => 'grid-strong',
    },
    {
      id: 'Side',
      header: 'Side',
      width: 54,
      text: ({ Side }) => Side,
      className: ({ Side }) => (Side === 'Long' ? 'grid-buy' : 'grid-sell'),
    },
    {
      id: 'Quantity',
      header: 'Qty',
      align: 'right',
      width: 70,
      text: ({ Quantity }) => formatInteger(Quantity),
      value: ({ Quantity }) => Quantity,
    },
    {
      id: 'Opened',
      header: 'Opened',
      width: 132,
      text: ({ Opened }) => formatTime(Opened, 'YYYY-MM-DD HH:mm:ss'),
      value: ({ Opened }) => Opened,
      isSortKey: true,
    },
    {
      id: 'Price',
      header: 'Price',
      align: 'right',
      width: 80,
      decimals: 4,
      text: ({ Price }) => formatPrice(Price),
      value: ({ Price }) => Price,
    },
    ...valueColumns(platform),
    { id: 'Lot', header: 'Lot', width: 70, isWide: true, text: ({ Lot }) => Lot },
  ];
}

/** What a lot has cost and would bring now. */
function valueColumns(
  platform: Pick<ToolPlatform, 'symbols' | 'exchangeMs'>,
): readonly GridColumn<WireOpenLot>[] {
  return [
    {
      id: 'Cost',
      header: 'Cost',
      title: 'Cost before fees; negative for what was sold short',
      align: 'right',
      width: 100,
      text: (lot) => formatMoney(lot.Price * sharesOf(lot)),
      value: (lot) => lot.Price * sharesOf(lot),
    },
    {
      id: 'Unrealised',
      header: 'Unrealised',
      title: 'Gain at the mark, before fees',
      align: 'right',
      width: 96,
      text: (lot) => {
        const gain = unrealisedOf(platform, lot);
        return gain === null ? UNKNOWN_TEXT : formatSignedMoney(gain);
      },
      value: (lot) => unrealisedOf(platform, lot),
      className: (lot) => {
        const gain = unrealisedOf(platform, lot) ?? 0;
        return gain > 0 ? 'grid-up' : gain < 0 ? 'grid-down' : '';
      },
    },
    {
      id: 'Term',
      header: 'Term',
      title: 'Term of a gain if it were closed today',
      width: 56,
      text: (lot) => (wouldBeLongTerm(lot, platform.exchangeMs()) ? 'Long' : 'Short'),
    },
  ];
}

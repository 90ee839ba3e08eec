import {
  formatInteger,
  formatMoney,
  formatPrice,
  formatRatio,
  formatSignedMoney,
  formatSignedPercent,
} from '../../src/domain/columns/index.ts';
import type { GridColumn } from '../../src/ui/index.ts';
import { number, priceOrNone, profit, sideClass, symbolColumn, text } from './column-parts.ts';
import { netShares } from './position-view.ts';
import type { PositionRow } from './rows.ts';

/** Where the figures of open positions take their price from. */
const MARK_HELP = 'for options the middle of bid and ask';

/** Columns of positions: what is held, what it cost by FIFO and by marks, what it is worth and made, read at the prices of now. */
export const positionColumns: readonly GridColumn<PositionRow>[] = [
  symbolColumn((row) => row.symbol),
  text(
    { id: 'Side', header: 'Side', className: (row) => sideClass(row.figures.side) },
    (row) => row.figures.side,
  ),
  number(
    { id: 'Quantity', header: 'Qty', title: 'Shares or contracts held; negative when short' },
    formatInteger,
    (row) => netShares(row.position),
  ),
  number(
    { id: 'AveragePrice', header: 'Avg price', title: 'Average price of a share by FIFO cost' },
    formatPrice,
    (row) => priceOrNone(row.figures.shareAverage),
  ),
  {
    ...number<PositionRow>({ id: 'Last', header: 'Last' }, formatPrice, (row) => row.last),
    flash: (row) => row.last ?? 0,
  },
  number(
    { id: 'Cost', header: 'Cost', title: 'FIFO cost of the open shares; negative when short' },
    formatMoney,
    (row) => row.position.FifoCost,
  ),
  number(
    { id: 'MtmCost', header: 'MTM cost', title: 'Cost of the open shares by their marks' },
    formatMoney,
    (row) => row.position.MtmCost,
  ),
  number(
    { id: 'Value', header: 'Value', title: `Open shares at the present price, ${MARK_HELP}` },
    formatMoney,
    (row) => row.figures.value,
  ),
  profit(
    {
      id: 'OpenPl',
      header: 'Open P&L',
      title: `Profit of the open shares against FIFO cost at the present price, ${MARK_HELP}`,
    },
    formatSignedMoney,
    (row) => row.figures.openFifoPl,
  ),
  profit(
    { id: 'OpenPlP', header: 'Open P&L %', title: 'Open profit in per cent of FIFO cost' },
    formatSignedPercent,
    (row) => row.figures.openFifoPercent,
  ),
  profit(
    { id: 'OpenMtmPl', header: 'Open MTM P&L', title: 'Profit of the open shares since their marks' },
    formatSignedMoney,
    (row) => row.figures.openMtmPl,
  ),
  profit(
    {
      id: 'OpenMtmPlP',
      header: 'MTM P&L %',
      title: 'Profit since the marks in per cent of the cost by marks',
    },
    formatSignedPercent,
    (row) => row.figures.openMtmPercent,
  ),
  profit(
    { id: 'ClosedPl', header: 'Closed P&L', title: 'FIFO profit of all closed shares, before fees' },
    formatSignedMoney,
    (row) => row.position.ClosedPL,
  ),
  profit(
    { id: 'TodayPl', header: "Today's P&L", title: 'Closed today after fees, and open since the marks' },
    formatSignedMoney,
    (row) => row.figures.todayPl,
  ),
  profit(
    { id: 'TotalPl', header: 'Total P&L', title: 'All profit, open and closed, before fees' },
    formatSignedMoney,
    (row) => row.figures.totalPl,
  ),
  number(
    { id: 'Available', header: 'Available', title: 'Shares that no open order has locked' },
    formatInteger,
    (row) => row.figures.available,
  ),
  number(
    { id: 'Locked', header: 'Locked', title: 'Shares in open closing orders' },
    formatInteger,
    (row) => row.figures.locked,
  ),
  number(
    { id: 'Total', header: 'Total', title: 'Shares held, without a sign' },
    formatInteger,
    (row) => row.figures.total,
  ),
  number(
    { id: 'Traded', header: 'Traded', title: 'Shares bought and sold in all' },
    formatInteger,
    (row) => row.figures.traded,
  ),
  number(
    {
      id: 'Delta',
      header: 'Delta',
      title: 'Shares of the underlying that gain and lose as much as the position',
    },
    formatRatio,
    (row) => row.deltaShares,
  ),
  number(
    {
      id: 'Theta',
      header: 'Theta',
      title:
        'Dollars that an option position gains or loses over one trading day, at most the time value that is left',
    },
    formatSignedMoney,
    (row) => row.greeks?.theta ?? null,
  ),
  number(
    {
      id: 'Vega',
      header: 'Vega',
      title: 'Dollars that an option position gains or loses for one percentage point of volatility',
    },
    formatSignedMoney,
    (row) => row.greeks?.vega ?? null,
  ),
  number(
    { id: 'DaysToExpiration', header: 'DTE', title: 'Calendar days until the option expires' },
    formatInteger,
    (row) => row.daysToExpiration,
  ),
];

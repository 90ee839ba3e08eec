import { formatInteger, formatPrice } from '../../../src/domain/columns/index.ts';
import { guardsLabel } from '../../../src/domain/strategy/guards.ts';
import { ORDER_TYPES } from '../../../src/domain/orders/order-types.ts';
import {
  clockOrAny,
  firstIntervalText,
  limitLabel,
  secondIntervalText,
  sidesText,
  studyText,
  symbolsText,
  yesNo,
} from '../run-labels.ts';
import { number, text, type RunColumn } from './column-parts.tsx';

/** What a run was started with, and what it read from its code. */
export const parameterColumns: readonly RunColumn[] = [
  {
    ...text(
      { id: 'Symbol', header: 'Symbol', title: 'Symbols that it trades' },
      ({ instance }) => symbolsText(instance),
      ({ instance }) => instance.PrimarySymbol,
    ),
    className: () => 'grid-strong',
  },
  number(
    { id: 'Quantity', header: 'Qty', title: 'Quantity of its orders' },
    formatInteger,
    ({ instance }) => instance.Order.Quantity,
  ),
  text(
    { id: 'Type', header: 'Type', title: 'Type of its orders' },
    ({ instance }) => ORDER_TYPES[instance.Order.Type].label,
  ),
  number({ id: 'Price', header: 'Price', title: 'Price of its orders' }, formatPrice, ({ instance }) =>
    instance.Order.Price > 0 ? instance.Order.Price : null,
  ),
  text(
    { id: 'Route', header: 'Route', title: 'Route of its orders' },
    ({ instance }) => instance.Order.Route,
  ),
  text(
    { id: 'Destination', header: 'Destination', title: 'Destination of its orders' },
    ({ instance }) => instance.Order.Destination,
  ),
  text(
    {
      id: 'Trend',
      header: 'Trend study',
      title: 'Study that determines the trend, with its interval and period',
      width: 160,
    },
    ({ instance }) => studyText(instance.Trend),
  ),
  text(
    {
      id: 'Trade',
      header: 'Trade study',
      title: 'Study that triggers trades, with its interval and period',
      width: 160,
    },
    ({ instance }) => studyText(instance.Trade),
  ),
  text(
    { id: 'AllowedPositions', header: 'Positions', title: 'Sides that positions may have' },
    ({ instance }) => sidesText(instance),
  ),
  text(
    {
      id: 'IntradayPositionsOnly',
      header: 'Intraday only',
      title: 'Positions are closed before the end of the session',
    },
    ({ instance }) => yesNo(instance.IntradayPositionsOnly),
  ),
  text(
    { id: 'FirstInterval', header: 'First interval', title: 'First trading interval', width: 104 },
    ({ instance }) => firstIntervalText(instance),
  ),
  text(
    {
      id: 'SecondInterval',
      header: 'Second interval',
      title: 'Second trading interval; 00:00 to 00:00 is none',
      width: 104,
    },
    ({ instance }) => secondIntervalText(instance),
  ),
  text(
    { id: 'TradingTime', header: 'Trading time', title: 'Trading hours' },
    ({ instance }) => instance.TradingTime,
  ),
  text(
    { id: 'OpeningOrderTime', header: 'Opening order', title: 'Time of its opening order' },
    ({ instance }) => clockOrAny(instance.OpeningOrderTime),
    ({ instance }) => instance.OpeningOrderTime,
  ),
  text(
    { id: 'ClosingOrderTime', header: 'Closing order', title: 'Time of its closing order' },
    ({ instance }) => clockOrAny(instance.ClosingOrderTime),
    ({ instance }) => instance.ClosingOrderTime,
  ),
  text({ id: 'IsUsingNbbo', header: 'NBBO', title: 'Uses the national best bid and offer' }, ({ instance }) =>
    yesNo(instance.IsUsingNbbo),
  ),
  text(
    { id: 'IncludeOffMarket', header: 'Off market', title: 'Includes prices outside of the session' },
    ({ instance }) => yesNo(instance.IncludeOffMarket),
  ),
  text(
    { id: 'Limit', header: 'Limit', title: 'Largest number of shares or dollars it may use' },
    ({ instance }) => limitLabel(instance),
  ),
  text(
    { id: 'Guards', header: 'Guards', title: 'What stops it: loss, order rate, position', width: 160 },
    ({ instance }) => guardsLabel(instance.Guards),
  ),
  text(
    { id: 'Parameters', header: 'Parameters', title: 'Parameters that it was started with', width: 180 },
    ({ instance }) => instance.Parameters.trim().replaceAll(/\s*\n\s*/g, '; '),
  ),
];

import { count, profit, share, type RunColumn } from './column-parts.tsx';

/** How its trades went. */
export const tradeColumns: readonly RunColumn[] = [
  count({ id: 'TradeCount', header: 'Trades', title: 'Number of trades' }),
  count({ id: 'LongTradeCount', header: 'Long trades', title: 'Number of long trades' }),
  count({ id: 'ShortTradeCount', header: 'Short trades', title: 'Number of short trades' }),
  share({ id: 'ProfitablePercent', header: 'Profitable', title: 'Share of trades that made a profit' }),
  share({ id: 'LosingPercent', header: 'Losing', title: 'Share of trades that made a loss' }),
  share({
    id: 'LongProfitablePercent',
    header: 'Long profitable',
    title: 'Share of long trades that made a profit',
    width: 96,
  }),
  share({
    id: 'ShortProfitablePercent',
    header: 'Short profitable',
    title: 'Share of short trades that made a profit',
    width: 96,
  }),
  profit({ id: 'AverageProfit', header: 'Avg profit', title: 'Average profit of the trades that made one' }),
  profit({ id: 'AverageLoss', header: 'Avg loss', title: 'Average loss of the trades that made one' }),
  profit({ id: 'LongProfitLoss', header: 'Long P&L', title: 'Profit or loss of long trades' }),
  profit({ id: 'ShortProfitLoss', header: 'Short P&L', title: 'Profit or loss of short trades' }),
];

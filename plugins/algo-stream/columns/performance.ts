import { money, profit, ratio, type RunColumn } from './column-parts.tsx';

/** What a run has earned, in dollars and in proportion. */
export const performanceColumns: readonly RunColumn[] = [
  profit({
    id: 'NetProfitLoss',
    header: 'Net P&L',
    title: 'Profit or loss after fees, with what is still open at the last price',
  }),
  profit({
    id: 'GrossProfitLoss',
    header: 'Gross P&L',
    title: 'Profit or loss before fees, with what is still open at the last price',
  }),
  profit({
    id: 'CumulativeNetProfitLoss',
    header: 'Cum. net P&L',
    title: 'Profit or loss of what was closed, after all fees',
  }),
  profit({
    id: 'CumulativeGrossProfitLoss',
    header: 'Cum. gross P&L',
    title: 'Profit or loss of what was closed, before fees',
    width: 100,
  }),
  ratio({ id: 'Roi', header: 'ROI', title: 'Return on investment: net P&L divided by the amount invested' }),
  ratio({ id: 'RoiAnnualised', header: 'ROI a year', title: 'Return on investment, annualised' }),
  ratio({ id: 'SymbolRoi', header: 'Symbol ROI', title: 'What holding the symbol would have returned' }),
  ratio({
    id: 'SymbolRoiAnnualised',
    header: 'Symbol ROI a year',
    title: 'What holding the symbol would have returned, annualised',
    width: 112,
  }),
  ratio({ id: 'Roac', header: 'ROAC', title: 'Return on average capital' }),
  ratio({ id: 'RoacAnnualised', header: 'ROAC a year', title: 'Return on average capital, annualised' }),
  ratio({ id: 'Roc', header: 'ROC', title: 'Return on capital' }),
  ratio({ id: 'RocAnnualised', header: 'ROC a year', title: 'Return on capital, annualised' }),
  money({
    id: 'MaxDrawdown',
    header: 'Max drawdown',
    title: 'Largest fall of the net P&L, marked to market, from a peak to a later low',
  }),
  money({ id: 'Capital', header: 'Capital', title: 'Most capital that was in use at once' }),
  money({ id: 'AverageCapital', header: 'Avg capital', title: 'Mean of the capital in use' }),
  money({ id: 'FeesPaid', header: 'Fees paid', title: 'Commissions and fees of all orders' }),
  money({
    id: 'SlippagePaid',
    header: 'Slippage paid',
    title: 'What slippage and spread made the fills of a backtest worse: in the fill prices already',
  }),
  money({ id: 'BorrowPaid', header: 'Borrow paid', title: 'What short stock of a backtest cost to borrow' }),
];

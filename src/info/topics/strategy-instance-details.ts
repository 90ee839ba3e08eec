import { list, text, type Topic } from '../content.ts';

export const strategyInstanceDetails: Topic = {
  id: 'strategy-instance-details',
  title: 'Strategy instance details',
  group: 'Dialogs',
  needs: ['algo-stream'],
  summary: 'One run of a strategy: its settings, its state and its returns.',
  concept: [
    ...text(
      'A result without its settings is a rumour. Before you compare two runs, compare what they ran on: the symbol, the days, the hours, the limits, and whether positions were held overnight. Most differences in profit are differences in these.',
    ),
  ],
  here: [
    list(
      '{Enter} on a run, a double click, or **Details…** in its menu. While the run continues, the figures follow it.',
      'Status, start and finish, and for a backtest its range of dates.',
      'Symbol, quantity, route, destination, order type and price.',
      'The trend and trade study with interval and period, whether positions are intraday only, the allowed sides, and the hours.',
      'The returns, as explained under [AlgoStream](algo-stream).',
      '**Close**, or {Escape}, leaves.',
    ),
  ],
  related: ['algo-stream', 'start-strategy'],
};

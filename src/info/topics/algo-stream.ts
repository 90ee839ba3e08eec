import { heading, list, note, steps, table, text, type Topic } from '../content.ts';

export const algoStream: Topic = {
  id: 'algo-stream', title: 'AlgoStream', group: 'Tools', needs: ['algo-stream'],
  summary: 'Write a strategy, try it on the past, and let it run.',
  concept: [
    ...text(
      'An algorithmic strategy is a set of rules that leaves nothing open: when to buy, when to sell, how much. Writing it down as a program has two uses. It acts without hesitating and without getting bored, and it can be tried on the past.',
      'A **backtest** runs the rules over recorded prices and lists the trades they would have made. It is the cheapest way to find out that an idea does not work. That it did work is weaker evidence: with enough settings to turn, every past can be fitted. Keep some of the past unseen, count the trades (twenty tell nothing), subtract fees and spread, and ask why somebody else would lose the money that you win.',
    ),
    heading('Figures of a result'),
    table(['Figure', 'Meaning'],
      ['Net P&L', 'Profit after fees'],
      ['ROI', 'Profit in per cent of the money put in. Compare it with that of the symbol: did the trading add anything?'],
      ['ROAC', 'Profit in per cent of the average money at work'],
      ['ROC', 'Profit in per cent of the capital'],
      ['Profitable %', 'Share of trades that won. High values often hide a few large losses'],
      ['Average profit, average loss', 'Together with the share of winners they say what a trade is worth'],
    ),
    note('Annualised figures of a short test are arithmetic, not a forecast: one good week is not fifty-two.'),
  ],
  here: [
    steps(
      'Add the AlgoStream tool to a window and [write a strategy](edit-strategy), or take a public one.',
      '[Start a backtest](start-strategy) on a symbol and a stretch of time.',
      'Look at the trades, at the chart of the profit, and at the [details](strategy-instance-details) of the instance.',
      'Only then start it live, with limits.',
    ),
    list(
      'The grid groups instances by strategy; groups open and close one by one or all at once.',
      'Right-click a strategy or an instance for what can be done with it. Private and public strategies differ.',
      'AlgoStream is open in one workspace at a time, and is not there in a demo.',
    ),
  ],
  related: ['edit-strategy', 'start-strategy', 'start-public-strategy', 'strategy-instance-details'],
};

import { heading, list, note, picture, steps, table, text, type Topic } from '../content.ts';

export const algoStream: Topic = {
  id: 'algo-stream',
  title: 'AlgoStream',
  group: 'Tools',
  needs: ['algo-stream'],
  summary: 'Write a strategy, try it on the past, and let it run.',
  concept: [
    ...text(
      'An algorithmic strategy is a set of rules that leaves nothing open: when to buy, when to sell, how much. Writing it down as a program has two uses. It acts without hesitating and without getting bored, and it can be tried on the past.',
      'A **backtest** runs the rules over recorded prices and lists the trades they would have made. It is the cheapest way to find out that an idea does not work. That it did work is weaker evidence: with enough settings to turn, every past can be fitted. Keep some of the past unseen, count the trades (twenty prove nothing), subtract fees and spread, and ask why another trader else would lose the money that you win.',
    ),
    picture(
      'algo-stream',
      'AlgoStream: a strategy with the result of a backtest below it, and the public strategies',
    ),
    heading('Figures of a result'),
    table(
      ['Figure', 'Meaning'],
      [
        'Net P&L',
        'Profit after fees, with what is still open at the last price. Cumulative P&L counts only what was closed',
      ],
      [
        'ROI',
        'Profit in per cent of all the money that its orders put in. Compare it with that of the symbol: did the trading add anything?',
      ],
      ['ROAC', 'Profit in per cent of the average money at work'],
      ['ROC', 'Profit in per cent of the most that was at work at once'],
      [
        'Max drawdown',
        'Largest fall of the net P&L from a peak to a later low, with the open position at the market on every bar',
      ],
      ['Profitable %', 'Share of trades that won. High values often hide a few large losses'],
      ['Average profit, average loss', 'Together with the share of winners they say what a trade is worth'],
    ),
    note(
      'Annualised figures of a short test are arithmetic, not a forecast: one good week is not fifty-two. Runs of less than one session have none.',
    ),
  ],
  here: [
    steps(
      'Add the AlgoStream tool to a window and [write a strategy](edit-strategy): **Add strategy** in the title offers templates to begin with. Or take a public one.',
      'Right-click the strategy and choose **Backtest…**: [a symbol and a stretch of time](start-strategy), and the run appears below its strategy with its progress. The cross beside it cancels it.',
      'Look at the **Report…**, at the **Orders…**, at the **Chart of P&L…**, at the **Trades on a chart…** of the symbol, and at the [details](strategy-instance-details) of the run.',
      'Only then **Start…** it live, with limits.',
      'To change the code and test it again and again, choose **Open in editor window** in the menu of the strategy: the [Strategy Editor](strategy-editor) has its log and results beside the code.',
    ),
    heading('The grid'),
    list(
      'Runs stand under their strategy, the newest first; behind the name of the strategy is the largest number it may use: "no limit" or "max" and a number. The button in the title closes all groups, or opens them.',
      '{ArrowRight} opens a group and {ArrowLeft} closes it, {*} opens all; {Enter} on a run shows its details; {Delete} deletes a strategy or removes a run, after a question. {Shift+F10} is the menu.',
      '**Report…** in the menu of a run has its figures of return and risk, and tabs for the equity against buy and hold, the months, the trades with their largest loss and profit while held, and figures of the last 63 days. Returns are in proportion to the capital base, which you can change. {ArrowLeft} and {ArrowRight} move along a plot, {Enter} on a trade shows it on a chart. **Export** saves the report as an HTML page, JSON or CSV. The report of a run without fills has the reason, its log and what its code has drawn, and is saved with them.',
      '**Compare reports…** in the menu of a strategy or a run, and **Compare…** in a report, show up to eight finished runs side by side: figures with the best in bold, and curves of equity or return with their drawdowns. Type one capital base for all of them to compare returns on the same money. **Refresh** loads the figures of a run that has not ended again.',
      '**Optimize…** in the menu of a strategy searches the best values of its parameters: choose what varies, from where to where, the search (every combination, random, or Bayesian) and what is maximised. Each set is a backtest behind those of all users; **Optimizations…** shows how far it is, all sets in a grid, a heat map of two parameters, all parameters as parallel lines, and what the trades of the best set could have come to as well. A click on a cell or a line, or {Enter}, opens the backtest with these values. The **deflated Sharpe ratio** is the probability that the best set has an edge after so many trials: far below 95 % the result may be chance.',
      '**Log…** in the menu of a run shows what its strategy wrote with `log()`, the last 1,000 lines, with a search and an export.',
      '**Schedule…** in the menu of a live run chooses the weekdays and times at which it starts and stops by itself; the next one is beside its status. A stopped run that its schedule starts is **Waiting**: **Start now…** starts it by hand, **Remove schedule…** ends the schedule.',
      '**Reconciliation…** in the menu of a live run compares its orders of each session with a backtest of the same session, and gives the cause of each difference.',
      '**Versions…** in the menu of a strategy of yours lists every save, shows what differs between any two, and restores an earlier one as a new version. The details of a run name its version.',
      '**Export…** saves a strategy as a `.ts` file with its parameters as comments at the end. **Import strategy** in the title reads such a file, as does dropping it on the list: faults are shown with their lines before anything is saved.',
      'Orders that were rejected are counted beside the status; the message has the reasons. When a live run is stopped by anything but you, a restart of the server for instance, a dialog says so.',
      '**Columns** has two entries: those of the strategies, in four categories, and those of the orders.',
      'Private strategies can be edited, started, tested and deleted; public ones started and tested. A run can be stopped, resumed, shown, saved as CSV and removed.',
      'AlgoStream is open in one workspace at a time, and is not there in a demo.',
    ),
    heading('What a run may say'),
    table(
      ['Status', 'Meaning'],
      [
        'Starting, Running',
        'It trades on the account. Stopping cancels its open orders; what it holds stays, with its exits',
      ],
      [
        'Backtesting',
        'It goes through the past. Backtests of all users take turns: one that waits shows how many are ahead',
      ],
      ['Waiting', 'Its schedule starts it at the time beside the status'],
      ['Stopped, Completed, Backtest completed', 'It is over'],
      [
        'No tick data, Incomplete tick data, Incomplete minute data',
        'It waits for a choice of data. The user who started it gets a prompt; **Resume…** shows it again',
      ],
      ['No data', 'There is nothing of this symbol in that time'],
      [
        'Syntax error, Runtime error',
        'The code is wrong; the message names the line, and the editor marks it',
      ],
    ),
    note(
      'A run shows its prompts in the browser that started it, and nowhere else. Live runs continue without a browser.',
    ),
  ],
  related: [
    'strategy-editor',
    'edit-strategy',
    'strategy-language',
    'start-strategy',
    'start-public-strategy',
    'strategy-instance-details',
  ],
};

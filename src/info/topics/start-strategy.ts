import { list, note, steps, table, text, type Topic } from '../content.ts';

export const startStrategy: Topic = {
  id: 'start-strategy',
  title: 'Start strategy',
  group: 'Dialogs',
  needs: ['algo-stream'],
  summary: 'Run your own strategy over the past, or live, with hours and limits.',
  concept: [
    ...text(
      'Limits are the only part of a strategy that works when the rest is wrong. Decide before the start how many shares and how many dollars it may hold, and during which hours it may trade. The first minutes after the open and the last ones before the close have wide spreads; many strategies are better without them.',
      'Strategies that hold **intraday positions only** close everything before the end of the session. They cannot be surprised overnight, and they cannot gain overnight either.',
    ),
  ],
  here: [
    steps(
      '**Start…** or **Backtest…** in the menu of the strategy. A live start says which account its orders are for, and whether that is paper or live.',
      'For a backtest set the first and the last day. The last 30 days stand there at first; the last day counts to 23:59:59.',
      'Change the parameters for this run, set the hours and the limit, and start.',
    ),
    table(
      ['Setting', 'At first'],
      ['First trading interval', '09:30 to 16:00, New York'],
      ['Second trading interval', '00:00 to 00:00, which is none'],
      ['Limit', 'No limit; or a number of dollars, at least 0.01, or of shares, at least 1'],
      ['Data of a backtest', 'Auto: the finest that covers the whole time'],
      ['Off-market prices', 'Left out'],
      ['Costs and fills of a backtest', 'None: orders fill in full, with the fees of the account'],
    ),
    list(
      '**Costs and fills** of a backtest open below the settings. **Slippage** and half of the **spread** make market and stop fills worse; a limit that rests keeps its price. **Max % of bar volume** fills large orders in parts, over several bars. **Commissions** replace the fees of the account. **Borrow cost** is charged for each night of a short stock position.',
      'If there are no ticks for the symbol, a prompt offers one-minute data; if data covers only a part of the time, it offers to test that part.',
      'An error in the code stops the run and shows the place.',
      '**Run again…** and **Resume…** in the menu of a run begin with the settings that it had.',
    ),
    ...text(
      '**Checks before a live start** stand below the settings. **Check now** runs them in the background on the last 30, 90 or 365 days; the dialog may be closed meanwhile. They count for the same code with the same parameters, hours and limits. An administrator can refuse live starts without them.',
    ),
    table(
      ['Check', 'Fails when'],
      ['Look-ahead', 'an order changes because later data differ'],
      ['Warm-up', 'more than 5 % of the orders change with twice the history'],
      ['Fills', 'half a spread on each fill turns the profit into a loss'],
      ['Parameters', 'fewer than half of the values near the chosen ones have a profit'],
    ),
    ...text(
      '**Guards** of a live run open below the limit. A run that crosses one stops at once: the order that would cross it is not sent, and open orders are cancelled. Its position stays, unless **Close the position when a guard stops the run** is set. An empty field is no guard.',
    ),
    table(
      ['Guard', 'Compared with'],
      [
        'Largest loss, $',
        'the net loss since the first start of the run, with fees and the open position at the market',
      ],
      ['Most orders a minute', 'orders and replacements within any 60 seconds; a cancel does not count'],
      [
        'Largest position, shares',
        'what the run holds of each symbol, long or short, with what its open orders could add',
      ],
    ),
    ...text(
      '**Resume by itself after a restart of the server** continues a live run with its position, its open orders and its guards; without it a restart stops the run. Variables of the code begin again, unless the code keeps them with `saveState` and `loadState`. The log of the run says how many bars it missed.',
    ),
    ...text(
      '**Schedule** starts and stops a live run by itself on the chosen weekdays, at New York times. Days without a session are skipped; on a short day a time after the close moves with it, 15:55 to 12:55. Setting it starts and stops nothing at once; with **Wait for the first scheduled start** the run is stored without a start. A scheduled start uses the code and the settings of the run and passes the same checks as yours. One that fails is shown beside the status, in the log and as a notification, and is not tried again before the next start time. After a time without the server a run starts late, within its times. A stop cancels open orders and keeps positions.',
    ),
    note('A strategy that is running already is not started twice: "Strategy is already running".'),
  ],
  related: ['algo-stream', 'start-public-strategy', 'strategy-instance-details'],
};

import { heading, list, note, table, text, type Topic } from '../content.ts';

export const strategyLanguage: Topic = {
  id: 'strategy-language',
  title: 'Strategy language',
  group: 'Dialogs',
  needs: ['algo-stream'],
  summary: 'What a strategy can say: symbol, bars, studies, and when to buy and sell.',
  concept: [
    ...text(
      'A strategy is a short TypeScript file. It is run once from top to bottom, where it says what it trades and which studies it watches. After that the function given to `onBar` is called at the end of each bar, in a backtest and live alike, with the same numbers as on the chart.',
      'A study is a column of numbers that is read at the present bar or before it, never after: so no rule can look into the future by mistake. What is not known yet is not a number, and every comparison with it is false; a rule waits by itself until its averages are there.',
    ),
  ],
  here: [
    heading('At the top'),
    table(
      ['Call', 'Meaning'],
      ["`symbol('SPY')`", 'What it trades, unless the parameters name another Symbol'],
      [
        "`const pep = symbol('PEP')`",
        'After the first symbol, one that it trades as well, in backtests: `pep.buy(100)`, `pep.goFlat()`, `pep.position`, `pep.close.last`. Limits and figures are of all symbols together',
      ],
      ["`bars('5 minutes')`", 'Length of a bar: every trade, 1 minute to 6 hours, or a day'],
      [
        "`timeframe('week')`",
        'Bars of a larger size that it reads too, once they have ended: `week.close.last`, `week.sma(10)`, `week.hasEnded`',
      ],
      [
        "`security('SPY')`",
        'Bars of another symbol that it reads and does not trade: `spy.close.last`, `spy.sma(200)`, `spy.timeframe(…)`. Live, a bar waits up to two seconds for them',
      ],
      ['`order(…)`', 'Quantity, type, price, route and destination of its orders'],
      ["`allow('LongOnly')`", 'Positions it may have: Both, LongOnly or ShortOnly'],
      [
        "`openingTime('10:00')`, `closingTime('15:45')`",
        'From when it may open, and when it closes everything',
      ],
      ["`param('fast', 10)`", 'A number, text or yes-or-no of the parameters, with its default'],
      [
        '`sma(20)`, `rsi(14)`, `bb(20, 2)` …',
        'A study of the chart; `trend(…)` and `trade(…)` around one name it in the details',
      ],
    ),
    heading('At each bar'),
    table(
      ['Call', 'Meaning'],
      ['`fast.last`, `fast.before`, `fast.ago(5)`', 'A column now, one bar ago, five bars ago'],
      ['`crossesAbove(a, b)`, `crossesBelow(a, b)`', 'True on the bar on which one passes the other'],
      ['`highest(close, 20)`, `lowest(low, 20)`', 'The extreme of so many bars'],
      [
        '`buy()`, `sell()`, `short()`, `cover()`',
        'Sends an order; with a quantity, and with a price or a stop',
      ],
      [
        '`exits` with `target`, `stop` and `trail`',
        'Of an order that opens: the orders that close it, each by a price, or by a distance from the fill in per cent or dollars',
      ],
      ['`goLong()`, `goShort()`, `goFlat()`', 'Leads to that position with market orders'],
      ['`position`', 'What it holds: quantity, average price, profit, and whether it is long, short or flat'],
      ['`cancelAll()`, `log(…)`, `finish()`', 'Cancels its orders, says something, ends the run'],
    ),
    heading('Libraries'),
    list(
      "Functions for several strategies stand in an entry of their own in the list of strategies, each behind the word `export`. A strategy imports a function, such as `atrStop`, from the name of that entry behind a dot and a slash: `from './risk'`. The documentation of the language has examples.",
      'A library declares no symbol and no handlers at its top, and cannot be started itself. Only your own files can be imported, at most 20.',
      'A run uses the libraries as they were saved at its start, and its details name their versions.',
    ),
    heading('Parameters'),
    list(
      'One `name = value` a line. A line that begins with # is a comment.',
      'Symbol, Quantity, Route, Destination, Type, Price, AllowedPositions, BarSize, OpeningOrderTime, ClosingOrderTime and UseNbbo override what the code says.',
      'A name that the strategy does not read is an error, so that a misspelt setting is noticed.',
    ),
    heading('Exits'),
    list(
      'Live, an order with exits is a bracket of the account: its target and its stop work without the run and without the browser, also after the run was stopped.',
      'A fill of one exit ends the other. A sale of the whole position takes the place of its exits; one of a part is rejected while they hold the shares.',
      'In a backtest a bar that reaches both fills the stop.',
    ),
    heading('How a backtest fills'),
    list(
      'Prices are put on the price step of the symbol, live too: a limit down for a buy and up for a sale, a stop up for a buy and down for a sale.',
      'A market order fills at the open of the next bar, a limit when a bar trades beyond its price, a stop at its price or at an open beyond it.',
      'Where a bar leaves several ways open, the one that is worse for the strategy is assumed. Fees are those of the paper account.',
    ),
    note(
      'A strategy has no network, files, clock or other luck: the same code on the same data gives the same orders.',
    ),
  ],
  related: ['edit-strategy', 'algo-stream', 'chart-studies'],
};

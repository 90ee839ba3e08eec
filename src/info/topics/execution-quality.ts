import { list, note, heading, steps, table, text, type Topic } from '../content.ts';

export const executionQuality: Topic = {
  id: 'execution-quality',
  title: 'Execution quality',
  group: 'Tools',
  needs: ['execution-quality'],
  summary: 'What the orders of a day cost against the market of their arrival.',
  concept: text(
    'A fill has two costs. Fees are on the statement; the other cost is the difference between the price that you got and the price that the market had when your order arrived. This report shows it for each order of a day: it compares each fill with the midpoint of the best bid and offer, which the server records when it accepts an order, at each fill, and five minutes later.',
    'A positive slippage is a cost, a negative one a gain. An order that takes the displayed quote costs about half the spread. An order that rests and is filled has a negative slippage, but may miss the market: read it together with the fill rate and the realised spread.',
  ),
  here: [
    steps(
      'Add the Execution Quality tool to an empty window. It shows the present day.',
      'Choose another day with the date or the arrows beside it. The arrows skip days without a session.',
      'Choose what a row stands for: an order, a fill, or all orders of a symbol, route, order type or account.',
      'Press **Enter** on an order for its timeline, and **Export CSV** for the rows on screen as a file.',
    ),
    heading('Terms'),
    table(
      ['Figure', 'Meaning'],
      [
        'Arrival',
        'When the order could trade first: when the server accepted it, or when its stop was reached',
      ],
      ['Slippage', 'Price less the midpoint at arrival for buys, the reverse for sales'],
      ['At fill', 'The same against the midpoint at each fill'],
      ['Effective spread', 'Double the difference to the midpoint at arrival, as in SEC Rule 605'],
      [
        'Realised spread',
        'Double the difference to the midpoint five minutes after the fill: what is left of the spread when the market has moved on',
      ],
      [
        'Improved $',
        'What marketable orders got better than the quote at their arrival, less what they got worse',
      ],
      ['Fill %', 'Filled shares of those that were open on the day'],
      ['Added %', 'Filled shares that added liquidity'],
    ),
    heading('What is missing'),
    list(
      'A dash stands where nothing can be measured: no quote on both sides, or a fill of a release that did not record the market.',
      'The realised spread of a fill appears five minutes later, or at the end of its session. It stays empty when the server was not running then.',
      'Rejected orders are left out. So are orders at an external broker, whose market is not recorded here.',
    ),
    note('Contracts of options count as the shares that they stand for. Busted executions are left out.'),
  ],
  related: ['trade-manager', 'orders', 'basket'],
};

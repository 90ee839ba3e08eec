import { heading, list, note, picture, steps, table, text, type Topic } from '../content.ts';

export const marketMaker: Topic = {
  id: 'market-maker',
  title: 'Market Maker',
  group: 'Tools',
  needs: ['market-maker'],
  summary: 'Depth and the tape of one symbol: who waits at which price, and what trades.',
  concept: [
    ...text(
      'The last price is the past. What can be bought or sold next is in the **depth**: the bids and asks that exchanges display, with their sizes, best first. A market order of 5,000 shares does not get the best ask if only 300 are offered there; it eats its way up. Depth shows how far.',
      'Depth is also a place for bluff: displayed orders can be taken away, and large ones are often shown in part only. So read it together with **time and sales**, the tape of what really traded. Trades at the ask say that buyers were in a hurry, trades at the bid that sellers were; trades between the two say little.',
      'Things that experienced readers look for: a size that does not shrink although it is being hit; bids that step up behind the price; a tape that speeds up before the price moves.',
    ),
    picture(
      'market-maker',
      'Market Maker: the quote with its details at the top left, the depth of both sides below it, time and sales at the right',
    ),
    heading('Words'),
    table(
      ['Word', 'Meaning'],
      ['NBBO', 'The best bid and the best offer over all exchanges'],
      ['Size', 'Shares displayed at that price'],
      ['Spread', 'Ask less bid: what a round trip costs at least'],
      ['Above ask, below bid', 'A trade at or beyond the ask or the bid: the sign of hurry'],
    ),
  ],
  here: [
    steps(
      'Add the Market Maker tool to an empty window. It begins with the symbol it had last, or with SPY.',
      'The **Symbol** button in its title opens the [symbol lookup](symbol-lookup); or drop a symbol on the window, or let a [linked window](linking) send it one.',
      '**Trade** opens the [order ticket](order-entry). It is there only where the symbol may be traded.',
    ),
    heading('Quote detail'),
    list(
      'The last price with its change, best bid and ask with their sizes and exchanges, the spread, and the figures of the day. Point at a name to read what the figure means.',
      'The change is green from zero upwards, and measures against the previous close.',
      'In Market View and MarketScreen, the [column](columns) **Quote imbalance** compares the two sizes: +100% when all displayed shares are bid for, -100% when all are offered.',
    ),
    heading('Depth'),
    list(
      'One row for each exchange: bids on the left, asks on the right, the best price first. Rows of one price share a color (seven take turns), so that you see at a glance where one price ends. The gray bar behind a row is its size, measured by the largest one shown.',
      'It shows 8 rows a side; the choice in its title goes to 20, and is kept with the window.',
      'A click on an ask opens a ticket to buy at that price, a click on a bid one to sell. While the pointer rests on a price the depth holds still, so that you click what you see. By keyboard: {Tab} to a price, arrow keys to another, {Enter}.',
    ),
    heading('Time and sales'),
    table(
      ['What you see', 'What it means'],
      [
        'Time',
        'Exchange time in New York, to the millisecond. The newest trade is on top, 15 or more are shown, and you can scroll back',
      ],
      ['▲ and its color', 'The trade was at the ask or above it'],
      ['▼ and its color', 'The trade was at the bid or below it'],
      [
        'No mark',
        'Between the two, or from before the window was opened, when bid and ask of that moment are not known',
      ],
    ),
    list(
      '**Halted** beside the last price means that trading in the symbol is halted: nothing trades, and new orders are refused.',
      '**Min size** shows only trades of at least so many shares.',
      'The [settings](settings) of the tool write large trades in bold, and leave the milliseconds out.',
      'A line under a trade says that shares traded before it which are not shown, because the connection did not keep up. Point at it to read how many.',
      'The tape holds still while the pointer is on it, and while you have scrolled back. The button beside its title then says how many new trades wait, and leads back to them; so does {Home}.',
    ),
    note(
      'Gray and slanted figures are [stale](connections): the market may have moved since. The place of the time says how old they are.',
    ),
  ],
  related: ['market-view', 'chart', 'order-entry', 'linking'],
};

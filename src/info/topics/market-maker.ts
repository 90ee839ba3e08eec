import { heading, list, note, steps, table, text, type Topic } from '../content.ts';

export const marketMaker: Topic = {
  id: 'market-maker', title: 'Market Maker', group: 'Tools', needs: ['market-maker'],
  summary: 'Depth and the tape of one symbol: who waits at which price, and what trades.',
  concept: [
    ...text(
      'The last price is the past. What can be bought or sold next is in the **depth**: the bids and asks that exchanges display, with their sizes, best first. A market order of 5,000 shares does not get the best ask if only 300 are offered there; it eats its way up. Depth shows how far.',
      'Depth is also a place for bluff: displayed orders can be taken away, and large ones are often shown in part only. So read it together with **time and sales**, the tape of what really traded. Trades at the ask say that buyers were in a hurry, trades at the bid that sellers were; trades between the two say little.',
      'Things that experienced readers look for: a size that does not shrink although it is being hit; bids that step up behind the price; a tape that speeds up before the price moves.',
    ),
    heading('Words'),
    table(['Word', 'Meaning'],
      ['NBBO', 'The best bid and the best offer over all exchanges'],
      ['Size', 'Shares displayed at that price'],
      ['Spread', 'Ask less bid: what a round trip costs at least'],
      ['Above ask, below bid', 'A trade at or beyond the ask or the bid: the sign of hurry'],
    ),
  ],
  here: [
    steps(
      'Add the Market Maker tool to an empty window. It begins with the symbol it had last, or with SPY.',
      'The symbol button in its title opens the [symbol lookup](symbol-lookup); a linked window sends it a symbol by a click.',
      '**Trade** opens the [order ticket](order-entry). It is there only where the symbol may be traded.',
    ),
    list(
      'Depth shows 8 rows a side. Rows of one price share a colour, so that you see at a glance where one price ends.',
      'The tape shows the last 15 trades with time to the millisecond, coloured when they traded at or below the bid, or at or above the ask.',
    ),
    note('The change is green from zero upwards, and measures against the previous close.'),
  ],
  related: ['market-view', 'chart', 'order-entry', 'linking'],
};

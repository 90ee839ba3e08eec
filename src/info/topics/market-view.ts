import { heading, list, note, picture, steps, table, text, type Topic } from '../content.ts';

export const marketView: Topic = {
  id: 'market-view', title: 'Market View', group: 'Tools', needs: ['market-view'],
  summary: 'A watch list: the symbols you choose, with the figures you choose, live.',
  concept: [
    ...text(
      'Nobody can watch a market of thousands of symbols. A watch list is the choice of the few that matter to you today: what you hold, what you may buy, what leads the others. Kept short and sorted by the right figure, it tells you where to look next.',
      'The figures are a choice as well. **Change %** says what moved since yesterday, **Volume** whether anyone took part in it, **52 week high** and **low** whether it is at an edge where decisions are made. Bid, ask and spread say what a trade would cost right now.',
    ),
    picture('market-view', 'A Market View with twelve symbols: company, previous close, last price, change, volume and more, each row with its trade arrow and its cross'),
  ],
  here: [
    heading('The list'),
    steps(
      'Type a symbol into **Add symbol** and press {Enter}, or press **Add symbols** in the title and [search for it](symbol-lookup).',
      'A symbol stands in a list once: "Symbol already added". One that does not exist is refused with "Symbol not found".',
      'The cross in a row, or {Delete}, removes it.',
    ),
    heading('The figures'),
    list(
      '**Columns** in the title opens the [choice of columns](columns). Point at a name there to read what the figure means.',
      'Click a header to sort, click it again to turn the order round. Drag a header to move its column, drag its edge to make it wider.',
      'Prices are written twice a second. A changed cell is lit for a moment; a grey row has not heard from the market for a while, see [stale prices](connections).',
    ),
    heading('From a row'),
    table(['What you do', 'What happens'],
      ['Click the symbol', '[Linked windows](linking) load it'],
      ['Click the arrow', 'The [order ticket](order-entry) opens. The arrow is there only where the symbol may be traded'],
      ['Right-click', 'Buy, sell, copy the symbol, remove'],
      ['Drag', 'Drop the symbol on another window'],
    ),
    note('The title counts the symbols, and says "(loading...)" while their names and figures are on the way.'),
  ],
  related: ['columns', 'symbol-lookup', 'linking', 'order-entry', 'import-symbols', 'manage-saves'],
};

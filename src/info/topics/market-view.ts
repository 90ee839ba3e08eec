import { heading, list, note, picture, steps, table, text, type Topic } from '../content.ts';

export const marketView: Topic = {
  id: 'market-view',
  title: 'Market View',
  group: 'Tools',
  needs: ['market-view'],
  summary: 'A watch list: the symbols you choose, with the figures you choose, live.',
  concept: [
    ...text(
      'Nobody can watch a market of thousands of symbols. A watch list is the choice of the few that matter to you today: what you hold, what you may buy, what leads the others. Kept short and sorted by the right figure, it shows where to look next.',
      'The figures are a choice as well. **Change %** says what moved since yesterday, **Volume** whether anyone took part in it, **52 week high** and **low** whether it is at an edge where decisions are made. Bid, ask and spread say what a trade would cost right now.',
    ),
    picture(
      'market-view',
      'A Market View with twelve symbols: company, previous close, last price, change, volume and more, each row with its trade arrow and its cross',
    ),
  ],
  here: [
    heading('The list'),
    steps(
      'Type a symbol into **Add symbol** and press {Enter}. **Add symbols** in the title offers the [search](symbol-lookup) and the [import of a file](import-symbols). Or drop a symbol on the list, or type a letter while the list has the focus.',
      'A symbol stands in a list once: "Symbol already added". One that does not exist is refused with "Symbol not found".',
      'The cross in a row removes it, {Delete} all selected ones; **Undo** in the message puts them back.',
      '**Manage saved lists** in the title keeps the list under a name, see [manage saves](manage-saves). A list holds 5,000 symbols.',
    ),
    heading('The figures'),
    list(
      '**Columns** in the title opens the [choice of columns](columns). Point at a name there to read what the figure means.',
      'Click a header to sort, click it again to turn the order round. Drag a header to move its column, drag its edge to make it wider.',
      'Prices are written twice a second. A changed cell is lit for a moment; a gray row has had no update from the market for a while, see [stale prices](connections). **HALT** in the cell of a symbol means that trading in it is halted; its hint has the reason where the market states one.',
    ),
    heading('From a row'),
    table(
      ['What you do', 'What happens'],
      ['Click the symbol', '[Linked windows](linking) load it'],
      [
        'Click the arrow',
        'The [order ticket](order-entry) opens. The arrow is there only where the symbol may be traded',
      ],
      ['Right-click', 'Buy, sell, remove, copy the symbol or whole rows, export the list as a CSV file'],
      [
        'Click with {Shift} or {Ctrl}',
        'Several rows are selected: {Ctrl+C} copies them as text for a spreadsheet',
      ],
      ['Drag', 'Drop the symbol on another window'],
      [
        'Paste a list of symbols into **Add symbol**',
        'All of them are added, whatever stands between them: commas, semicolons, blanks, tabs, lines. One message names those that the market does not have',
      ],
    ),
    note(
      'The title counts the symbols, and says "(loading...)" in place of the count while their names and figures are on the way.',
    ),
  ],
  related: ['columns', 'symbol-lookup', 'linking', 'order-entry', 'import-symbols', 'manage-saves'],
};

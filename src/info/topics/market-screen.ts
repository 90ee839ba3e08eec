import { heading, list, note, picture, steps, table, text, type Topic } from '../content.ts';

export const marketScreen: Topic = {
  id: 'market-screen',
  title: 'MarketScreen',
  group: 'Tools',
  needs: ['market-screen'],
  summary: 'Find the symbols that meet your conditions, out of the whole market.',
  concept: [
    ...text(
      'A watch list holds what you know already. A screener finds what you do not: it asks every symbol of the market the same questions, and keeps those that answer yes. The art is in the questions. Each one should say something about why you would trade the symbol, not only about how it looks.',
      'A useful screen mixes kinds of figures. **Fundamental** ones (market value, earnings) say what it is. **Indicator** ones (above its 200 day average, oversold) say where it stands. **Trading** ones (volume, spread) say whether you could get in and out. Without the last kind a screen finds mostly what cannot be traded.',
      'A screen finds only what its conditions describe. A screen for what rose most today lists what is late; try the same conditions on quiet days, and look at what they find then.',
    ),
    picture(
      'market-screen',
      'The symbols with a market value above 200 billion dollars, with prices and changes',
    ),
    heading('Three screens to begin with'),
    table(
      ['Looking for', 'Conditions'],
      ['Movers with company', 'Change % greater than 3, volume greater than 1M'],
      ['Pullbacks in an up-trend', 'Above the 200 day average, RSI 14 less than 35'],
      [
        'Large and quiet',
        'Market cap greater than 50B, spread % less than 0.05%, change greater than -0.5% and less than 0.5%',
      ],
    ),
  ],
  here: [
    steps(
      'Add the MarketScreen tool to a window and press **Filters**.',
      'Build the [conditions](market-screen-filter) and accept them. A screener without conditions does not load anything.',
      '**Reload** screens the market again. The found symbols move live like in [Market View](market-view), but whether a symbol still meets the conditions is checked on reload only.',
    ),
    list(
      'The line above the grid lists the conditions. A click on it opens them.',
      '**Columns** chooses the figures; they need not be those of the conditions. Click a header to sort by it.',
      '**Manage saved filters** keeps conditions, columns and order under a name, see [Manage saves](manage-saves). The title carries the name, and counts the symbols.',
      'When the window is linked, a click on a found symbol loads it in the other linked windows. The arrow of a row opens the [order ticket](order-entry), a right click says what else can be done.',
      'Right after the server has been started, the figures of all stocks have to be worked out first: "Computing figures…" says how many are left, what is found so far is shown, and the rest comes by itself.',
      'A newer screen takes the place of one that is still under way. If the market does not answer in time, what was found before stays.',
    ),
    note('At most 2,000 symbols are shown. If more pass, a line says so: add a condition.'),
  ],
  related: ['market-screen-filter', 'market-view', 'columns', 'manage-saves'],
};

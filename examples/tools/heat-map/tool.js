/** A heat map of one of the user's lists: each symbol coloured by its change since the last close. */

const MAX_SYMBOLS = 100;

/** Change since the last close, percent; null while a price is unknown. */
function changeOf(quote) {
  if (quote === undefined || quote.last === null || quote.previousClose === null) return null;
  return (quote.last / quote.previousClose - 1) * 100;
}

/** The colour of a change; `fullPercent` and more have the strongest. */
function colorOf(change, fullPercent) {
  const share = Math.round(Math.min(1, Math.abs(change) / fullPercent) * 45);
  return `color-mix(in srgb, var(--price-${change < 0 ? 'down' : 'up'}) ${share}%, var(--surface-panel))`;
}

const signed = (change) => `${change < 0 ? '' : '+'}${change.toFixed(2)}%`;

export default async function heatMap(host) {
  const lists = await host.watchLists();
  const quotes = new Map();
  let list = lists.find(({ symbols }) => symbols.length > 0) ?? lists[0];
  let endQuotes = () => {};
  let fullPercent = 3;

  function tile(symbol) {
    const quote = quotes.get(symbol);
    const change = changeOf(quote);
    const text = change === null ? 'no price' : signed(change);
    return [
      'button',
      {
        key: symbol,
        title: quote?.company ?? symbol,
        'aria-label': `${symbol} ${text}${quote?.isStale ? ', stale' : ''}`,
        style: {
          background: change === null ? 'var(--surface-field)' : colorOf(change, fullPercent),
          opacity: quote?.isStale ? '0.6' : '1',
          padding: '8px 4px',
        },
        on: { click: () => void host.setLink(symbol) },
      },
      ['strong', null, symbol],
      ['div', null, text],
    ];
  }

  function draw() {
    if (list === undefined)
      return host.render(['p', null, 'Add symbols to a Market View window or save a list.']);
    const choice = [
      'select',
      { 'aria-label': 'List', on: { change: ({ value }) => void choose(lists[Number(value)]) } },
      ...lists.map((each, index) => [
        'option',
        { value: index, selected: each === list },
        `${each.name} (${each.symbols.length})`,
      ]),
    ];
    const grid = {
      display: 'grid',
      'grid-template-columns': 'repeat(auto-fill, minmax(90px, 1fr))',
      gap: '4px',
      'margin-top': '8px',
    };
    const symbols = list.symbols.slice(0, MAX_SYMBOLS);
    host.render(['div', null, choice, ['div', { style: grid }, ...symbols.map(tile)]]);
  }

  function follow() {
    endQuotes();
    endQuotes =
      list === undefined
        ? () => {}
        : host.subscribeQuotes(list.symbols.slice(0, MAX_SYMBOLS), (changed) => {
            for (const quote of changed) quotes.set(quote.symbol, quote);
            draw();
          });
    draw();
  }

  async function choose(next) {
    list = next;
    follow();
    await host.storage.set({ list: next.name });
  }

  host.onSettings((settings) => {
    fullPercent = settings.fullPercent;
    draw();
  });
  host.onCommand('next-list', () => {
    if (lists.length > 0) void choose(lists[(lists.indexOf(list) + 1) % lists.length]);
  });
  const stored = await host.storage.get();
  list = lists.find(({ name }) => name === stored?.list) ?? list;
  follow();
}

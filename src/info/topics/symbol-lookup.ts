import { list, note, steps, text, type Topic } from '../content.ts';

export const symbolLookup: Topic = {
  id: 'symbol-lookup',
  title: 'Symbol lookup',
  group: 'Dialogs',
  summary: 'Find a symbol by its letters or by the name of the company.',
  concept: [
    ...text(
      'A symbol is the short name under which something is listed, and it is easily mistaken: companies with similar names have unlike symbols, one company may have several classes of shares, and a fund may look like the stock it holds. Read the name beside the symbol before you trade it.',
      'Symbols that begin with `$` or `~` are figures such as indices. They can be watched, not traded. Long symbols with a date, a C or a P and a price inside are options.',
    ),
  ],
  here: [
    steps(
      'Type at least two characters of the symbol or of the name. The search begins by itself half a second after the last key.',
      'While it looks, it says "Searching...". {Up} and {Down} choose among the results, at most 40.',
      '{Enter} or **Go** takes the chosen one; with none chosen, what you typed.',
    ),
    list(
      'Letters are written in capitals by themselves.',
      'An option can be typed the way you would say it: `SPY 540 call`, `SPY 240621 C 540`, `SPY Jun 21 540 put`, or as a padded symbol from another platform. Where the expiration is left open, the results list every one that fits, and {Enter} takes the next.',
      'It opens by itself when you type a letter in a window that shows symbols, outside of any field: what you choose goes to that window.',
    ),
    note(
      'If nothing is found you can still take what you typed: the tool that opened the lookup says whether such a symbol exists. An option that is not listed, or cannot exist, is named at once.',
    ),
  ],
  related: ['market-view', 'linking', 'import-symbols'],
};

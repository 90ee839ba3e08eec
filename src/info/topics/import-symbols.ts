import { list, steps, table, text, type Topic } from '../content.ts';

export const importSymbols: Topic = {
  id: 'import-symbols',
  title: 'Import symbols',
  group: 'Dialogs',
  needs: ['market-view.import-symbols'],
  summary: 'Fill a watch list from a text file.',
  concept: [
    ...text(
      "Lists live in many places: a spreadsheet, a broker's statement, a note. A plain text file with one symbol a line is the form that all of them can write. Import it instead of typing it, and you will not trade a typing error.",
    ),
  ],
  here: [
    steps(
      'Open the arrow beside **Add symbols** in a [Market View](market-view) and choose **Import symbols**.',
      'Choose the file, with one symbol a line, and press **Import**.',
      'Read the summary: unique symbols in the file, imported symbols, and unknown symbols.',
    ),
    list(
      'Each line is trimmed and written in capitals. It must be 1 to 23 characters long.',
      'What occurs twice is taken once; what is in the list already stays as it is.',
      'One file brings in 10,000 symbols at most, and a list holds 5,000.',
    ),
    table(
      ['Message', 'What to do'],
      ['Please choose a file', 'No file is chosen yet'],
      ['No symbols found in a file', 'The file is empty, or no line of it can be a symbol'],
    ),
  ],
  related: ['market-view', 'symbol-lookup', 'manage-saves'],
};

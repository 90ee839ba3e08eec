import { heading, list, steps, table, text, type Topic } from '../content.ts';

export const marketScreenFilter: Topic = {
  id: 'market-screen-filter',
  title: 'Market screen filter',
  group: 'Dialogs',
  needs: ['market-screen'],
  summary: 'One condition a row: a field, a comparison, a value.',
  concept: [
    ...text(
      'A filter is a list of conditions that must all hold. Fewer and sharper conditions beat many: with ten of them you find one symbol by luck, and cannot say which condition found it. Add one at a time and see what each takes away.',
      'Numbers, percentages and texts are compared in different ways. A market value is seldom exactly something, so numbers are compared with more than or less than; a sector is a word, so it equals, or contains.',
    ),
  ],
  here: [
    steps(
      'Choose a field, or type part of its name. Fields come in the categories Fundamental, Indicator and Trading.',
      "Choose the comparison: Greater than, Less than, Equals, Not equals, Contains, Doesn't contain.",
      'Enter the value, and add the next row.',
    ),
    heading('Values'),
    list(
      'Large numbers may be short: `5K`, `20M`, `1.5B`, `2T`.',
      'Percentages may carry their sign: `3` and `3%` are the same.',
      'Texts are compared without regard to upper and lower case.',
    ),
    heading('Extended filters'),
    ...text('What plain filters cannot say is an extension, which the box below the rows switches on.'),
    list(
      '**Between** matches numbers from one value to another, both included: `10 - 20`, `1M and 5M`.',
      '**Add alternatives** begins a group of rows of which one is enough: sector equals Energy, or sector equals Utilities. All other rows must hold as well.',
    ),
    heading('Messages'),
    table(
      ['Message', 'What to do'],
      ['No field selected', 'The row has no field yet'],
      ['Compare operation not selected', 'Choose how to compare'],
      ['Value not entered', 'Enter what to compare with'],
      [
        "Only 'Greater than' and 'Less than' can be used with numeric fields",
        'Use two rows for a range: greater than its lower end, less than its upper end',
      ],
      ['Value is not a valid number', 'Digits, a decimal point, and K, M, B or T at the end'],
      ['Value is not a valid percentage', 'Digits and a decimal point, with or without %'],
      [
        "'Greater than' and 'Less than' cannot be used with text fields",
        "Compare a text by Equals, Not equals, Contains or Doesn't contain",
      ],
      ["'Between' needs two values, such as 10 - 20", 'Of the extension: write both ends of the range'],
    ),
  ],
  related: ['market-screen', 'manage-saves'],
};

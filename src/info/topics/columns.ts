import { heading, list, steps, text, type Topic } from '../content.ts';

export const columns: Topic = {
  id: 'columns',
  title: 'Columns',
  group: 'Dialogs',
  summary: 'Which figures a grid shows, in which order and how wide.',
  concept: [
    ...text(
      'Each column is a question you ask every row. Eight good questions are more than anyone reads at a glance, so choose the figures for the job of the window, and open a second window for a second job, rather than a wider grid.',
      'Put what you sort by and what you act on at the left, beside the symbol. What you look at once a day can wait at the right.',
    ),
  ],
  here: [
    steps(
      'Press **Columns** in the title of the window.',
      'Tick and untick on the left, or type into **Find a column**. Symbol figures come in the categories Fundamental, Indicator and Trading, and those of a tool under its name (**Quote imbalance** under Market Maker); point at one to read what it means.',
      'On the right, drag the chosen ones into their order, or move one with {Alt+Up} and {Alt+Down}; {Delete} takes it out. **Default columns** restores the original choice. One has to remain: "At least one column is required".',
      '**Ok** applies, **Cancel** and {Escape} leave everything as it was.',
    ),
    list(
      'At least one column is required.',
      'New columns come at the right end.',
      '**Column sets…** in the dialog saves the chosen columns and their order under a name, and loads them in any window with the same columns, on all your machines.',
    ),
    heading('In the grid itself'),
    list(
      'Drag a header to move its column, drag its edge to size it. By keyboard: go up to the header, then {Alt+Shift+Left} and {Alt+Shift+Right} move, {Alt+Left} and {Alt+Right} size.',
      'Click a header to sort by it. Columns, widths, order and sort are kept with the window.',
    ),
  ],
  related: ['market-view', 'trade-manager', 'keyboard'],
};

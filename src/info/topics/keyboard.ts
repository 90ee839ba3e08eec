import { heading, note, table, text, type Topic } from '../content.ts';

export const keyboard: Topic = {
  id: 'keyboard',
  title: 'Keyboard list',
  group: 'First steps',
  summary: 'Every key of the desk, its grids, dialogs and this help.',
  concept: [
    ...text(
      'Hands that stay on the keyboard are faster and miss less. Everything on this desk can be done without a mouse: {Tab} and {Shift+Tab} walk through what can be used, a ring shows where you are, {Enter} does the main thing, and {Escape} closes what lies on top.',
    ),
  ],
  here: [
    heading('Anywhere'),
    table(
      ['Keys', 'What they do'],
      ['{Ctrl+K}', 'Find and run any command'],
      ['{F1}', 'The help page of the window that you last used'],
      ['{F9}', 'A new order ticket'],
      ['{Ctrl+Shift+Enter}', 'Maximize or restore that window'],
      ['{Alt+Shift} and an arrow key', 'Move that window to the left, right, up or down'],
      ['{Ctrl+Z}', 'Undo the last closing, deletion or change of a layout'],
      ['{Escape}', 'Close the topmost dialog, menu or list'],
      ['{Tab} {Shift+Tab}', 'To the next or previous field or button; inside a dialog they go round'],
    ),
    heading('On the workspace tabs'),
    table(
      ['Keys', 'What they do'],
      ['{Left} {Right} {Home} {End}', 'To another workspace'],
      ['{Alt+Shift+Left} {Alt+Shift+Right}', 'Move the tab'],
      ['{F2}', 'Rename'],
      ['{Delete}', 'Delete, after a question'],
    ),
    heading('In a grid'),
    table(
      ['Keys', 'What they do'],
      ['Arrow keys', 'To the next cell. Up from the first row leads to the header'],
      ['{Home} {End}', 'To the first or last column'],
      ['{Ctrl+Home} {Ctrl+End}', 'To the first or last row'],
      ['{Page Up} {Page Down}', 'A screen up or down'],
      [
        '{Enter}',
        'Activate the symbol of the row: linked windows load it. On the header: sort, and sort the other way round',
      ],
      ['{Shift} with an arrow', 'In a watch list, select several rows; {Ctrl+A} selects all'],
      ['{Ctrl+C}', 'Copy the selected rows as text'],
      ['{Delete}', 'In a watch list, remove the selected rows. In Open Orders, ask to cancel the order'],
      ['{Shift+F10} or the menu key', 'The menu of the row'],
      ['A letter', 'Look up a symbol for the window that has the focus'],
      ['{Alt+Left} {Alt+Right}', 'On the header: make the column narrower or wider'],
      ['{Alt+Shift+Left} {Alt+Shift+Right}', 'On the header: move the column'],
    ),
    heading('In dialogs and lists'),
    table(
      ['Keys', 'What they do'],
      ['{Enter}', 'Ok, Go, Save: the main button'],
      ['{Up} {Down}', 'Choose in a list while you type in its field'],
      ['{Left} {Right}', 'Change between tabs, and between Buy, Sell and Short in a ticket'],
      ['{Space}', 'Tick or untick a box'],
    ),
    heading('In this help'),
    table(
      ['Keys', 'What they do'],
      ['{/}', 'To the search field'],
      ['{Enter} in the search field', 'Open the best page'],
      ['{Alt+Left} {Alt+Right}', 'Back and forward'],
      ['{Escape}', 'Empty the search field; when it is empty, close the help'],
    ),
    note(
      'A key that you would type as text stays text while you are in a field; keys with {Ctrl} and function keys work there as well.',
    ),
  ],
  related: ['commands', 'getting-started'],
};

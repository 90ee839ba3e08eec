import { heading, list, note, steps, text, type Topic } from '../content.ts';

export const linking: Topic = {
  id: 'linking',
  title: 'Linking windows',
  group: 'The desk',
  summary: 'One click on a symbol, and every linked window shows it.',
  concept: [
    ...text(
      'Looking at one symbol means looking at it from several sides: its price, its order book, its history, what you own of it. Typing it into each window costs the moment in which it moved. Linked windows pass the symbol on: activate it in one, and the others load it.',
      'Leave a window unlinked to hold it on something fixed, for instance on an index that you always want to see. And when you follow two stories at once, put the windows of each into a group of their own.',
    ),
  ],
  here: [
    steps(
      'Press the link button in the title of each window that is to take part. It reads **Link active, click to unlink** when it is on, and **Link inactive, click to link** when it is off.',
      'Click a symbol in a linked grid, or go to its row and press {Enter}.',
      'Every other linked window that shows one symbol changes to it. A list with that symbol in it goes to its row.',
    ),
    heading('Groups'),
    list(
      'The arrow beside the link button offers eight groups, each with a letter, a color and a shape. The button itself joins group A. Commands named **Link window to group** do the same, see [commands](commands).',
      'A window that joins a group takes its symbol at once.',
      'Groups are those of one workspace; a window in a browser window of its own stays in its group.',
    ),
    heading('Other ways'),
    list(
      'Drag a symbol from any grid and drop it on a window: that window loads it, linked or not, and its group follows. A list takes it in.',
      'Type a letter while a window has the focus, and no field: the [symbol lookup](symbol-lookup) opens with it for that window.',
    ),
    note(
      'A half-written order is not thrown away: an Order Entry window that is sent another symbol keeps side, quantity and type, and forgets only the price, which was about the old symbol.',
    ),
  ],
  related: ['symbol-lookup', 'workspaces', 'market-view'],
};

import { heading, list, picture, steps, table, text, type Topic } from '../content.ts';

export const layouts: Topic = {
  id: 'layouts',
  title: 'Window layouts',
  group: 'The desk',
  summary:
    'Eight arrangements of up to four windows, one of your own, and how to size, move, maximize and save them.',
  concept: [
    ...text(
      'What you see together you compare. A list beside a manager of orders shows at a glance what you hold of what moves; two windows one above the other give each a long line for time. Choose the layout for the comparison that you make most often, and leave the rest to other workspaces.',
    ),
    picture('layout-chooser', 'The chooser with its eight small pictures of layouts, the present one marked'),
  ],
  here: [
    steps(
      'Press the layout button beside the workspace tabs. The dialog asks "Choose window layout:".',
      'Choose a picture. Windows keep their tools; those for which the new layout has no place are kept and named in the dialog.',
      'In an empty window, **Add tool** offers the tools, and what was put aside can be brought back.',
    ),
    table(
      ['Code', 'Layout'],
      ['1r1c', 'One window'],
      ['1r2c', 'Two windows of equal width'],
      ['1r1n1w', 'A narrow window, then a wide one'],
      ['1r1w1n', 'A wide window, then a narrow one'],
      ['2r1c', 'Two windows, one above the other'],
      ['1r3c', 'Three windows side by side'],
      ['l1r2', 'One window at the left, two stacked at the right'],
      ['2r2c', 'Four windows, two by two'],
    ),
    heading('Sizes'),
    list(
      'Drag the line between two windows. The sizes are kept with the workspace.',
      'Double-click a title, press **Maximize** or {Ctrl+Shift+Enter}, and the window takes all the room while the others hide. **Restore** brings them back.',
      'Where there is more than one row, **Maximize row** gives all the height to one of them.',
      '**Close** takes the tool out of its window and leaves the window empty. {Ctrl+Z} brings it back.',
    ),
    heading('An arrangement of your own'),
    list(
      'Drag a window by its title to another side of the desk or beside another window; a frame shows where it would go, {Escape} puts it back. {Alt+Shift} with an arrow key does the same.',
      '**Manage saved layouts**, the bookmark beside the tabs, saves what is on screen under a name, and applies, renames and deletes saved layouts. They also stand in the chooser, below the eight.',
    ),
    heading('On a second screen'),
    list(
      '**Open in a window of its own** puts a window into a browser window, which you may drag to another monitor. It stays live and linked.',
      '**Back to the desk**, or closing that browser window, brings it back to its place.',
      'If the browser blocks the new window, allow pop-ups for this address.',
    ),
  ],
  related: ['workspaces', 'linking'],
};

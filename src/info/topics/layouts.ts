import { heading, list, picture, steps, table, text, type Topic } from '../content.ts';

export const layouts: Topic = {
  id: 'layouts',
  title: 'Window layouts',
  group: 'The desk',
  summary:
    'Eight arrangements of up to four windows, arrangements of your own with as many as you like, and how to size, stack, move, maximize and save them.',
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
      '**Close** takes the tool out of its window and leaves the window empty; **Close** on an empty window removes it, and in a stack the window goes at once. {Ctrl+Z} brings it back.',
    ),
    heading('An arrangement of your own'),
    list(
      'Drag a window by its title to an edge of the layout or to a side of another window; a frame shows where it would go, {Escape} puts it back. {Alt+Shift} with an arrow key changes places with the window on that side.',
      'Drop a window on the middle of another one to stack them. Each window of a stack has a tab: click it, or press the arrow keys and {Enter}. Drag a tab out of the stack to give the window a place of its own. {Ctrl+Delete} on a tab closes its window.',
      'Right-click a title or tab to add a window on the right, below, or as a tab. A workspace holds any number of windows; only those in sight receive prices.',
      '**Lock layout**, in the menu of a workspace tab, keeps the windows where they are: nothing moves, resizes, adds or closes one until you unlock it, but a window can still be opened in a browser window of its own and brought back. A lock in the tab says so.',
      '**Manage saved layouts**, the bookmark beside the tabs, saves what is on screen under a name, and applies, renames and deletes saved layouts. They also stand in the chooser, below the eight, on all your machines; the history has what they were before.',
    ),
    heading('Above the layout and at its borders'),
    list(
      '**Float above the layout**, in the menu of a title or tab, or {Alt+Shift+F}, lets a window float. Drag the narrow bar above it to move it, its edges to size it; by keys {Alt+Shift} with an arrow moves it and {Ctrl+Alt+Shift} with an arrow sizes it.',
      'Other windows can join it: drag them onto it, or choose **Move to the floating panel** in their menu. The dotted handle in the bar drags the whole panel into the layout.',
      '**Pin to the left border**, right or bottom, or {Alt+Shift+L}, {Alt+Shift+R}, {Alt+Shift+B}, leaves only a tab at the edge; so does dragging a window to a strip that appears at the edge of the desk. Click the tab, or press {Enter}, and the window opens over the others; a click elsewhere or {Escape} closes it.',
      '**Back into the layout**, or {Alt+Shift+D}, brings either back to its place. {Ctrl+Z} undoes each of these.',
    ),
    heading('On a second screen'),
    list(
      '**Open in a window of its own** or {Alt+Shift+O} puts a window into a browser window, which you may drag to another monitor. It stays live and linked.',
      'One browser window holds as many windows as you like: choose **Move to the browser window** in the menu of a window, or drag its title or tab there. They lie in it as tabs or side by side, as in the desk.',
      '{Alt+Shift+M} moves a window to the next floating panel or browser window, and after the last one back into the layout.',
      '**Back to the desk** brings a window back to its place; closing the browser window brings all of its windows back. Undo and redo open and close browser windows as well.',
      'A browser closes these windows with the page. After the next load **Open again** in the message opens them where they were; the command **Open windows in their browser windows again** does the same. Allow pop-up windows for this page when there are several.',
      'If the browser blocks the new window, allow pop-ups for this address.',
    ),
  ],
  related: ['workspaces', 'linking'],
};

import { heading, list, note, picture, steps, table, text, type Topic } from '../content.ts';

export const settings: Topic = {
  id: 'settings',
  title: 'Settings',
  group: 'The desk',
  summary: 'Light or dark, row height, price colors, and how patient the desk is.',
  concept: [
    ...text(
      'Eight hours before a screen are easier when the screen fits the room and the eyes. A dark theme suits a dark room, a light one a bright office. Close rows show more symbols, open rows are easier to hit.',
      'Colors of prices are a habit with borders: green means up in New York and down in Tokyo, and one man in twelve cannot distinguish red from green at all. The desk therefore always adds a sign to a color, and lets you choose the pair.',
    ),
    picture(
      'settings',
      'The settings page with the themes, row heights and price colors, and a sample of the chosen look',
    ),
  ],
  here: [
    steps(
      'Open the menu at your name and choose **Settings**.',
      'Every choice shows at once, on the whole desk.',
      'Type into **Search settings** to see only the settings with these words.',
      '**Save** keeps it, on every computer you sign in at. **Cancel**, or leaving in any other way, puts everything back.',
    ),
    table(
      ['Setting', 'Choices'],
      ['Theme', 'Light, Dark'],
      ['Row height', 'Normal, Compact'],
      ['Price colors', 'Green up, red down; Blue up, orange down; Red up, green down'],
      [
        'Toolbar',
        'The tools that stand beside the workspaces in the bar at the top: a press puts one into the first empty window, or into a tab where there is none',
      ],
      [
        'Reconnect after, seconds',
        'How long the desk waits before it opens a lost connection again: 1 to 300, at first 15',
      ],
      [
        'Cancel the orders of a browser that loses its connection',
        'Off at first. When the last page of a browser has had no connection for the set time, 10 seconds at first, the server cancels the open orders that were sent there: also entries of brackets, limit orders that close a position, and alternatives that open one. What stays: targets and stops of brackets, stop orders and one-cancels-other orders that close a position, closing orders of Flatten, orders of strategies, and orders that you sent on another machine. A logout cancels nothing. After a restart of the server a browser has the same time to come back',
      ],
      ['Prices are stale after, seconds', 'The age from which a price is marked as stale: 5 to 3,600'],
      [
        'Confirm after a price move of, %',
        'How far the market may move after you edited an [order ticket](order-entry) until it needs a second press: 0.1 to 20, at first 1',
      ],
      [
        'Confirm limits through the market by, %',
        'How far a limit may be beyond the price on the other side until it needs a confirmation: 0.1 to 20, at first 2',
      ],
      [
        'Hold orders before sending, seconds',
        'How long an order of a ticket waits after Send, so that it can be undone: 0 (at first) to 3. The box below it does the same for armed keys and ladders, moves of their orders included',
      ],
    ),
    heading('Settings of tools'),
    list(
      'Below the settings of the desk, each tool that has settings has a section, third-party tools included. They count for all windows of the tool.',
      '**Defaults** in the title of a section brings the first values of that tool back; **Save** keeps that as well.',
      'Settings of a tool that this server does not have are kept, and apply again once it is there. They are part of your [user file](workspaces), and {Ctrl+Z} undoes a saved change.',
    ),
    heading('Getting Started'),
    list(
      'Whether the [Getting Started](getting-started) page opens after signing in is set by the box **Show at startup** under that page.',
    ),
    note('This help follows the theme of the desk.'),
  ],
  related: ['connections', 'profile'],
};

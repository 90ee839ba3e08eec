import { heading, list, note, picture, steps, table, text, type Topic } from '../content.ts';

export const gettingStarted: Topic = {
  id: 'getting-started',
  title: 'Getting Started',
  group: 'First steps',
  summary: 'What the desk is made of, and a first round through it in five minutes.',
  concept: [
    ...text(
      'A trading desk answers three questions all day long: what is the market doing, what do I own, and which orders have I sent. This desk gives each answer a window of its own, and lets you put the windows side by side.',
      'A **workspace** is one screen full of windows. A **window** holds one **tool**: a watch list, a manager of orders, and so on. You may keep several workspaces, for instance one to find ideas and one to watch what you hold, and change between them by their tabs.',
    ),
    picture(
      'desk',
      'The desk: at the top the workspace tabs, the state of the connections and the account; below, a watch list with an order ticket beside it, and the Trade Manager',
    ),
  ],
  here: [
    heading('The line at the top'),
    table(
      ['What', 'What it shows'],
      [
        'Workspace tabs',
        'Your workspaces; the marked one is on screen. The buttons behind them belong to it. See [Workspaces](workspaces).',
      ],
      [
        'Trade, Feed, Data',
        'The three connections to the server. See [Connections and stale prices](connections).',
      ],
      [
        'Exchange time',
        'The clock of the exchange, New York time. Orders and prices are stamped with it, wherever you sit.',
      ],
      [
        'PAPER or LIVE',
        'Whether the account trades with play money or with real money. Look here before every order.',
      ],
      ['Your name', 'The menu with Settings, Getting Started, Tips & Tricks, Profile and Logout.'],
    ),
    heading('A first round'),
    steps(
      'In the **Market View** window type a symbol, for instance `AAPL`, and press {Enter}. Its prices begin to move. Your first list holds the most traded symbols of the market; **Add a starter list** puts them into any empty list.',
      'Click the arrow in the row. The [order ticket](order-entry) opens, filled in with that symbol. In a demo it says that trading is not supported; everywhere else you may write an order now.',
      'Look at the **Trade Manager**: Open Orders holds what still waits, Trade Log what happened, Positions what you own.',
      'Choose **Choose window layout** beside the workspace tabs, and pick another arrangement. Nothing is lost by changing it.',
      '**Choose a ready workspace**, below this page, shows what a screen for day trading, options, the long term or strategies may hold. Later you find it as **Ready workspaces** behind **All workspaces**, the arrow beside the tabs.',
      'Press {Ctrl+K} and type a word or two. Every action of the desk can be found there.',
    ),
    heading('Help where you are'),
    list(
      'The question mark in the title of a window opens the page about its tool; {F1} does the same for the window that you last used.',
      'In this help, {/} goes to the search field, {Alt+Left} and {Alt+Right} go back and forward, and {Escape} closes it.',
    ),
    note(
      'This page opens after signing in as long as **Show at startup** is ticked below it. In a demo it always does.',
    ),
  ],
  related: ['workspaces', 'market-view', 'order-entry', 'trade-manager', 'keyboard'],
};

import { list, note, steps, text, type Topic } from '../content.ts';

export const startPublicStrategy: Topic = {
  id: 'start-public-strategy',
  title: 'Start public strategy',
  group: 'Dialogs',
  needs: ['algo-stream'],
  summary: 'Run a strategy that another user published, within a limit of yours.',
  concept: [
    ...text(
      'A public strategy is a black box with a record. You can try it and run it, but not read or change it. So test it yourself, over a stretch that its author may not have had in view, and give it little money at first. What many run at the same time moves the price against all of them.',
    ),
  ],
  here: [
    steps(
      '**Start…** or **Backtest…** in the menu of a strategy that is marked Public. Its parameters may be changed, its symbol among them.',
      'Choose one kind of limit: dollars, at least 0.01, or shares, at least 1. Dollars are chosen at first.',
      'Start it. It appears as an instance under its name.',
    ),
    list(
      'The limits begin at 100 dollars and 1 share: raise them on purpose, not by accident.',
      '**Guards**, **Schedule** and **Resume by itself after a restart of the server** are those of a strategy of yours: see **Start strategy**.',
    ),
    note(
      'One live instance of a public strategy is allowed: "Only one instance of live strategy is allowed".',
    ),
  ],
  related: ['algo-stream', 'start-strategy'],
};

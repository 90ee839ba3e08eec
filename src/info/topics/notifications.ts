import { list, text, type Topic } from '../content.ts';

export const notifications: Topic = {
  id: 'notifications',
  title: 'Notifications',
  group: 'Dialogs',
  needs: ['price-alerts'],
  summary: 'What pops up when an alert fires, and how it goes away.',
  concept: [
    ...text(
      'A notification is worth something only if it is rare. If you dismiss them without reading, you have set too many alerts, or too close ones. A good one needs no thought: you decided what to do when you set it, and now you only look whether the reasons still hold.',
    ),
  ],
  here: [
    list(
      'A notification names the symbol, the side and the level: "AAPL is trading above 250.00".',
      'The popup goes away by itself 15 seconds after the last one, though never under the pointer. It lies at the lower left, over no button of a window. What you did not dismiss stays behind the bell in the menu bar. That it fired stays written in the row of the [alert](price-alerts), with the time.',
      'What fired while you were away is shown when you return, with the time at which it fired.',
      'Dismiss one of them, or all at once.',
    ),
  ],
  related: ['price-alerts', 'alert-price', 'notifications-outside'],
};

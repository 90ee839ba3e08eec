import { heading, list, picture, steps, table, text, type Topic } from '../content.ts';

export const priceAlerts: Topic = {
  id: 'price-alerts',
  title: 'Price Alerts',
  group: 'Tools',
  needs: ['price-alerts'],
  summary: 'Get a notification when a price passes a level, instead of watching it.',
  concept: [
    ...text(
      'Watching a price all day makes you want to trade it. An alert lets you decide in calm at which level something would have to be done, and then leave it alone until it gets there. Set the level where your opinion would change, not where it would merely be interesting.',
      'An alert is not an order. It wakes you; it does not protect you. If you want something done at a level whether you are there or not, that is what stop orders are for.',
    ),
    picture(
      'price-alerts',
      'Price Alerts with a high level for each of three symbols, and the buttons to pause and remove a row',
    ),
    table(
      ['Alert', 'Fires when'],
      ['High', 'the last price goes above the level'],
      ['Low', 'the last price goes below the level'],
    ),
  ],
  here: [
    steps(
      'Add the Price Alerts tool to a window and press **Add symbols**.',
      'Click a High Alert or Low Alert cell and enter the [level](alert-price).',
      'When it is passed, a [notification](notifications) says "SYMBOL is trading above PRICE" or "below", and the time is written into the row.',
    ),
    heading('Good to know'),
    list(
      'An alert fires once. Resetting it, or setting another level, arms it again.',
      'Alerts are watched by the server, not by the page. They fire with the browser closed, too; when you return, the notifications list what fired, with the time. In a demo session they are watched while the page is open.',
      '**Alert log** lists every alert that fired. There you also choose a sound and desktop notifications for this machine.',
      "Any number can be watched: right-click a row and choose **Alert on another column**, for example on the change in per cent. **Create alert** in the commands, in the menu of a watch list and on the chart's price axis does the same. You stay where you are: such an alert is watched without a window of Price Alerts, too, and is in the first one that you open. With several such windows it goes into the one on screen, or else the one that you used last.",
      'Alerts belong to you, not to a window. When you close a window, also by undo or redo, its alerts stay active: a message says how many, and **Remove them** removes those. The others are in the first Price Alerts window. A duplicated workspace shows the same alerts; an imported one has its own.',
      'Click the time of an alert that has fired to reset it.',
      'The last column but one pauses an alert and resumes it; its header does so for all rows. A paused alert never fires.',
      '**Manage saved alerts** keeps a set of them under a name, see [Manage saves](manage-saves).',
    ),
  ],
  related: ['alert-price', 'notifications', 'manage-saves', 'market-view'],
};

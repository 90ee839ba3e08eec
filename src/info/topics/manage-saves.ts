import { list, note, steps, text, type Topic } from '../content.ts';

export const manageSaves: Topic = {
  id: 'manage-saves',
  title: 'Manage saves',
  group: 'Dialogs',
  needs: ['market-view.manage-saves', 'market-screen.manage-saves', 'price-alerts.manage-saves'],
  summary: 'Keep a list, a filter or a set of alerts under a name, and load it again.',
  concept: [
    ...text(
      'A window remembers what it shows, but only that. Give a name to what took you time to make: the list of semiconductors, the filter for pullbacks, the alerts around earnings. A named save can be loaded into any window of the same tool, and is on every computer you sign in at.',
    ),
  ],
  here: [
    steps(
      'Press the folder in the title of the window.',
      'To save, enter a name and press **Save**. A name that exists, in whatever case, is overwritten after a question only.',
      'To load, select a save and press **Load**. What the window showed is replaced.',
      '**Delete** asks "Do you really want to delete" with the name.',
    ),
    list(
      'The title of the window shows the name of the save, or "Untitled".',
      'A dot behind the title says that the window was changed since it was saved; it goes when it is saved, or as it was, again.',
      'In the list, the arrow keys select, {Enter} loads and {Delete} deletes.',
      'The list follows what you save and delete on your other computers. When two of them change the same save, both versions are kept: the later one gets a number behind its name, and a message says so.',
      'Without a connection you save and delete as usual; the server gets it as soon as it can be reached. Undo reverts what you saved or deleted.',
      'What goes wrong is written below the list or in a message, and nothing is lost by it.',
    ),
    note('In a demo, "Saving is not supported during Demo Session", and the same holds for deleting.'),
  ],
  related: ['market-view', 'demo'],
};

import { heading, list, note, picture, steps, text, type Topic } from '../content.ts';

export const workspaces: Topic = {
  id: 'workspaces',
  title: 'Workspaces',
  group: 'The desk',
  summary: 'Several arrangements of windows, each under a name: add, rename, copy, share, undo.',
  concept: [
    ...text(
      'Different hours of the day need different screens. Before the open you look for candidates; during the session you watch a few symbols closely; afterwards you go through what you did. A workspace keeps one such screen under a name: its layout, its windows, and all that each window was set to.',
      'Workspaces belong to you and not to the computer. They are stored on the server as you change them, and are there when you sign in somewhere else.',
    ),
    picture(
      'workspace-tabs',
      'The workspace tabs with the buttons beside them: all workspaces, rename, delete, layout, saved layouts, and new workspace',
    ),
  ],
  here: [
    steps(
      '**New workspace**, the plus beside the tabs, takes a name and shows an empty workspace.',
      '**Ready workspaces**, in the menu **All workspaces** (the arrow behind the tabs), adds a whole screen for day trading, options, the long term or strategies, which you may change as you like.',
      'A click on a tab changes to that workspace. Its address in the browser holds the name, so a bookmark opens it.',
      '**Rename workspace** and **Delete workspace** act on the one on screen. Deleting asks first, and then shows the tab before it.',
      'Drag a tab to put it elsewhere. With the keyboard, {Left} and {Right} go along the tabs, and {Alt+Shift+Left} and {Alt+Shift+Right} move one.',
    ),
    heading('Copies and files'),
    list(
      'The arrow behind the tabs, **All workspaces**, lists them all, and holds **Duplicate workspace**, **Export workspace to a file** and **Import workspace from a file**. A right-click on a tab offers the same for that one.',
      'An exported file holds the windows and their settings, and nothing about your account. Another user who imports it gets the same workspace.',
      '**Export everything to a file** saves all that you have made in one file: workspaces, layouts, settings, what you saved in tools, alerts, shared drawings and strategies. Orders, passwords and keys are not in it.',
      '**Import everything from a file** compares such a file with what you have, and lists what is new. Choose what to take: nothing of yours is changed, and what has a name that you use gets another one. Settings replace yours, so they are only taken when you tick them. {Ctrl+Z} undoes an import; saved items and strategies stay.',
      'A file that ends too early or is damaged is read as far as it goes; the list says what is missing.',
      'A workspace file that cannot be read is refused with the reason. A tool in it that this desk does not have keeps its place.',
    ),
    heading('Taking it back'),
    ...text(
      '**History of workspaces**, in the menu **All workspaces**, has earlier versions of your workspaces, up to 30 days back: when each was stored, from which browser, and what has changed since. **Restore** brings one workspace back and leaves the others as they are.',
      'Its second part, **Alerts, drawings and saved items**, lists what these were before they were changed or deleted, with the time, the browser and the change. **Restore** brings one of them back, a deleted one too. A saved item comes back beside the one that has its name now.',
      'New windows begin as installed, or as you like them: choose **Begin new windows of this tool like this one** in the list of commands ({Ctrl+K}) for columns, sorting, studies and the like. **Begin new windows of this tool as installed** ends it.',
      'Up to 200 changes can be undone with {Ctrl+Z} and redone with {Ctrl+Shift+Z}, the last one first: workspaces and their names, windows and layouts, lists, columns, sorting, filters, studies, drawings, alerts and settings. The buttons and the menu **Edit** in the menu bar do the same with a click; the menu names the change that comes next. This works after a reload of the page, too.',
      'Orders are never undone, and neither is what a window merely shows, such as its symbol. An alert that was removed or changed is armed again when it comes back; one that has fired stays fired.',
    ),
    heading('Names'),
    list(
      'A name is needed: "Please enter workspace name".',
      'Each name exists once: "Workspace already exists".',
    ),
    heading('One place only'),
    ...text(
      'A tool that is about your whole account, such as Trade Manager, may be open in one workspace at a time: two of them would show the same data. Adding a second one shows a message that names the workspace of the first.',
    ),
    heading('Two browsers at once'),
    ...text(
      'What you change in one tab is in your other tabs at once, and on another computer as soon as you turn to it; each keeps its own workspace on screen. Changes of different workspaces, or of different windows in one, are put together. When both sides have changed the same window, layout or name, nothing is overwritten: "These workspaces were changed elsewhere" lets you keep yours, theirs, or both. Until you have chosen, nothing is stored.',
    ),
    note('A window whose tool this desk does not have keeps its place and its settings, and says so.'),
  ],
  related: ['layouts', 'linking', 'getting-started'],
};

import { list, picture, steps, text, type Topic } from '../content.ts';

export const commands: Topic = {
  id: 'commands',
  title: 'Finding a command',
  group: 'The desk',
  summary: 'Everything the desk can do, found by typing a word of it.',
  concept: [
    ...text(
      'A desk with many tools has more buttons than anyone remembers. Each button, menu entry and key of this desk is a command with a name, and the list of all names is one key away. You need not know where something is, only roughly what it is called.',
    ),
    picture('command-palette', 'The list of commands, narrowed down by typing, with the keys at the right'),
  ],
  here: [
    steps(
      'Press {Ctrl+K}, or the magnifier at the top.',
      'Type words or parts of them in any order, initials (fap for Flatten all positions), or letters in their order. The best match stands first.',
      '{Up} and {Down} choose, {Enter} runs, {Escape} leaves everything as it was.',
    ),
    list(
      'The commands you used last stand at the top until you type.',
      'Commands of a tool are about the window that you last used; those that cannot run now are not listed.',
      'Windows and workspaces are found by a part of their titles, and symbols by their names or companies: **Show** loads the symbol into the window that you last used for one.',
      'Where a command has a key of its own it stands at the right, so the list teaches its own shortcuts.',
    ),
  ],
  related: ['keyboard'],
};

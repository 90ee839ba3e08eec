import { heading, list, note, steps, text, type Topic } from '../content.ts';

export const thirdPartyTools: Topic = {
  id: 'third-party-tools',
  title: 'Third-party tools',
  group: 'Tools',
  summary: 'Tools of other authors, which get what you allow and nothing else.',
  concept: text(
    'The operator of a server can offer tools that are not part of Tapedeck. Their authors are not known to it, so they run apart from the workstation, without a network. No such tool can send an order, or read your orders, positions or accounts. What else it may do is your decision, made once for each version of the tool.',
  ),
  here: [
    steps(
      'Add the tool to an empty window. Its title ends in **(third-party)**.',
      'Read what it requests. **Allow** starts it and remembers your decision; **Cancel** closes the window.',
    ),
    heading('While it runs'),
    list(
      'The menu **Third-party tool** in the title bar has the commands of the tool, if it has any, and **Reload**, **Stop** and **Withdraw permissions**.',
      'A tool that does not answer for 5 seconds is covered by a message. The workstation is not affected. **Stop** ends the tool, **Reload** starts it again.',
      'A tool that sends too much is stopped at once, and the window says why.',
      'In a hidden window it gets no prices.',
      'A tool may bring pages of this help: they are under **Third-party tools** in the contents, and the ? of its windows opens them.',
      'A tool with settings has a section on the [Settings](settings) page. It reads them, and cannot change them.',
    ),
    note(
      'When the tool or what it requests has changed, it does not start before you have allowed it again. The window says so.',
    ),
  ],
  related: ['linking', 'workspaces'],
};

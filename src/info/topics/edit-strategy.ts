import { LEAVE_EDITOR_KEY } from '../../ui/key-text.ts';
import { heading, list, steps, table, text, type Topic } from '../content.ts';

export const editStrategy: Topic = {
  id: 'edit-strategy',
  title: 'Edit strategy',
  group: 'Dialogs',
  needs: ['algo-stream'],
  summary: 'Name, code and parameters of a strategy of your own.',
  concept: [
    ...text(
      'Keep the idea in the code and the numbers in the parameters. Then one strategy can be tried with several settings, and you can see whether its result depends on one lucky number. A rule that works with an average of 48, 50 and 52 bars may be something; one that works with 50 only is noise.',
    ),
  ],
  here: [
    steps(
      '**Add strategy**, or **Edit…** in the menu of one of yours. Public strategies cannot be edited.',
      'Give it a name. A new one may begin with a template: it fills in code and parameters that run as they are.',
      'Write the code in the [strategy language](strategy-language). {Control+Space} completes, the pointer on a name explains it, and what is wrong is underlined. The line that the last run failed at is marked, too.',
      'Put the numbers into the parameters, one `name = value` a line.',
      'Save. Another name renames the strategy. Closing with changes shows a prompt to save them.',
    ),
    heading('Names'),
    table(
      ['Message', 'What to do'],
      ['Strategy name is not specified', 'Enter a name'],
      ['Strategy name should be no longer than 40 characters', 'Shorten it'],
      ['Strategy name should not contain special symbols', 'Leave out commas'],
      [
        'This strategy has one or more instances created. Please remove all instances before renaming strategy.',
        'Remove its instances, or keep the name',
      ],
    ),
    list(
      '"Modifications not saved" means that the code on screen is not the code that runs.',
      '**Versions…** compares and restores what was saved before. What you have not saved yet stays in the editor.',
      `In the code {Tab} indents. {${LEAVE_EDITOR_KEY}} makes it lead to the next field, as everywhere else, and back.`,
      'Code and parameters are as high as you pull them at their lower corner.',
    ),
  ],
  related: ['strategy-editor', 'strategy-language', 'algo-stream', 'start-strategy'],
};

import { LEAVE_EDITOR_KEY } from '../../ui/key-text.ts';
import { heading, list, steps, table, text, type Topic } from '../content.ts';

export const strategyEditor: Topic = {
  id: 'strategy-editor',
  title: 'Strategy Editor',
  group: 'Tools',
  needs: ['strategy-editor'],
  summary: 'Write a strategy with its problems, log and results beside the code.',
  concept: text(
    'A strategy is written in small steps: change a line, test it, read what happened, change the next line. The Strategy Editor keeps all of that in one window. The code stays on screen while a backtest runs, and every fault and every line of the log leads back to the line of code that it comes from. A quick test after each change finds mistakes early; it is no reason to change the rules until the past looks good.',
  ),
  here: [
    steps(
      'Add the Strategy Editor to a window, or choose **Open in editor window** in the menu of one of your strategies in [AlgoStream](algo-stream).',
      'Choose a strategy at the top, or **New strategy** in the title. A new one has a name, and may begin with a template.',
      'Write the code in the [strategy language](strategy-language), and the numbers as parameters, one `name = value` a line.',
      '{Ctrl+Enter} or **Run** tests what is in the window, saved or not, with the terms of the last backtest: at first the last 30 days. **Backtest…** changes the period and the other [terms](start-strategy).',
      '{Ctrl+S} or **Save** stores code and parameters as a new version. With **Run on save** each save starts a backtest.',
    ),
    heading('The panes'),
    table(
      ['Pane', 'What it shows'],
      [
        'Problems',
        'What the editor finds in code and parameters, and the fault that the last run ended with. A click or {Enter} shows the place',
      ],
      [
        'Log',
        'What the run wrote with `log()`. A click or {Enter} shows the call that wrote the line; where several calls could have written it, there is no link',
      ],
      ['Results', 'Net P&L, equity and drawdown, trades and key figures. **Report…** opens the whole report'],
      ['P&L', 'The net P&L of the run bar by bar, with its fills'],
    ),
    heading('Good to know'),
    list(
      'A run of code that was not saved gives way to the next run of this window. A run of a saved version stays in the list of AlgoStream, with the number of its version.',
      'Modifications stay in the window until they are saved: a reload, another workspace or another browser keeps them. When the window is closed, a prompt offers to save them.',
      'When the strategy is saved in another window meanwhile, a bar says so and your modifications stay. **Compare…** shows the differences; every save is kept as a [version](edit-strategy).',
      'Faults of runs that this window started are shown in it; no dialog opens while it is on screen. Questions about missing data open as usual.',
      `In the code {Tab} indents; {${LEAVE_EDITOR_KEY}} makes it lead to the next field, and back. {Control+Space} completes: also the names of the parameters, inside of \`param('')\`.`,
      'The lines between code, parameters and panes are moved with the pointer or, with the focus, with the arrow keys. In a narrow window the panes are below the code.',
      '**Rename…** gives the strategy another name, unless it has runs; modifications stay as they are. A window without a strategy lists yours with their newest runs: {Enter} opens one.',
    ),
  ],
  related: ['algo-stream', 'strategy-language', 'edit-strategy', 'start-strategy'],
};

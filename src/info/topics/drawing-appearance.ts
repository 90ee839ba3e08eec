import { list, steps, table, text, type Topic } from '../content.ts';

export const drawingAppearance: Topic = {
  id: 'drawing-appearance',
  title: 'Drawings and their appearance',
  group: 'Dialogs',
  needs: ['chart'],
  summary: 'Lines, arrows and texts on a chart, and their color, width and size.',
  concept: [
    ...text(
      'A line drawn before the price gets there is a plan; drawn afterwards it is a decoration. Draw the levels at which you would act, write beside them why, and look at them again when the price arrives. A chart with three lines is read, one with thirty is not.',
    ),
  ],
  here: [
    steps(
      'In the draw tools, **Keep the tools open** puts them beside the chart. With the chart in focus, {Alt} and a letter chooses a tool: T line, A arrow, N text, H horizontal line, R ray, B rectangle, I retracement, M measure, S select.',
      'Choose **Line**, **Arrow** or **Text** in the draw tools, and drag on the chart. A new text can be typed in place at once.',
      'Choose **Select drawn item** to move a drawing or to pull its handles. A click within 15 px of it is enough.',
      'Right-click a drawing for **Edit text**, **Style**, **Duplicate**, **Lock**, **Hide** and **Delete**. Dragging it with {Ctrl} leaves it in place and moves a copy.',
      '**List of drawings** in the draw tools, or {Alt+O}, lists the drawings of the symbol beside the chart: a click selects one and moves the chart to it; the eye hides it, the lock holds it in place, the bin deletes it. The eye and the lock above the list are for all drawings.',
      '**Stop drawing** gives the pointer back to the chart; **Delete all items** removes every drawing.',
    ),
    table(
      ['Style', 'From', 'To', 'At first'],
      ['Thickness', '1', '20', '2'],
      ['Font size', '10', '50', '20 for a new text'],
      ['Color', '', '', 'Black'],
    ),
    list(
      'A drawing smaller than 5 px is taken for a slip and dropped.',
      'An empty text deletes itself.',
      'A locked drawing can be selected, styled and copied. It is moved, edited and deleted only after it is unlocked; **Delete all items** deletes it with the others.',
      'Drawings belong to their symbol: every chart of it shows them, in all workspaces and on all your machines, also after a chart was closed. A symbol has at most 500 shared drawings.',
      'A chart can have drawings of its own: take the mark from **Share drawings with all charts of the symbol** in the draw tools. Its own drawings and the shared ones are kept apart, so nothing is lost when you change back. **Share these drawings** moves own drawings to the shared ones, and **Copy these drawings to this chart only** copies the shared ones.',
      'Charts from before drawings were shared keep their own. When two machines change the same part of a drawing at once, both versions stay on the chart, and a message says so.',
    ),
  ],
  related: ['chart'],
};

import * as v from 'valibot';
import { HELP_BOUNDS, helpProblems } from '../domain/tool-help/index.ts';
import { text } from './text-field.ts';

const passage = text('A text of a help page', HELP_BOUNDS.textChars);
const block = v.variant(
  'kind',
  [
    v.strictObject({ kind: v.picklist(['text', 'heading', 'note']), text: passage }),
    v.strictObject({ kind: v.picklist(['list', 'steps']), items: v.array(passage) }),
    v.strictObject({ kind: v.literal('table'), head: v.array(passage), rows: v.array(v.array(passage)) }),
  ],
  'A block of a help page must be of the kind text, heading, note, list, steps or table.',
);

/** The help pages of a tool, as `tool.json` and the list of the server have them. */
export const declaredHelp = v.pipe(
  v.array(
    v.strictObject({
      id: text('id of a help page', 40),
      title: text('title of a help page', HELP_BOUNDS.titleChars),
      summary: text('summary of a help page', HELP_BOUNDS.summaryChars),
      concept: v.array(block),
      here: v.optional(v.array(block), []),
    }),
    'help must be a list of pages.',
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) for (const message of helpProblems(dataset.value)) addIssue({ message });
  }),
);

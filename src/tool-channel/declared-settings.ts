import * as v from 'valibot';
import { MAX_SETTING_TEXT, settingsProblems } from '../domain/tool-settings/index.ts';
import { text } from './text-field.ts';

const texts = {
  label: text('label of a setting', 60),
  help: text('help of a setting', 300),
};
const bound = v.pipe(v.number('A bound of a setting must be a number.'), v.finite());
const option = v.strictObject({
  value: text('value of an option', 60),
  label: text('label of an option', 60),
});

const setting = v.variant(
  'kind',
  [
    v.strictObject({ kind: v.literal('boolean'), ...texts, initial: v.boolean() }),
    v.strictObject({
      kind: v.literal('number'),
      ...texts,
      min: bound,
      max: bound,
      isWhole: v.exactOptional(v.boolean()),
      unit: v.exactOptional(text('unit of a setting', 20)),
      initial: v.number(),
    }),
    v.strictObject({ kind: v.literal('choice'), ...texts, options: v.array(option), initial: v.string() }),
    v.strictObject({
      kind: v.literal('text'),
      ...texts,
      maxLength: v.number(),
      initial: v.pipe(v.string(), v.maxLength(MAX_SETTING_TEXT)),
    }),
  ],
  'A setting must be an object of the kind boolean, number, choice or text.',
);

/** The settings of a tool by their ids, as `tool.json` and the list of the server have them. */
export const declaredSettings = v.pipe(
  v.record(v.string(), setting, 'settings must be an object of settings by their ids.'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) for (const message of settingsProblems(dataset.value)) addIssue({ message });
  }),
);

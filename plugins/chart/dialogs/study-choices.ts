import { settleParameters, type StudyKind } from '../../../src/domain/studies/index.ts';
import {
  freeKey,
  keyOf,
  MAX_INDICATORS,
  ordinalOf,
  studyIdOf,
  withKey,
  type IndicatorSetting,
  type StudyStyle,
} from '../model/indicator.ts';
import { instanceLabel } from '../model/study-set.ts';
import type { StudyCatalogue } from '../model/study-catalogue.ts';
import type { StudyEntries } from './entries.ts';
import { hasProblem, typedOf, type TypedParameters } from './study-parameters.ts';

/** An instance of a study while its settings are edited. */
export interface StudyDraft {
  readonly key: string;
  readonly typed: TypedParameters;
  readonly style: StudyStyle;
}

/** What the dialog of the studies edits: a draft for every study, and for each further instance of one. */
export interface StudyChoices {
  readonly drafts: readonly StudyDraft[];
  /** Keys of the instances that are on the chart, in their order. */
  readonly chosen: readonly string[];
  /** Instances of studies that no installed tool has. They stay on the chart, behind the others. */
  readonly missing: readonly IndicatorSetting[];
  readonly catalogue: StudyCatalogue;
}

/** Everything but what identifies an instance and its numbers. */
function styleOf({ Id: _id, Parameters: _parameters, Key: _key, ...style }: IndicatorSetting): StudyStyle {
  return style;
}

/** The draft of a stored instance. */
export function draftOf(setting: IndicatorSetting, catalogue: StudyCatalogue): StudyDraft {
  const study = catalogue.get(setting.Id);
  return {
    key: keyOf(setting),
    typed: study === undefined ? {} : typedOf(study, setting),
    style: styleOf(setting),
  };
}

/** The setting that a draft stands for; missing and zero numbers become the defaults. */
export function settingOf({ key, typed, style }: StudyDraft, catalogue: StudyCatalogue): IndicatorSetting {
  const id = studyIdOf(key);
  const study = catalogue.get(id);
  return withKey(
    { Id: id, Parameters: study === undefined ? {} : settleParameters(study, typed), ...style },
    key,
  );
}

/** The choices of a chart. */
export function choicesOf(present: readonly IndicatorSetting[], entries: StudyEntries): StudyChoices {
  const { catalogue } = entries;
  const [known, missing] = partition(present, ({ Id }) => entries.get(Id) !== undefined);
  const drafts = known.map((setting) => draftOf(setting, catalogue));
  const others = entries.all
    .filter(({ id }) => !drafts.some(({ key }) => key === id))
    .map(({ id }) => draftOf({ Id: id, Parameters: {} }, catalogue));
  return {
    drafts: [...drafts, ...others],
    chosen: drafts.map(({ key }) => key),
    missing,
    catalogue,
  };
}

function partition<Item>(
  items: readonly Item[],
  isFirst: (item: Item) => boolean,
): readonly [readonly Item[], readonly Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** Puts an instance on the chart or takes it off. Its draft stays until the dialog closes. */
export const choose = (choices: StudyChoices, key: string, isOn: boolean): StudyChoices => {
  const others = choices.chosen.filter((each) => each !== key);
  if (!isOn) return { ...choices, chosen: others };
  return choices.chosen.includes(key) ? choices : { ...choices, chosen: [...choices.chosen, key] };
};

/** Changes the draft of an instance. */
export const change = (
  choices: StudyChoices,
  key: string,
  next: Partial<Pick<StudyDraft, 'typed' | 'style'>>,
): StudyChoices => ({
  ...choices,
  drafts: choices.drafts.map((draft) => (draft.key === key ? { ...draft, ...next } : draft)),
});

/** Adds an instance like another one, on the chart behind it, in a colour of its own. Returns its key too. */
export function duplicate(choices: StudyChoices, key: string): [StudyChoices, string] {
  const { drafts, chosen } = choices;
  const like = drafts.find((draft) => draft.key === key);
  const added = freeKey(
    studyIdOf(key),
    drafts.map((draft) => draft.key),
  );
  const { Color: _color, ...style } = like?.style ?? {};
  const draft = { key: added, typed: like?.typed ?? {}, style };
  const at = chosen.indexOf(key);
  return [
    {
      ...choices,
      drafts: [...drafts, draft],
      chosen: at < 0 ? [...chosen, added] : [...chosen.slice(0, at + 1), added, ...chosen.slice(at + 1)],
    },
    added,
  ];
}

/** The instances with one more like another, behind it and in a colour of its own. */
export function withAnother(present: readonly IndicatorSetting[], key: string): readonly IndicatorSetting[] {
  const keys = present.map(keyOf);
  const at = keys.indexOf(key);
  const like = present[at];
  if (like === undefined) return present;
  const { Color: _color, Key: _key, ...setting } = like;
  return present.toSpliced(at + 1, 0, withKey(setting, freeKey(setting.Id, keys)));
}

/** The further instances of a study, in the order in which they were added. */
export const furtherOf = ({ drafts }: StudyChoices, id: string): readonly StudyDraft[] =>
  drafts.filter(({ key }) => key !== id && studyIdOf(key) === id);

/** What the list calls a further instance: its present numbers, `EMA (9)`; its number, too, when another has the same name. */
export function furtherName({ drafts, catalogue }: StudyChoices, key: string): string {
  const nameOf = (draft: StudyDraft): string => {
    const study = catalogue.get(studyIdOf(draft.key));
    return study === undefined
      ? draft.key
      : instanceLabel(study, settleParameters(study, draft.typed), draft.style.Source ?? 'close');
  };
  const named = drafts.find((draft) => draft.key === key);
  if (named === undefined) return key;
  const name = nameOf(named);
  const isShared = drafts.some((draft) => draft.key !== key && nameOf(draft) === name);
  return isShared ? `${name}${ordinalOf(key)}` : name;
}

/** Why the choices cannot be applied; null when they can. */
export function problemOf(choices: StudyChoices): string | null {
  const excess = choices.chosen.length + choices.missing.length - MAX_INDICATORS;
  if (excess > 0)
    return `A chart shows at most ${MAX_INDICATORS} studies. Take off ${excess === 1 ? 'one' : excess}.`;
  const wrong = wrongOf(choices);
  return wrong.length === 0 ? null : `Check the numbers of ${wrong.map(({ title }) => title).join(', ')}.`;
}

/** The studies on the chart whose numbers cannot be used. */
export const wrongOf = ({
  drafts,
  chosen,
  catalogue,
}: Pick<StudyChoices, 'drafts' | 'chosen' | 'catalogue'>): readonly StudyKind[] =>
  chosen.flatMap((key) => {
    const study = catalogue.get(studyIdOf(key));
    const typed = drafts.find((draft) => draft.key === key)?.typed ?? {};
    return study !== undefined && hasProblem(study, typed) ? [study] : [];
  });

/** What the window stores. */
export const settingsOf = ({
  drafts,
  chosen,
  missing,
  catalogue,
}: StudyChoices): readonly IndicatorSetting[] => [
  ...chosen.flatMap((key) => {
    const draft = drafts.find((each) => each.key === key);
    return draft === undefined ? [] : [settingOf(draft, catalogue)];
  }),
  ...missing,
];

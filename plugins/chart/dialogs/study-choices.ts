import { settleParameters, studyById, type StudyKind } from '../../../src/domain/studies/index.ts';
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
import { entryOf, STUDY_ENTRIES } from './entries.ts';
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
}

/** Everything but what identifies an instance and its numbers. */
function styleOf({ Id: _id, Parameters: _parameters, Key: _key, ...style }: IndicatorSetting): StudyStyle {
  return style;
}

/** The draft of a stored instance. */
export function draftOf(setting: IndicatorSetting): StudyDraft {
  const study = studyById(setting.Id);
  return {
    key: keyOf(setting),
    typed: study === undefined ? {} : typedOf(study, setting),
    style: styleOf(setting),
  };
}

/** The setting that a draft stands for; missing and zero numbers become the defaults. */
export function settingOf({ key, typed, style }: StudyDraft): IndicatorSetting {
  const id = studyIdOf(key);
  const study = studyById(id);
  return withKey(
    { Id: id, Parameters: study === undefined ? {} : settleParameters(study, typed), ...style },
    key,
  );
}

/** The choices of a chart. Studies that this version does not know are left out. */
export function choicesOf(present: readonly IndicatorSetting[]): StudyChoices {
  const known = present.filter(({ Id }) => entryOf(Id) !== undefined).map(draftOf);
  const others = STUDY_ENTRIES.filter(({ id }) => !known.some(({ key }) => key === id)).map(({ id }) =>
    draftOf({ Id: id, Parameters: {} }),
  );
  return { drafts: [...known, ...others], chosen: known.map(({ key }) => key) };
}

/** Puts an instance on the chart or takes it off. Its draft stays until the dialog closes. */
export const choose = ({ drafts, chosen }: StudyChoices, key: string, isOn: boolean): StudyChoices => ({
  drafts,
  chosen: isOn ? (chosen.includes(key) ? chosen : [...chosen, key]) : chosen.filter((each) => each !== key),
});

/** Changes the draft of an instance. */
export const change = (
  { drafts, chosen }: StudyChoices,
  key: string,
  next: Partial<Pick<StudyDraft, 'typed' | 'style'>>,
): StudyChoices => ({
  drafts: drafts.map((draft) => (draft.key === key ? { ...draft, ...next } : draft)),
  chosen,
});

/** Adds an instance like another one, on the chart behind it, in a colour of its own. Returns its key too. */
export function duplicate({ drafts, chosen }: StudyChoices, key: string): [StudyChoices, string] {
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
export function furtherName({ drafts }: StudyChoices, key: string): string {
  const nameOf = (draft: StudyDraft): string => {
    const study = studyById(studyIdOf(draft.key));
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
  const excess = choices.chosen.length - MAX_INDICATORS;
  if (excess > 0)
    return `A chart shows at most ${MAX_INDICATORS} studies. Take off ${excess === 1 ? 'one' : excess}.`;
  const wrong = wrongOf(choices);
  return wrong.length === 0 ? null : `Check the numbers of ${wrong.map(({ title }) => title).join(', ')}.`;
}

/** The studies on the chart whose numbers cannot be used. */
export const wrongOf = ({ drafts, chosen }: StudyChoices): readonly StudyKind[] =>
  chosen.flatMap((key) => {
    const study = studyById(studyIdOf(key));
    const typed = drafts.find((draft) => draft.key === key)?.typed ?? {};
    return study !== undefined && hasProblem(study, typed) ? [study] : [];
  });

/** What the window stores. */
export const settingsOf = ({ drafts, chosen }: StudyChoices): readonly IndicatorSetting[] =>
  chosen.flatMap((key) => {
    const draft = drafts.find((each) => each.key === key);
    return draft === undefined ? [] : [settingOf(draft)];
  });

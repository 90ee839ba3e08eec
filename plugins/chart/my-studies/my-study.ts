import type { SeriesStudy, StudyParameter, StudyParameters } from '../../../src/domain/studies/index.ts';
import type { WireChartStudy, WireStudyFault } from '../../../src/plugin-api/index.ts';

/** Before the name of a file in the ids that charts store. */
const PREFIX = 'my/';

/** The id under which charts store the study of a file. The colon separates the number of an instance from its study, so a name has none. */
export const myStudyId = (name: string): string =>
  `${PREFIX}${name.replaceAll('%', '%25').replaceAll(':', '%3A')}`;

/** The file of a stored id; null for the id of any other study. */
export const fileOfStudy = (id: string): string | null =>
  id.startsWith(PREFIX) ? id.slice(PREFIX.length).replaceAll('%3A', ':').replaceAll('%25', '%') : null;

/** A study of the user, which the server computes. */
export interface MyStudy extends SeriesStudy {
  /** The file in AlgoStream. */
  readonly file: string;
  /** Another one for other code. */
  readonly version: string;
}

/** Whether a study is one of the user's. */
export const isMyStudy = (study: SeriesStudy): study is MyStudy => 'file' in study && 'version' in study;

/** A study of the user as charts show it; null for a file that cannot be run. */
export function myStudyOf({ Name, Version, Study }: WireChartStudy): MyStudy | null {
  if (Study === null) return null;
  return {
    form: 'series',
    id: myStudyId(Name),
    file: Name,
    version: Version,
    title: Study.Title,
    help: Study.Help === '' ? `Your study in the file “${Name}” of AlgoStream.` : Study.Help,
    pane: Study.Pane === 'own' ? 'own' : 'overlay',
    parameters: Object.fromEntries(
      Study.Parameters.map((parameter): [string, StudyParameter] => [
        parameter.Name,
        {
          label: parameter.Name,
          min: parameter.Min,
          max: parameter.Max,
          step: parameter.Step,
          default: parameter.Default,
          ...(parameter.IsSwitch ? { input: 'switch' } : {}),
        },
      ]),
    ),
    outputs: Study.Lines.map(({ Name: line, Form, Tone, Format }) => ({
      id: line,
      title: line,
      form: Form,
      tone: Tone,
      format: Format,
    })),
    levels: Study.Levels,
    ...(Study.Scale === null ? {} : { scale: Study.Scale }),
    workColumns: 0,
    stateLength: 0,
    warmUpBars: () => 0,
    compute(_bars, from, to, _parameters, columns) {
      // The values come from the server; without them there are none.
      for (const column of columns) column.fill(Number.NaN, from, to);
    },
  };
}

/** The parameters as the code of the study reads them. */
export function parametersForCode(
  { parameters: declared }: MyStudy,
  given: StudyParameters,
): Readonly<Record<string, number | boolean>> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      declared[name]?.input === 'switch' ? value !== 0 : value,
    ]),
  );
}

/** A fault as the legend shows it: the message, and the file with the line where they are known. */
export function faultText({ Message, File, Line, Column }: WireStudyFault, file: string): string {
  if (Line === 0) return Message;
  return `${Message} (${File === '' ? file : File}, line ${Line}${Column === 0 ? '' : `, column ${Column}`})`;
}

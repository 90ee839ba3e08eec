import * as v from 'valibot';
import { LINE_FORMATS, LINE_FORMS, LINE_TONES, STUDY_PANES } from '../domain/strategy/chart-study-options.ts';
import { MAX_STUDY_BARS } from '../domain/strategy/chart-study.ts';
import { shortText } from './fields.ts';
import type { HttpRoute } from './http-route.ts';
import { nameField } from './strategy-bodies.ts';

/** Bars of one call: their text stays within the size of a body. */
export const BARS_A_CALL = 8_000;

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_STUDY_BARS));
const finite = v.pipe(v.number(), v.finite());
/** Null where a bar has no price. */
const column = v.pipe(v.array(v.nullable(finite)), v.maxLength(BARS_A_CALL));
const runIdField = v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/, 'the id of a study expected'));

const faultBody = v.object({
  Message: shortText,
  /** The imported file with the line; empty = the study's own. */
  File: shortText,
  /** From 1; 0 = unknown. */
  Line: v.number(),
  Column: v.number(),
});

const studyBody = v.object({
  Title: shortText,
  Help: shortText,
  Pane: v.picklist(STUDY_PANES),
  Levels: v.array(finite),
  Scale: v.nullable(v.tuple([finite, finite])),
  Lines: v.array(
    v.object({
      Name: shortText,
      Form: v.picklist(LINE_FORMS),
      Tone: v.picklist(LINE_TONES),
      Format: v.picklist(LINE_FORMATS),
    }),
  ),
  Parameters: v.array(
    v.object({
      Name: shortText,
      Default: finite,
      IsSwitch: v.boolean(),
      Min: finite,
      Max: finite,
      Step: finite,
    }),
  ),
});

/** HTTP calls about the studies of charts that authors write in AlgoStream. Their rate is limited by user, not by address. */
export const chartStudiesHttp = {
  chartStudies: {
    method: 'POST',
    path: '/api/ChartStudies/List',
    auth: 'bearer',
    body: v.nullable(v.object({})),
    response: v.object({
      Items: v.array(
        v.object({
          /** Of the file. */
          Name: nameField,
          /** Another one for other code, of the file or of one that it imports. */
          Version: shortText,
          Study: v.nullable(studyBody),
          Fault: v.nullable(faultBody),
        }),
      ),
    }),
    doc: 'The files of the caller that charts can show as studies, by name: Study says how, Fault why a file cannot be run. Exactly one of the two is null. Refused in demo, and without the permission for AlgoStream.',
  },
  chartStudyOpen: {
    method: 'POST',
    path: '/api/ChartStudies/Open',
    auth: 'bearer',
    hasOwnLimit: true,
    body: v.strictObject({
      Name: nameField,
      Parameters: v.pipe(
        v.array(v.strictObject({ Name: shortText, Value: v.union([finite, v.boolean()]) })),
        v.maxLength(20),
      ),
    }),
    response: v.object({ RunId: v.nullable(runIdField), Fault: v.nullable(faultBody) }),
    doc: 'Loads a study of the caller with these parameters for the bars of one chart. Exactly one of RunId and Fault is null. A run without a call for two minutes ends. 404 when there is no such file, 429 for more than 16 runs, or too many calls.',
  },
  chartStudyBars: {
    method: 'POST',
    path: '/api/ChartStudies/Bars',
    auth: 'bearer',
    hasOwnLimit: true,
    body: v.strictObject({
      RunId: runIdField,
      From: count,
      Times: v.pipe(v.array(finite), v.maxLength(BARS_A_CALL)),
      Open: column,
      High: column,
      Low: column,
      Close: column,
      Volume: column,
      HasMore: v.boolean(),
      ValuesFrom: count,
    }),
    response: v.object({
      Values: v.nullable(v.array(v.array(v.nullable(finite)))),
      Fault: v.nullable(faultBody),
    }),
    doc: 'Replaces the bars of a run from an index on and answers with the values of its lines from ValuesFrom on, null where there is none. With HasMore further bars follow, and nothing is computed. With a Fault the run is over. 404 when there is no such run of the caller: open the study again.',
  },
  chartStudyClose: {
    method: 'POST',
    path: '/api/ChartStudies/Close',
    auth: 'bearer',
    hasOwnLimit: true,
    body: v.strictObject({ RunId: runIdField }),
    response: v.object({ Ok: v.literal(true) }),
    doc: 'Ends a run of the caller.',
  },
} as const satisfies Record<string, HttpRoute>;

import * as v from 'valibot';
import { ORDER_SIDES, ORDER_TYPE_NAMES, TIME_IN_FORCES } from '../../../../domain/orders/enumerations.ts';
import { EXIT_BASES } from '../../../../domain/orders/groups/types.ts';
import { LEG_SIDES, MAX_LEG_RATIO, MAX_LEGS } from '../../../../domain/orders/legs.ts';
import {
  MAX_ALERTS_PER_DELIVERY,
  MAX_ANNOTATION_TEXT,
  MAX_MARKS,
  MAX_PLOT_NAME,
  MAX_PLOTS,
} from '../../../../domain/strategy/annotations.ts';
import { MAX_CHART_STUDY_PARAMETERS } from '../../../../domain/strategy/chart-study-calls.ts';
import {
  LINE_FORMATS,
  LINE_FORMS,
  LINE_TONES,
  MAX_STUDY_HELP,
  MAX_STUDY_LEVELS,
  MAX_STUDY_TITLE,
  STUDY_PANES,
} from '../../../../domain/strategy/chart-study-options.ts';
import { MAX_LINE_NAME, MAX_STUDY_LINES } from '../../../../domain/strategy/chart-study.ts';
import { MAX_LOG_LINES } from '../../../../domain/strategy/log.ts';
import { MAX_DECLARED, MAX_TEXT } from '../../../../domain/strategy/plan.ts';
import { MAX_PLOT_POINTS } from '../../../../domain/strategy/plot-line.ts';
import { POSITION_SIDES } from '../../../../domain/strategy/enumerations.ts';
import { EXIT_NAMES } from '../../../../domain/strategy/order-record.ts';
import { MAX_SECURITIES } from '../../../../domain/strategy/limits.ts';
import { MAX_STATE_CHARACTERS } from '../../../../domain/strategy/state-calls.ts';
import { MAX_WARM_UP_BARS } from '../../../../domain/strategy/timeframes.ts';

/** Schemas of what comes out of a process that runs an author's code. The process checks what leaves an isolate, the server checks what leaves the process. */

const text = (most: number) => v.pipe(v.string(), v.maxLength(most));
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const minute = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1440)));
const study = v.nullable(
  v.object({
    name: text(60),
    interval: text(20),
    period: v.nullable(v.pipe(v.number(), v.finite())),
    extraParameters: text(400),
  }),
);
const symbolText = v.pipe(v.string(), v.minLength(1), v.maxLength(23));
const warmUpBars = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_WARM_UP_BARS));
const quantity = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));
const orderId = v.pipe(v.string(), v.regex(/^\d{1,9}$/));

const faultSchema = v.object({
  kind: v.picklist(['syntax', 'runtime', 'state']),
  message: text(600),
  line: v.pipe(v.number(), v.integer()),
  column: v.pipe(v.number(), v.integer()),
  file: v.optional(text(400)),
});

export const descriptionSchema = v.object({
  primarySymbol: symbolText,
  barMinutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1440)),
  order: v.object({
    quantity,
    route: text(40),
    destination: text(40),
    type: v.picklist(ORDER_TYPE_NAMES),
    price: amount,
  }),
  trend: study,
  trade: study,
  isUsingNbbo: v.boolean(),
  openingOrderMinute: minute,
  closingOrderMinute: minute,
  allowedPositions: v.picklist(POSITION_SIDES),
  warmUpBars,
  otherSymbols: v.pipe(
    v.array(v.object({ symbol: symbolText, isTraded: v.optional(v.literal(true)), warmUpBars })),
    v.maxLength(MAX_SECURITIES),
  ),
  parameters: v.pipe(
    v.array(
      v.object({
        name: text(40),
        value: v.union([v.pipe(v.number(), v.finite()), text(MAX_TEXT), v.boolean()]),
      }),
    ),
    v.maxLength(MAX_DECLARED),
  ),
});

const tif = v.picklist(TIME_IN_FORCES);
const spread = v.object({
  legs: v.pipe(
    v.array(
      v.object({
        symbol: symbolText,
        side: v.picklist(LEG_SIDES),
        ratio: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LEG_RATIO)),
      }),
    ),
    v.minLength(2),
    v.maxLength(MAX_LEGS),
  ),
  tif,
});

const amountE4 = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const exitPrice = v.object({ basis: v.picklist(EXIT_BASES), amountE4 });
const exits = v.object({
  target: v.nullable(exitPrice),
  stop: v.nullable(exitPrice),
  trail: v.nullable(
    v.object({
      start: exitPrice,
      distance: v.object({ basis: v.picklist(['Offset', 'Percent']), amountE4 }),
    }),
  ),
});

const orderTerms = {
  id: orderId,
  symbol: v.optional(symbolText),
  side: v.picklist(ORDER_SIDES),
  type: v.picklist(ORDER_TYPE_NAMES),
  quantity,
  price: amount,
  stopPrice: amount,
  spread: v.optional(spread),
  exits: v.optional(exits),
};

const requestSchema = v.variant('kind', [
  v.object({ kind: v.literal('send'), ...orderTerms }),
  v.object({ kind: v.literal('cancel'), id: orderId, exit: v.optional(v.picklist(EXIT_NAMES)) }),
  v.object({ kind: v.literal('replace'), id: orderId, quantity, price: amount, tif }),
  v.object({ kind: v.literal('rejected'), ...orderTerms, reason: text(200) }),
]);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const logSchema = v.object({
  lines: v.pipe(
    v.array(v.object({ timeMs: v.pipe(v.number(), v.finite(), v.minValue(0)), text: text(600) })),
    v.maxLength(MAX_LOG_LINES),
  ),
  dropped: count,
});

const timeMs = v.pipe(v.number(), v.finite(), v.minValue(0));
/** Of the author's code, as the calls that make them bound them. */
export const annotationsSchema = v.object({
  plots: v.pipe(
    v.array(
      v.object({
        name: text(MAX_PLOT_NAME),
        isOnPrice: v.optional(v.literal(true)),
        points: v.pipe(
          v.array(v.object({ timeMs, value: v.pipe(v.number(), v.finite()) })),
          v.maxLength(MAX_PLOT_POINTS),
        ),
      }),
    ),
    v.maxLength(MAX_PLOTS),
  ),
  marks: v.pipe(
    v.array(v.object({ timeMs, text: text(MAX_ANNOTATION_TEXT), price: v.nullable(amount) })),
    v.maxLength(MAX_MARKS),
  ),
  droppedMarks: count,
  alerts: v.pipe(
    v.array(v.object({ timeMs, text: text(MAX_ANNOTATION_TEXT) })),
    v.maxLength(MAX_ALERTS_PER_DELIVERY),
  ),
});

/** A live strategy that requests more than this at once is in a loop. */
export const MAX_REQUESTS = 500;

const stateText = text(MAX_STATE_CHARACTERS);

export const liveAnswerSchema = v.object({
  state: v.nullable(stateText),
  requests: v.pipe(v.array(requestSchema), v.maxLength(MAX_REQUESTS)),
  log: logSchema,
  annotations: v.nullable(annotationsSchema),
  isFinished: v.boolean(),
});

/** A live answer that is valid but for its length: an author's loop, not an attack. */
const tooManyRequests = v.object({
  value: v.object({ requests: v.pipe(v.array(v.unknown()), v.minLength(MAX_REQUESTS + 1)) }),
});
export const requestsTooMuch = (answer: unknown): boolean => v.is(tooManyRequests, answer);

const thrownSchema = v.object({
  message: text(600),
  line: v.pipe(v.number(), v.integer()),
  column: v.pipe(v.number(), v.integer()),
  file: v.optional(text(400)),
  isRefusal: v.boolean(),
});

/** An answer of the isolate's entry: a value of a schema, or what was thrown. */
export const answerOf = <const Schema extends v.GenericSchema>(value: Schema) =>
  v.union([v.object({ value }), v.object({ fault: thrownSchema })]);

const finite = v.pipe(v.number(), v.finite());
/** A study of charts, as the calls that declare it bound it. */
export const chartStudySchema = v.object({
  title: v.pipe(text(MAX_STUDY_TITLE), v.minLength(1)),
  help: text(MAX_STUDY_HELP),
  pane: v.picklist(STUDY_PANES),
  levels: v.pipe(v.array(finite), v.maxLength(MAX_STUDY_LEVELS)),
  scale: v.nullable(v.tuple([finite, finite])),
  lines: v.pipe(
    v.array(
      v.object({
        name: v.pipe(text(MAX_LINE_NAME), v.minLength(1)),
        form: v.picklist(LINE_FORMS),
        tone: v.picklist(LINE_TONES),
        format: v.picklist(LINE_FORMATS),
      }),
    ),
    v.minLength(1),
    v.maxLength(MAX_STUDY_LINES),
  ),
  parameters: v.pipe(
    v.array(
      v.object({
        name: text(40),
        default: finite,
        isSwitch: v.boolean(),
        min: finite,
        max: finite,
        step: v.pipe(finite, v.gtValue(0)),
      }),
    ),
    v.maxLength(MAX_CHART_STUDY_PARAMETERS),
  ),
});

/** The lines of a study of charts from an index on. */
export const lineColumnsSchema = v.pipe(v.array(v.instance(Float64Array)), v.maxLength(MAX_STUDY_LINES));

const endSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('completed'), equity: v.instance(Float64Array) }),
  v.object({ outcome: v.literal('cancelled') }),
  v.object({ outcome: v.literal('failed'), fault: faultSchema }),
]);
const id = v.pipe(v.number(), v.integer());

export const fromChildSchema = v.variant('kind', [
  v.object({ kind: v.literal('beat') }),
  v.object({ kind: v.literal('leaving'), loss: v.picklist(['stuck', 'memory']) }),
  v.object({ kind: v.literal('described'), id, description: descriptionSchema }),
  v.object({ kind: v.literal('studyDescribed'), id, study: chartStudySchema }),
  v.object({ kind: v.literal('studyValues'), id, from: count, columns: lineColumnsSchema }),
  v.object({ kind: v.literal('progress'), id, share: v.pipe(v.number(), v.minValue(0), v.maxValue(1)) }),
  v.object({ kind: v.literal('orders'), id, chunk: v.instance(Float64Array) }),
  v.object({ kind: v.literal('log'), id, log: logSchema }),
  v.object({ kind: v.literal('annotations'), id, annotations: annotationsSchema }),
  v.object({ kind: v.literal('ended'), id, end: endSchema }),
  v.object({ kind: v.literal('started'), id }),
  v.object({ kind: v.literal('state'), id, text: stateText }),
  v.object({
    kind: v.literal('requests'),
    id,
    requests: v.pipe(v.array(requestSchema), v.maxLength(MAX_REQUESTS)),
  }),
  v.object({ kind: v.literal('finished'), id }),
  v.object({ kind: v.literal('fault'), id, fault: faultSchema }),
]);

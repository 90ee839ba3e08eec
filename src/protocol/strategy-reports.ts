import * as v from 'valibot';
import { MAX_EQUITY_POINTS } from '../domain/returns/index.ts';
import { MAX_ANNOTATION_TEXT, MAX_MARKS, MAX_PLOT_NAME } from '../domain/strategy/annotations.ts';
import { MAX_LOG_LINES } from '../domain/strategy/log.ts';
import { MAX_PLOT_POINTS } from '../domain/strategy/plot-line.ts';
import type { Entry } from './entry.ts';
import { accountField, longText, timeMsField } from './fields.ts';
import { instanceIdField, many, nameField } from './strategy-bodies.ts';

const runOf = { Name: nameField, InstanceId: instanceIdField };
const figure = v.pipe(v.number(), v.finite());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Net profit of a run marked to market, dollars. The figures are those of every bar; the points contain each extreme of them. */
export const equityBody = v.object({
  End: figure,
  Peak: figure,
  Trough: figure,
  MaxDrawdown: figure,
  /** Of each point: UTC ms, ascending. */
  Times: many(timeMsField, MAX_EQUITY_POINTS),
  Values: many(figure, MAX_EQUITY_POINTS),
});

/** A line of a run's log. */
export const logLineBody = v.object({
  /** End of the bar that the strategy had processed, UTC ms; 0 = before the first. */
  Time: timeMsField,
  Text: v.pipe(v.string(), v.maxLength(600)),
});

/** A line that the code of a run has drawn with plot(). */
const plotBody = v.object({
  Name: v.pipe(v.string(), v.maxLength(MAX_PLOT_NAME)),
  /** The author has declared that the values are prices of the symbol. */
  IsOnPrice: v.boolean(),
  /** Of each point: UTC ms, ascending. The points contain each extreme of the line. */
  Times: many(timeMsField, MAX_PLOT_POINTS),
  Values: many(figure, MAX_PLOT_POINTS),
});

/** A mark that the code of a run has set with mark(), at the end of a bar. */
const markBody = v.object({
  Time: timeMsField,
  Text: v.pipe(v.string(), v.maxLength(MAX_ANNOTATION_TEXT)),
  /** Dollars; null = none. */
  Price: v.nullable(figure),
});

/** A live run that ended without its user's doing. */
const stoppedRunBody = v.object({ ...runOf, Message: longText, StoppedAt: timeMsField });

/** Results of a run beside its orders: equity curve, log, and the notice of a live run that was stopped. Their wire names are Tapedeck's own. */
export const strategyReports = {
  requestAlgoTradingStrategyEquity: {
    T: 66,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Requests the equity curve of an instance; answered by strategyEquity.',
    body: v.strictObject(runOf),
  },
  requestAlgoTradingStrategyLog: {
    T: 67,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Requests the log of an instance from a line on, counted from 0; answered by strategyLog.',
    body: v.strictObject({ ...runOf, From: count }),
  },
  confirmStrategyStops: {
    T: 68,
    socket: 'trading',
    direction: 'toServer',
    doc: 'The user has seen that these runs were stopped: strategyRunsStopped does not name them again.',
    body: v.strictObject({ Account: accountField, Items: many(v.strictObject(runOf), 100) }),
  },

  requestAlgoTradingStrategyPlots: {
    T: 69,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Requests a line that the code of an instance has drawn, counted from 0, with 0 its marks too; answered by strategyPlots.',
    body: v.strictObject({ ...runOf, From: count }),
  },

  strategyEquity: {
    T: 168,
    socket: 'trading',
    direction: 'toClient',
    doc: 'The equity curve of an instance; null while there is none.',
    body: v.object({ ...runOf, Equity: v.nullable(equityBody) }),
  },
  strategyLog: {
    T: 169,
    socket: 'trading',
    direction: 'toClient',
    doc: `Lines of an instance's log. From is the number of the first one; the last ${MAX_LOG_LINES} of Total are kept.`,
    body: v.object({ ...runOf, From: count, Items: many(logLineBody, 200), Total: count }),
  },
  strategyPlots: {
    T: 176,
    socket: 'trading',
    direction: 'toClient',
    doc: 'One of the Total lines that the code of an instance has drawn, null when there is none of that number. With the first one its newest marks, and how many before them were dropped.',
    body: v.object({
      ...runOf,
      From: count,
      Total: count,
      Plot: v.nullable(plotBody),
      Marks: many(markBody, MAX_MARKS),
      DroppedMarks: count,
    }),
  },
  strategyRunsStopped: {
    T: 170,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Live runs that were stopped without their user; sent when it happens, and on each choice of the account until it is confirmed.',
    body: v.object({ Items: many(stoppedRunBody, 100) }),
  },
  strategyAlert: {
    T: 177,
    socket: 'trading',
    direction: 'toClient',
    doc: 'The code of a live run has sent a text with alert(); to all connections of the user, whichever account they have selected. It is not sent again.',
    body: v.object({
      ...runOf,
      Account: accountField,
      /** Exchange UTC ms. */
      Time: timeMsField,
      Text: v.pipe(v.string(), v.maxLength(MAX_ANNOTATION_TEXT)),
      /** Counts the alerts of the run since it started or continued, from 1. */
      Number: count,
    }),
  },
} as const satisfies Record<string, Entry>;

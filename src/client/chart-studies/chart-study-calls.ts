import { BARS_A_CALL, chartStudiesHttp as routes } from '../../protocol/http-chart-studies.ts';
import { failureText, HttpError, type HttpApi } from '../connection/http-api.ts';
import type { ChartStudyCalls, StudyBars, StudyValues } from './types.ts';

/** What the calls use of the page. */
interface ChartStudyCallParts {
  readonly api: Pick<HttpApi, 'callRoute'>;
  /** Of the session; null = nobody has signed in. */
  readonly token: () => string | null;
}

const NOT_FOUND = 404;

/** The HTTP calls about the studies of charts that the user writes. */
export function createChartStudyCalls({ api, token }: ChartStudyCallParts): ChartStudyCalls {
  const call: HttpApi['callRoute'] = async (route, body, options) => {
    try {
      return await api.callRoute(route, body, { token: token(), ...options });
    } catch (error) {
      if (error instanceof HttpError && error.status === NOT_FOUND) throw error;
      throw new Error(failureText(error), { cause: error });
    }
  };
  const part = async (
    RunId: string,
    bars: StudyBars,
    start: number,
    { from, valuesFrom }: { readonly from: number; readonly valuesFrom: number },
  ): Promise<StudyValues | null> => {
    const until = Math.min(start + BARS_A_CALL, bars.timeMs.length);
    const column = (values: Float64Array) => Array.from(values.subarray(start, until), orNull);
    const { Values, Fault } = await call(routes.chartStudyBars, {
      RunId,
      From: from + start,
      Times: Array.from(bars.timeMs.subarray(start, until)),
      Open: column(bars.open),
      High: column(bars.high),
      Low: column(bars.low),
      Close: column(bars.close),
      Volume: column(bars.volume),
      HasMore: until < bars.timeMs.length,
      ValuesFrom: valuesFrom,
    });
    if (Fault !== null) return { kind: 'fault', fault: Fault };
    return Values === null
      ? null
      : { kind: 'values', columns: Values.map((values) => Float64Array.from(values, orNaN)) };
  };
  return {
    list: async () => (await call(routes.chartStudies, null)).Items,
    async open(Name, parameters) {
      const Parameters = Object.entries(parameters).map(([name, Value]) => ({ Name: name, Value }));
      try {
        const { RunId, Fault } = await call(routes.chartStudyOpen, { Name, Parameters });
        return RunId === null ? { fault: Fault ?? NO_FAULT } : { runId: RunId };
      } catch (error) {
        throw new Error(failureText(error), { cause: error });
      }
    },
    async compute(runId, bars, range) {
      try {
        for (let start = 0; ; start += BARS_A_CALL) {
          const done = await part(runId, bars, start, range);
          if (done !== null) return done;
        }
      } catch (error) {
        if (error instanceof HttpError && error.status === NOT_FOUND) return { kind: 'gone' };
        throw error;
      }
    },
    async close(RunId) {
      await call(routes.chartStudyClose, { RunId });
    },
  };
}

const NO_FAULT = { Message: 'The study could not be loaded.', File: '', Line: 0, Column: 0 };
const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
const orNaN = (value: number | null): number => value ?? Number.NaN;

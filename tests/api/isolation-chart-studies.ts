import { expect } from 'vitest';
import type { chartStudiesHttp } from '../../src/protocol/http-chart-studies.ts';
import type { Call } from './isolation-documents.ts';
import { STRATEGY } from './isolation-world.ts';

const GONE = { status: 404, body: { Error: 'There is no such study.' } };
const RunId = '0'.repeat(36);
const NO_BARS = { Times: [], Open: [], High: [], Low: [], Close: [], Volume: [] };

/** What an intruder gets for each call about studies of charts. Runs of others are in chart-studies.test.ts. */
export const CHART_STUDY_CALLS: Readonly<
  Record<keyof typeof chartStudiesHttp, (call: Call) => Promise<unknown>>
> = {
  async chartStudies(call) {
    expect(await call('/api/ChartStudies/List')).toEqual({ status: 200, body: { Items: [] } });
  },
  async chartStudyOpen(call) {
    expect(await call('/api/ChartStudies/Open', { Name: STRATEGY, Parameters: [] })).toEqual(GONE);
  },
  async chartStudyBars(call) {
    const body = { RunId, From: 0, ...NO_BARS, HasMore: false, ValuesFrom: 0 };
    expect(await call('/api/ChartStudies/Bars', body)).toEqual(GONE);
  },
  async chartStudyClose(call) {
    expect((await call('/api/ChartStudies/Close', { RunId })).status).toBe(200);
  },
};

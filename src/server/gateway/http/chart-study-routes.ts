import { hasPermission, Permission } from '../../../domain/permissions.ts';
import type { chartStudiesHttp } from '../../../protocol/http-chart-studies.ts';
import type {
  ChartStudies,
  ChartStudyAnswer,
  ChartStudyRefusal,
  ListedChartStudy,
} from '../../algostream/chart-studies/chart-study-service.ts';
import { CHART_STUDY_REFUSALS } from '../../algostream/chart-studies/chart-study-runs.ts';
import type { StrategyFault } from '../../algostream/runtime/types.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { BodyOf, Handlers } from '../../http-kit/route-types.ts';
import type { Principal } from '../../identity/identity.ts';
import { NO_ALGOSTREAM_PERMISSION } from '../trading/strategy-requests.ts';

/** The calls about the studies of charts that users write. */
export const chartStudyRoutes = (studies: ChartStudies): Pick<Handlers, keyof typeof chartStudiesHttp> => ({
  async chartStudies({ caller }) {
    requireAlgoStream(caller);
    return { Items: (await studies.list(caller.userId)).map(listedToWire) };
  },
  async chartStudyOpen({ caller, body }) {
    requireAlgoStream(caller);
    const parameters = body.Parameters.map(({ Name, Value }) => ({ name: Name, value: Value }));
    const opened = valueOf(await studies.open(caller.userId, body.Name, parameters));
    return 'fault' in opened
      ? { RunId: null, Fault: faultToWire(opened.fault) }
      : { RunId: opened.runId, Fault: null };
  },
  async chartStudyBars({ caller, body }) {
    requireAlgoStream(caller);
    const valuesFrom = body.HasMore ? null : body.ValuesFrom;
    const answer = valueOf(
      await studies.putBars(caller.userId, body.RunId, { from: body.From, rows: rowsOf(body), valuesFrom }),
    );
    return 'fault' in answer
      ? { Values: null, Fault: faultToWire(answer.fault) }
      : { Values: answer.values?.map((column) => Array.from(column, orNull)) ?? null, Fault: null };
  },
  chartStudyClose({ caller, body }) {
    valueOf(studies.close(caller.userId, body.RunId));
    return Promise.resolve({ Ok: true });
  },
});

function requireAlgoStream({ isDemo, permissionMask }: Principal): void {
  if (isDemo || !hasPermission(permissionMask, Permission.AlgoTrading))
    throw new HttpRefusal(403, NO_ALGOSTREAM_PERMISSION.message);
}

const STATUSES: Readonly<Record<ChartStudyRefusal, number>> = {
  'not-found': 404,
  'too-many-runs': 429,
  'too-many-calls': 429,
  unavailable: 503,
};

function valueOf<Value>(answer: ChartStudyAnswer<Value>): Value | { readonly fault: StrategyFault } {
  if (answer.ok) return answer.value;
  throw new HttpRefusal(STATUSES[answer.error], CHART_STUDY_REFUSALS[answer.error]);
}

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
const orNaN = (value: number | null): number => value ?? Number.NaN;

function rowsOf({ Times, Open, High, Low, Close, Volume }: BodyOf<'chartStudyBars'>) {
  const columns = [Open, High, Low, Close, Volume];
  if (columns.some(({ length }) => length !== Times.length))
    throw new HttpRefusal(400, 'The columns of the bars have different lengths.');
  return {
    timeMs: Float64Array.from(Times),
    open: Float64Array.from(Open, orNaN),
    high: Float64Array.from(High, orNaN),
    low: Float64Array.from(Low, orNaN),
    close: Float64Array.from(Close, orNaN),
    volume: Float64Array.from(Volume, orNaN),
  };
}

const faultToWire = ({ message, file = '', line, column }: StrategyFault) => ({
  Message: message,
  File: file.slice(0, 256),
  Line: line,
  Column: column,
});

const listedToWire = ({ name, version, study, fault }: ListedChartStudy) => ({
  Name: name,
  Version: version,
  Fault: fault && faultToWire(fault),
  Study: study && {
    Title: study.title,
    Help: study.help,
    Pane: study.pane,
    Levels: [...study.levels],
    Scale: study.scale && ([...study.scale] satisfies [number, number]),
    Lines: study.lines.map(({ name: Name, form: Form, tone: Tone, format: Format }) => ({
      Name,
      Form,
      Tone,
      Format,
    })),
    Parameters: study.parameters.map((parameter) => ({
      Name: parameter.name,
      Default: parameter.default,
      IsSwitch: parameter.isSwitch,
      Min: parameter.min,
      Max: parameter.max,
      Step: parameter.step,
    })),
  },
});

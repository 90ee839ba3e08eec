/** The process of one user: no other user's code runs in it, and its death ends only this user's runs. */
import { addClosings } from '../../../../domain/calendar/us-equity.ts';
import { stripAuthorCode } from '../compile.ts';
import { createBoxPool } from './box.ts';
import type { Box } from './box.ts';
import type { FromChild, ToChild } from './messages.ts';
import { ChartStudyProgram } from './chart-study-program.ts';
import { allocateData, describeProgram, fillData, runProgram, startProgram } from './runs.ts';
import type { LiveProgram, RunsPort, SharedData } from './runs.ts';
import type { LossOfControl } from './watch.ts';

const BEAT_MS = 500;
/** Backtests that run at the same time; the others wait in turn. */
const AT_ONCE = 2;
const OUT_OF_CONTROL = 70;
const OUT_OF_MEMORY = 71;
const OWN_MISTAKE = 72;
const LAST_WORDS_MS = 100;

let port: RunsPort | undefined;
const backtests = new Map<number, { box: Box | null; isCancelled: boolean }>();
const lives = new Map<number, LiveProgram>();
const chartStudies = new Map<number, ChartStudyProgram>();
/** Of backtests that have not begun, by their ids, and the data that are kept. */
const data = new Map<number, SharedData>();
let keptId: number | undefined;
const waiting: (() => Promise<void>)[] = [];
let busy = 0;

const say = (message: FromChild): void => {
  process.send?.(message);
};

function next(): void {
  while (busy < AT_ONCE) {
    const job = waiting.shift();
    if (job === undefined) break;
    busy += 1;
    void job()
      .catch(fail)
      .finally(() => {
        busy -= 1;
        next();
      });
  }
  if (busy === 0) port?.pool.refill();
}

/** A bug of ours: the process ends, and the server reports that as the fault of its runs. */
function fail(problem: unknown): void {
  console.error(problem);
  process.exit(OWN_MISTAKE);
}

/** The server is notified first, so that it sends nothing more; then the run's own fault goes out, then the process ends. */
function leave(loss: LossOfControl): void {
  say({ kind: 'leaving', loss });
  setTimeout(() => process.exit(loss === 'memory' ? OUT_OF_MEMORY : OUT_OF_CONTROL), LAST_WORDS_MS);
}

function queueJob(job: () => Promise<void>): void {
  waiting.push(job);
  next();
}

function backtest(runs: RunsPort, message: Extract<ToChild, { kind: 'backtest' }>): void {
  const shared = data.get(message.dataId);
  if (shared === undefined) throw new Error('a backtest came without its data');
  if (message.dataId !== keptId) data.delete(message.dataId);
  const run: { box: Box | null; isCancelled: boolean } = { box: null, isCancelled: false };
  backtests.set(message.id, run);
  queueJob(async () => {
    if (run.isCancelled) return;
    await runProgram(runs, message, shared, (box) => {
      run.box = box;
      if (run.isCancelled) box.dispose();
    });
    backtests.delete(message.id);
  });
}

function announce({ id, rowCount, isKept }: Extract<ToChild, { kind: 'data' }>): void {
  if (isKept) {
    if (keptId !== undefined) data.delete(keptId);
    keptId = id;
  }
  data.set(id, allocateData(rowCount));
}

function receiveRows({ id, from, rows }: Extract<ToChild, { kind: 'rows' }>): void {
  const shared = data.get(id);
  if (shared !== undefined) fillData(shared, from, rows);
}

function stop(id: number): void {
  data.delete(id);
  const run = backtests.get(id);
  if (run !== undefined) {
    run.isCancelled = true;
    run.box?.dispose();
    backtests.delete(id);
  }
  lives.get(id)?.stop();
  chartStudies.get(id)?.end();
}

function startChartStudy(runs: RunsPort, { id, program }: Extract<ToChild, { kind: 'study' }>): void {
  chartStudies.set(
    id,
    new ChartStudyProgram(runs, id, program, { onOver: () => chartStudies.delete(id), onBug: fail }),
  );
}

function start(runs: RunsPort, message: Extract<ToChild, { kind: 'live' }>): void {
  let isOver = false;
  void startProgram(runs, message, () => {
    isOver = true;
    lives.delete(message.id);
  })
    .then((program) => {
      if (program !== null && !isOver) lives.set(message.id, program);
      runs.pool.refill();
    })
    .catch(fail);
}

type OpenRunMessage = Extract<
  ToChild,
  { readonly kind: 'deliver' | 'report' | 'settle' | 'studyBars' | 'studyRequest' }
>;

/** Passes a message on to its run, which may be over. */
function serveOpenRun(message: OpenRunMessage): void {
  switch (message.kind) {
    case 'deliver':
      return lives.get(message.id)?.deliver(message);
    case 'report':
      return lives.get(message.id)?.report(message);
    case 'settle':
      return lives.get(message.id)?.settle(message);
    case 'studyBars':
      return chartStudies.get(message.id)?.putBars(message);
    case 'studyRequest':
      return chartStudies.get(message.id)?.sendValues(message);
  }
}

process.on('message', (message: ToChild) => {
  if (message.kind === 'modules') {
    const { modules, memoryMb, closings } = message;
    addClosings(closings);
    const pool = createBoxPool({ modules, closings }, memoryMb, () => process.exit(OUT_OF_MEMORY));
    port = {
      pool,
      stuckMs: message.stuckMs,
      graceMs: message.graceMs,
      memoryMb,
      say,
      onLost: leave,
    };
    pool.refill();
    stripAuthorCode('const warm: number = 1;');
    return;
  }
  if (port === undefined) return fail(new Error('the modules have not come'));
  const runs = port;
  switch (message.kind) {
    case 'describe':
      return queueJob(() => describeProgram(runs, message));
    case 'data':
      return announce(message);
    case 'rows':
      return receiveRows(message);
    case 'backtest':
      return backtest(runs, message);
    case 'live':
      return start(runs, message);
    case 'study':
      return startChartStudy(runs, message);
    case 'stop':
      return stop(message.id);
    default:
      return serveOpenRun(message);
  }
});

process.on('disconnect', () => process.exit(0));
setInterval(() => say({ kind: 'beat' }), BEAT_MS);

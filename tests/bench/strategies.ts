import { computeStudy, settleParameters, studyById } from '../../src/domain/studies/index.ts';
import { applyFill, createPosition, feesOf, totalFeesE4 } from '../../src/domain/portfolio/index.ts';
import { Language, runBacktest } from '../../src/domain/strategy/index.ts';
import type { DataColumns, RunLimits } from '../../src/domain/strategy/index.ts';
import { createStrategyRuntime } from '../../src/server/algostream/runtime/index.ts';
import type { ManagedStrategyRuntime } from '../../src/server/algostream/runtime/index.ts';
import { barRows, testData } from '../../src/server/algostream/runtime/testing/jobs.ts';
import { interleave, median, printTable } from './harness.ts';

const BARS = 1_000_000;
const TEN_YEARS_OF_DAYS = 2_520;
const ROUNDS = 7;
const HOURS: RunLimits = {
  intradayPositionsOnly: false,
  intervals: [{ startMinute: 570, endMinute: 960 }],
  includeOffMarket: false,
  shareLimit: -1,
  dollarLimit: -1,
};

const SMA_CROSS = `
const fast = sma(10), slow = sma(50);
onBar(() => {
  if (crossesAbove(fast, slow)) goLong(100);
  else if (crossesBelow(fast, slow)) goFlat();
});`;

interface Figure {
  readonly ms: number;
  readonly orders: number;
}

/** Time of the processor that this thread took: what else runs on the machine takes little from it. */
function cpuMs(work: () => number): Figure {
  const before = process.threadCpuUsage();
  const orders = work();
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1_000, orders };
}

/** The isolate's own code, here: what a bar costs without any crossing. */
export function rulesHere(data: DataColumns, sessions: Float64Array): Figure {
  return cpuMs(() => {
    const language = new Language('');
    // The names that the isolate puts into its realm.
    new Function(...Object.keys(language.globals), `'use strict';${SMA_CROSS}`)(
      ...Object.values(language.globals),
    );
    const description = language.settle('SPY');
    let numbers = 0;
    runBacktest(
      language,
      description,
      { limits: HOURS, data, firstIndex: 0, sessions, progress: new Float64Array(1) },
      (chunk) => {
        numbers += chunk.length;
      },
    );
    return numbers / 11;
  });
}

/** The same strategy by hand: the chart's averages, its two comparisons, fills at the next open, fees and the session's hours, and nothing more. */
export function byHand(
  { timeMs, open, high, low, close, volume }: DataColumns,
  sessions: Float64Array,
): Figure {
  return cpuMs(() => {
    const bars = { length: close.length, timeMs, open, high, low, close, volume };
    const mean = (period: number): Float64Array => {
      const study = studyById('sma20');
      if (study?.form !== 'series') throw new Error('there is a moving average');
      return computeStudy(study, settleParameters(study, { period }), bars)[0] ?? new Float64Array();
    };
    const [fast, slow] = [mean(10), mean(50)];
    const position = createPosition();
    const orders: {
      side: 'Buy' | 'Sell';
      quantity: number;
      priceE4: number;
      timeMs: number;
      feesE4: number;
    }[] = [];
    let at = 0;
    let wanted = 0;
    for (let n = 1; n < close.length; n += 1) {
      const now = timeMs[n] ?? 0;
      while (now >= (sessions[2 * at + 1] ?? Number.POSITIVE_INFINITY)) {
        at += 1;
        wanted = 0;
      }
      if (now < (sessions[2 * at] ?? 0)) continue;
      if (wanted !== 0) {
        const [side, priceE4] = [
          wanted > 0 ? ('Buy' as const) : ('Sell' as const),
          Math.round((open[n] ?? 0) * 10_000),
        ];
        const feesE4 = totalFeesE4(feesOf(side, 100, priceE4, 'R'));
        applyFill(position, { signedQuantity: wanted, priceE4, feesE4 });
        orders.push({ side, quantity: 100, priceE4, timeMs: now, feesE4 });
        wanted = 0;
      }
      const [f, s, fb, sb] = [fast[n] ?? 0, slow[n] ?? 0, fast[n - 1] ?? 0, slow[n - 1] ?? 0];
      if (f > s && fb <= sb) wanted = position.quantity === 0 ? 100 : 0;
      else if (f < s && fb >= sb) wanted = -position.quantity;
    }
    return orders.length;
  });
}

/** From the call to the result, through process and isolate. Data that the process has got already are not sent again. */
async function callToResult(
  runtime: ManagedStrategyRuntime,
  data: DataColumns,
  sessions: Float64Array,
  bars: string,
  restMs: number,
): Promise<Figure> {
  // The next isolate is prepared after a run: a user takes longer than that to read a result.
  await new Promise((resolve) => {
    setTimeout(resolve, restMs);
  });
  let orders = 0;
  const beganMs = performance.now();
  const { done } = runtime.forUser('bench', 'backtest').backtest(
    {
      code: `bars('${bars}');${SMA_CROSS}`,
      parameters: '',
      symbol: 'SPY',
      limits: HOURS,
      data: barRows(data),
      firstIndex: 0,
      sessions,
    },
    {
      onOrders: (batch) => {
        orders += batch.length;
      },
    },
  );
  const end = await done;
  if (end.outcome !== 'completed') throw new Error(JSON.stringify(end));
  return { ms: performance.now() - beganMs, orders };
}

export async function benchStrategies(): Promise<void> {
  const minutes = testData(BARS, 1);
  const days = testData(TEN_YEARS_OF_DAYS, 1440);
  const runtime = createStrategyRuntime();
  try {
    const fresh = (): DataColumns => ({ ...minutes.data });
    const figures = await interleave(ROUNDS, {
      'by hand (floor), processor time': async () => byHand(minutes.data, minutes.sessions),
      'the language and its rules, processor time': async () => rulesHere(minutes.data, minutes.sessions),
      'isolate, data there already, call to result': () =>
        callToResult(runtime, minutes.data, minutes.sessions, '1 minute', 300),
      'isolate, with the way of the data (48 MB)': () =>
        callToResult(runtime, fresh(), minutes.sessions, '1 minute', 300),
    });
    const floorMs = median((figures.get('by hand (floor), processor time') ?? []).map(({ ms }) => ms));
    printTable(
      `Strategies: SMA 10/50 over ${BARS.toLocaleString('en-US')} minute bars, with order log, fees and hours`,
      ['', 'M bars/s', 'ms', 'orders', 'of the floor'],
      [...figures].map(([name, rounds]) => {
        const ms = median(rounds.map((figure) => figure.ms));
        return [name, BARS / ms / 1_000, ms, rounds[0]?.orders ?? 0, `${(ms / floorMs).toFixed(2)}x`];
      }),
      ['Goal: 20 M bars/s. The first isolates of a process are cold: a run begins in the interpreter.'],
    );

    const daily = await interleave(ROUNDS, {
      'ten years of days': () => callToResult(runtime, days.data, days.sessions, 'day', 300),
    });
    printTable(
      'Strategies: 2,520 daily bars, from call to result, warm',
      ['', 'median ms', 'best ms', 'orders'],
      [...daily].map(([name, rounds]) => [
        name,
        median(rounds.map(({ ms }) => ms)),
        Math.min(...rounds.map(({ ms }) => ms)),
        rounds[0]?.orders ?? 0,
      ]),
      ['Goal: 20 ms.'],
    );
  } finally {
    await runtime.close();
  }
}

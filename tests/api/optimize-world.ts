import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect } from 'vitest';
import { createStrategyRuntime } from '../../src/server/algostream/runtime/index.ts';
import type { RuntimeUse, UserRuntime } from '../../src/server/algostream/runtime/types.ts';
import { backtestExitCode } from '../../src/server/backtest-cli/run-backtest-cli.ts';
import { optimizeExitCode } from '../../src/server/optimize-cli/run-optimize-cli.ts';
import { temporaryFolder } from '../support/server.ts';

/** Goes long while the fast average is above the slow one. */
export const CROSS = `symbol('SPY');
bars('day');
order({ quantity: param('shares', 100) });
const fast = trend(sma(param('fast', 3)));
const slow = sma(param('slow', 8));
onBar(() => {
  if (crossesAbove(fast, slow)) goLong();
  else if (crossesBelow(fast, slow)) goFlat();
});`;

const ratio = v.nullable(v.number());
const figuresSchema = v.strictObject({
  net: v.number(),
  drawdown: v.nullable(v.number()),
  capital: v.number(),
  trades: v.number(),
  winRate: ratio,
  profitFactor: ratio,
  expectancy: ratio,
  cagr: ratio,
  volatility: ratio,
  sharpe: ratio,
  sortino: ratio,
  calmar: ratio,
});
const outcome = { figures: v.nullable(figuresSchema), fault: v.nullable(v.string()) };
const values = v.record(v.string(), v.string());
const period = v.strictObject({ from: v.string(), to: v.string() });
const curve = v.array(v.strictObject({ date: v.string(), net: v.number() }));
const quantiles = v.strictObject({ p5: v.number(), p50: v.number(), p95: v.number() });
const drawn = v.strictObject({
  runs: v.number(),
  net: quantiles,
  drawdown: quantiles,
  lossShare: v.number(),
});
const draws = v.nullable(v.strictObject({ trades: v.nullable(drawn), days: v.nullable(drawn) }));
const resultSchema = v.strictObject({
  format: v.literal('tapedeck-optimization'),
  version: v.literal(1),
  file: v.string(),
  parameters: v.string(),
  symbol: v.string(),
  barMinutes: v.number(),
  from: v.string(),
  to: v.string(),
  market: v.strictObject({ kind: v.string(), folder: v.optional(v.string()), seed: v.number() }),
  costs: v.nullable(v.record(v.string(), v.unknown())),
  assumptions: v.string(),
  note: v.string(),
  search: v.strictObject({
    kind: v.string(),
    seed: v.number(),
    combinations: v.string(),
    parameters: v.array(v.strictObject({ name: v.string(), argument: v.string() })),
  }),
  objective: v.string(),
  minTrades: v.number(),
  capital: v.nullable(v.number()),
  sets: v.array(v.strictObject({ window: v.number(), values, score: ratio, ...outcome })),
  best: v.nullable(
    v.strictObject({
      values,
      score: v.number(),
      deflatedSharpe: v.nullable(
        v.strictObject({ trials: v.number(), expectedMaxSharpe: v.number(), probability: ratio }),
      ),
      monteCarlo: draws,
      curve,
    }),
  ),
  walkForward: v.nullable(
    v.strictObject({
      windows: v.array(
        v.strictObject({
          inSample: period,
          outOfSample: period,
          best: v.nullable(v.strictObject({ values, score: v.number(), net: v.number() })),
          ...outcome,
        }),
      ),
      net: v.number(),
      drawdown: v.number(),
      sharpe: ratio,
      efficiency: ratio,
      monteCarlo: draws,
      curve,
    }),
  ),
});

const returnsSchema = v.object({
  returns: v.object({ NetProfitLoss: v.number(), MaxDrawdown: v.number(), TradeCount: v.number() }),
});

interface Change {
  readonly signal?: AbortSignal;
  readonly progress?: (text: string) => void;
}

/** Interrupts a command after so many sets. */
export function interruptAfter(sets: number): Required<Change> {
  const interrupt = new AbortController();
  return {
    signal: interrupt.signal,
    progress: (text) => {
      if (text.includes(`, ${sets} of `)) interrupt.abort();
    },
  };
}

/** The programs of strategies in this process, with the real runtime, in a folder of their own that has `cross.ts`. */
export class CommandWorld {
  readonly folder: string;
  readonly #remove: () => Promise<void>;
  // As the program has it: a machine that is never idle would not run it otherwise.
  readonly #runtime = createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false } });

  private constructor(folder: string, remove: () => Promise<void>) {
    this.folder = folder;
    this.#remove = remove;
  }

  static async open(): Promise<CommandWorld> {
    const { folder, remove } = await temporaryFolder();
    const world = new CommandWorld(folder, remove);
    await world.write('cross.ts', CROSS);
    return world;
  }

  async close(): Promise<void> {
    await this.#runtime.close();
    await this.#remove();
  }

  pathOf(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(this.pathOf(name), text);
  }

  async exists(name: string): Promise<boolean> {
    return (await stat(this.pathOf(name)).catch(() => undefined)) !== undefined;
  }

  async resultOf(name: string) {
    return v.parse(resultSchema, JSON.parse(await readFile(this.pathOf(name), 'utf8')));
  }

  /** Runs a search. `@` stands for the folder. */
  async optimize(line: string, change: Change = {}) {
    const { world, ended } = this.#collected(change);
    let backtests = 0;
    const counted = (user: UserRuntime): UserRuntime => ({
      describe: (program, symbol) => user.describe(program, symbol),
      live: (job, events) => user.live(job, events),
      backtest(job, events) {
        backtests += 1;
        return user.backtest(job, events);
      },
    });
    const forUser = (name: string, use: RuntimeUse) => counted(this.#runtime.forUser(name, use));
    const code = await optimizeExitCode(this.#argumentsOf(line), { ...world, runtime: { forUser } });
    return { ...ended(code), backtests };
  }

  /** Figures of the backtest with the same arguments. */
  async backtestOf(line: string) {
    const { world, ended } = this.#collected({});
    const runtime = this.#runtime.forUser('local', 'backtest');
    const argv = this.#argumentsOf(`${line} --json @backtest.json`);
    expect(ended(await backtestExitCode(argv, { ...world, runtime }))).toMatchObject({ code: 0 });
    const text = await readFile(this.pathOf('backtest.json'), 'utf8');
    const { returns } = v.parse(returnsSchema, JSON.parse(text));
    return { net: returns.NetProfitLoss, drawdown: returns.MaxDrawdown, trades: returns.TradeCount };
  }

  /** A world whose output is collected. */
  #collected(change: Change) {
    const [out, err]: [string[], string[]] = [[], []];
    const world = {
      print: (text: string) => void out.push(text),
      warn: (text: string) => void err.push(text),
      progress: undefined,
      signal: new AbortController().signal,
      nowMs: () => 0,
      ...change,
    };
    const ended = (code: number) => ({
      code,
      out: out.join('\n'),
      err: err.join('\n').replaceAll(`${this.folder}/`, '@'),
    });
    return { world, ended };
  }

  #argumentsOf(line: string): string[] {
    return line.split(' ').map((part) => part.replaceAll('@', `${this.folder}/`));
  }
}

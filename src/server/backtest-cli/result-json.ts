import { assumptionsLine } from '../../domain/strategy/costs/assumptions.ts';
import { NO_COSTS } from '../../domain/strategy/costs/settings.ts';
import type { StrategyDescription } from '../algostream/runtime/types.ts';
import type { WireInstance, WireOrder } from '../algostream/service.ts';
import type { BacktestArguments } from './command-arguments.ts';

/** Goes up when a field changes its meaning or is removed. */
const RESULT_VERSION = 1;

/** The parts of a result file. */
export interface ResultParts {
  readonly given: BacktestArguments;
  readonly program: { readonly parameters: string };
  readonly description: StrategyDescription;
  readonly instance: WireInstance;
  readonly orders: readonly WireOrder[];
  readonly log: readonly { readonly Time: number; readonly Text: string }[];
  readonly equity: { readonly Times: readonly number[]; readonly Values: readonly number[] } | null;
  readonly note: string;
}

/** The result file of `--json` (docs/algostream/command-line.md). Money in dollars, times in UTC ms, ratios as fractions. */
export function resultJson({
  given,
  program,
  description,
  instance,
  orders,
  log,
  equity,
  note,
}: ResultParts): string {
  const result = {
    format: 'tapedeck-backtest',
    version: RESULT_VERSION,
    file: given.file,
    parameters: program.parameters,
    symbol: description.primarySymbol,
    barMinutes: description.barMinutes,
    from: given.fromDate,
    to: given.toDate,
    market:
      given.dataFolder === undefined
        ? { kind: 'simulated', seed: given.seed }
        : { kind: 'recorded', folder: given.dataFolder, seed: given.seed },
    note,
    costs: given.costs ?? NO_COSTS,
    assumptions: assumptionsLine(given.costs),
    returns: instance.Returns,
    orders,
    equity,
    log,
  };
  return `${JSON.stringify(result, null, 2)}\n`;
}

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchChainGrid } from './chain-grid.ts';
import { benchChart } from './chart.ts';
import { benchColdStart } from './cold-start.ts';
import { benchDrawings } from './drawings.ts';
import { benchFanOut } from './fan-out.ts';
import { benchFirstLoad } from './first-load.ts';
import { benchGrid } from './grid.ts';
import { benchGroups } from './groups.ts';
import { benchGrowth } from './growth/growth.ts';
import { benchIsolation } from './isolation.ts';
import { benchLadder } from './ladder.ts';
import { benchMarketFigures } from './market-look.ts';
import { benchMatching } from './matching.ts';
import { benchOptionChain } from './option-chain.ts';
import { benchOptions } from './options.ts';
import { benchOrderCost } from './order-cost.ts';
import { benchOrders } from './orders.ts';
import { benchRebuild } from './rebuild.ts';
import { benchScreen } from './screen.ts';
import { benchStrategies } from './strategies.ts';
import { benchStudies } from './studies.ts';
import { benchTape } from './tape.ts';
import { benchWireOrders } from './wire-orders.ts';
import { benchWorkspaces } from './workspaces.ts';
import { takePrintedTables } from './harness.ts';
import { printComparison } from './results/print-comparison.ts';
import { ResultsBuilder, writeResults } from './results/results-file.ts';

const benches: Record<string, (rows?: readonly string[]) => Promise<void>> = {
  'cold-start': benchColdStart,
  orders: benchOrders,
  'wire-orders': benchWireOrders,
  'order-cost': benchOrderCost,
  groups: benchGroups,
  matching: benchMatching,
  'market-look': benchMarketFigures,
  rebuild: benchRebuild,
  'fan-out': benchFanOut,
  'first-load': benchFirstLoad,
  chart: () => benchChart(),
  drawings: () => benchDrawings(),
  grid: () => benchGrid(),
  screen: benchScreen,
  'option-chain': benchOptionChain,
  'chain-grid': () => benchChainGrid(),
  options: () => benchOptions(),
  tape: benchTape,
  ladder: benchLadder,
  workspaces: benchWorkspaces,
  strategies: benchStrategies,
  studies: () => benchStudies(),
  isolation: benchIsolation,
  growth: benchGrowth,
};

/** `isolation:heartbeats` runs one row of a bench that has rows. */
interface WantedBench {
  readonly name: string;
  readonly rows: readonly string[];
}

/** The benches that the arguments name, with their rows; all benches without arguments. Throws an error about a name that is none. */
function wantedBenches(names: readonly string[]): WantedBench[] {
  const wanted = names.map((argument) => argument.split(':'));
  const unknown = wanted.find(([name = '']) => !(name in benches))?.[0];
  if (unknown !== undefined)
    throw new Error(`no bench is named "${unknown}". There are: ${Object.keys(benches).join(', ')}.`);
  return Object.keys(benches)
    .map((name) => ({ name, mentions: wanted.filter(([first]) => first === name) }))
    .filter(({ mentions }) => names.length === 0 || mentions.length > 0)
    .map(({ name, mentions }) => ({ name, rows: mentions.flatMap(([, ...rows]) => rows) }));
}

const readArguments = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      out: { type: 'string' },
      repeat: { type: 'string', default: '1' },
      compare: { type: 'boolean', default: false },
    },
  });

async function runBenches({ values, positionals }: ReturnType<typeof readArguments>): Promise<void> {
  const repetitions = Number(values.repeat);
  if (!Number.isInteger(repetitions) || repetitions < 1)
    throw new Error(`--repeat takes a whole number from 1, not "${values.repeat}".`);
  const wanted = wantedBenches(positionals);
  const startedAt = new Date();
  const results = new ResultsBuilder();
  for (let repetition = 0; repetition < repetitions; repetition++)
    for (const { name, rows } of wanted) {
      await benches[name]?.(rows);
      results.add(name, takePrintedTables());
    }
  if (!values.json) return;
  const path =
    values.out ?? join('test-results', 'bench', `${startedAt.toISOString().replaceAll(':', '-')}.json`);
  await writeResults(path, results.results(startedAt));
  console.log(`\nWritten to ${path}.`);
}

try {
  const given = readArguments();
  if (given.values.compare) {
    const [before, after, ...others] = given.positionals;
    if (before === undefined || after === undefined || others.length > 0)
      throw new Error('--compare takes two files that --json wrote.');
    printComparison(before, after);
  } else await runBenches(given);
  // Stores and sockets of a bench may keep timers; the figures are out.
  process.exit(0);
} catch (error) {
  console.error(`Error: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

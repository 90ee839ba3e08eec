import { benchChainGrid } from './chain-grid.ts';
import { benchChart } from './chart.ts';
import { benchColdStart } from './cold-start.ts';
import { benchDrawings } from './drawings.ts';
import { benchFanOut } from './fan-out.ts';
import { benchFirstLoad } from './first-load.ts';
import { benchGrid } from './grid.ts';
import { benchGroups } from './groups.ts';
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
import { benchTape } from './tape.ts';
import { benchWorkspaces } from './workspaces.ts';

const benches: Record<string, (rows?: readonly string[]) => Promise<void>> = {
  'cold-start': benchColdStart,
  orders: benchOrders,
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
  isolation: benchIsolation,
};

// `isolation:heartbeats` runs one row of a bench that has rows.
const wanted = process.argv.slice(2).map((argument) => argument.split(':'));
const unknown = wanted.find(([name = '']) => !(name in benches))?.[0];
if (unknown) {
  console.error(`Error: no bench is named "${unknown}". There are: ${Object.keys(benches).join(', ')}.`);
  process.exitCode = 1;
} else {
  for (const [name, bench] of Object.entries(benches))
    if (wanted.length === 0) await bench();
    else {
      const named = wanted.filter(([first]) => first === name);
      const rows = named.flatMap(([, ...row]) => row);
      if (named.length > 0) await bench(rows);
    }
  // Stores and sockets of a bench may keep timers; the figures are out.
  process.exit(0);
}

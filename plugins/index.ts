import { createPluginRegistry, type PluginRegistry } from '../src/plugin-api/index.ts';
import { algoStream } from './algo-stream/manifest.ts';
import { basket } from './basket/manifest.ts';
import { chart } from './chart/manifest.ts';
import { executionQuality } from './execution-quality/manifest.ts';
import { ladder } from './ladder/manifest.ts';
import { marketMaker } from './market-maker/manifest.ts';
import { marketScreen } from './market-screen/manifest.ts';
import { marketView } from './market-view/manifest.ts';
import { optionChain } from './option-chain/manifest.ts';
import { orderEntry } from './order-entry/manifest.ts';
import { priceAlerts } from './price-alerts/manifest.ts';
import { strategyEditor } from './strategy-editor/manifest.ts';
import { tradeJournal } from './trade-journal/manifest.ts';
import { tradeManager } from './trade-manager/manifest.ts';

/** The tools of the workstation. To add one: its folder, and its line here. */
export const plugins: PluginRegistry = createPluginRegistry([
  marketView,
  marketMaker,
  ladder,
  marketScreen,
  chart,
  optionChain,
  priceAlerts,
  tradeManager,
  algoStream,
  strategyEditor,
  orderEntry,
  basket,
  executionQuality,
  tradeJournal,
]);

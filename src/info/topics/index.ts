import { basket } from './basket.ts';
import { accounts } from './accounts.ts';
import { alertPrice } from './alert-price.ts';
import { algoStream } from './algo-stream.ts';
import { changePassword } from './change-password.ts';
import { chartDateRange } from './chart-date-range.ts';
import { chartStudies } from './chart-studies.ts';
import { chart } from './chart.ts';
import { columns } from './columns.ts';
import { commands } from './commands.ts';
import { connections } from './connections.ts';
import { contactInfo } from './contact-info.ts';
import { demo } from './demo.ts';
import { drawingAppearance } from './drawing-appearance.ts';
import { editStrategy } from './edit-strategy.ts';
import { executionQuality } from './execution-quality.ts';
import { externalBroker } from './external-broker.ts';
import { gettingStarted } from './getting-started.ts';
import { importSymbols } from './import-symbols.ts';
import { keyboard } from './keyboard.ts';
import { layouts } from './layouts.ts';
import { linking } from './linking.ts';
import { manageSaves } from './manage-saves.ts';
import { ladder } from './ladder.ts';
import { marketMaker } from './market-maker.ts';
import { marketScreenFilter } from './market-screen-filter.ts';
import { marketScreen } from './market-screen.ts';
import { marketView } from './market-view.ts';
import { notifications } from './notifications.ts';
import { notificationsOutside } from './notifications-outside.ts';
import { optionChain } from './option-chain.ts';
import { orderEntry } from './order-entry.ts';
import { orders } from './orders.ts';
import { plans } from './plans.ts';
import { priceAlerts } from './price-alerts.ts';
import { profile } from './profile.ts';
import { settings } from './settings.ts';
import { startPublicStrategy } from './start-public-strategy.ts';
import { startStrategy } from './start-strategy.ts';
import { strategyEditor } from './strategy-editor.ts';
import { strategyInstanceDetails } from './strategy-instance-details.ts';
import { strategyLanguage } from './strategy-language.ts';
import { symbolLookup } from './symbol-lookup.ts';
import { thirdPartyTools } from './third-party-tools.ts';
import { tradeJournal } from './trade-journal.ts';
import { tradeManager } from './trade-manager.ts';
import { apiKeys } from './api-keys.ts';
import { twoStep } from './two-step.ts';
import { workspaces } from './workspaces.ts';
import type { Topic } from '../content.ts';

/** Every page of the help, in the order of the contents. To add one: its file, and its name here. */
export const topics: readonly Topic[] = [
  gettingStarted,
  demo,
  keyboard,
  workspaces,
  layouts,
  linking,
  commands,
  connections,
  settings,
  marketView,
  ladder,
  marketMaker,
  marketScreen,
  chart,
  optionChain,
  priceAlerts,
  algoStream,
  strategyEditor,
  tradeManager,
  orderEntry,
  basket,
  executionQuality,
  tradeJournal,
  thirdPartyTools,
  orders,
  symbolLookup,
  columns,
  importSymbols,
  manageSaves,
  marketScreenFilter,
  chartDateRange,
  chartStudies,
  drawingAppearance,
  alertPrice,
  notifications,
  strategyLanguage,
  editStrategy,
  startStrategy,
  startPublicStrategy,
  strategyInstanceDetails,
  profile,
  notificationsOutside,
  accounts,
  plans,
  changePassword,
  twoStep,
  apiKeys,
  contactInfo,
  externalBroker,
];

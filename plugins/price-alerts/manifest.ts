import { Bell, BellPlus, FolderOpen, History, Plus } from 'lucide-react';
import { Permission } from '../../src/domain/permissions.ts';
import {
  definePlugin,
  isChangedSinceSaved,
  symbolProblemsText,
  type ToolPlatform,
} from '../../src/plugin-api/index.ts';
import { listedAlerts } from './listed-alerts.ts';
import { markedForm } from './saved-form.ts';
import { priceAlertsState, type PriceAlertsState } from './state.ts';
import { priceAlertsTitle } from './title.ts';

const failed = (platform: ToolPlatform) => () =>
  platform.dialogs.toast({
    message: 'Price alerts could not be loaded. Reload the page and try again.',
    tone: 'error',
  });

/** Price Alerts: high and low alerts of symbols, evaluated by the server. */
export const priceAlerts = definePlugin<PriceAlertsState>({
  id: 'price-alerts',
  title: 'Price Alerts',
  summary: 'High and low alerts per symbol',
  icon: Bell,
  permission: Permission.ChartAlerts,
  isSingleton: false,
  isHiddenInDemo: false,
  isShownOnOpen: true,
  state: priceAlertsState,
  linking: { sends: ['fdc3.instrument'], receives: ['fdc3.instrument'], current: () => [] },
  commands: [
    {
      id: 'add-symbols',
      title: 'Add symbols',
      icon: Plus,
      run: async (window) => {
        const { dialogs } = window.platform;
        const symbols = await dialogs.symbolList({ title: 'Add symbols' });
        if (symbols === null) return;
        const { addAlerts } = await import('./alerts.ts');
        const message = symbolProblemsText(await addAlerts(window, symbols));
        if (message !== '') dialogs.toast({ message, tone: 'warning' });
      },
    },
    {
      id: 'saves',
      title: 'Manage saved alerts',
      icon: FolderOpen,
      run: async (window) => {
        const { manageSaves } = await import('./manage-saves.ts');
        await manageSaves(window);
      },
    },
    {
      id: 'log',
      title: 'Alert log',
      icon: History,
      run: async (window) => {
        const { openAlertLog } = await import('./AlertLogDialog.tsx');
        await openAlertLog(window.platform);
      },
    },
  ],
  toolbar: ['add-symbols', 'saves', 'log', 'link'],
  titleOf: priceAlertsTitle,
  isChanged: (state, { rows, isLoaded }) =>
    isLoaded && isChangedSinceSaved(state, markedForm(state, listedAlerts(state.Alerts, rows))),
  followsState: true,
  undo: { Columns: 'columns', Sort: 'sorting' },
  newWindows: { names: 'columns and sorting', from: ({ Columns, Sort }) => ({ Columns, Sort }) },
  helpTopic: 'price-alerts',
  platformCommands: (platform) => [
    {
      id: 'alerts.create',
      title: 'Create alert',
      icon: BellPlus,
      run: async (args) => {
        const { createAlert } = await import('./CreateAlertDialog.tsx');
        await createAlert(platform, args);
      },
    },
    {
      id: 'alerts.log',
      title: 'Alert log',
      icon: History,
      run: async () => {
        const { openAlertLog } = await import('./AlertLogDialog.tsx');
        await openAlertLog(platform);
      },
    },
  ],
  onPlatform(platform) {
    let end = (): void => {};
    let isOver = false;
    // Loaded after sign-in, so that the first page load does not contain it.
    import('./watch-platform.ts').then(({ watchPlatform }) => {
      if (!isOver) end = watchPlatform(platform);
    }, failed(platform));
    return () => {
      isOver = true;
      end();
    };
  },
  onClosed(states, platform) {
    import('./closed-windows.ts').then(
      ({ reportClosed }) => reportClosed(states, platform),
      failed(platform),
    );
  },
  onStoredWithoutWindow(states, platform) {
    import('./adopt.ts').then(
      ({ adoptWithoutWindow }) => adoptWithoutWindow(states, platform),
      failed(platform),
    );
  },
  savedItemType: 'PriceAlerts',
  load: () => import('./PriceAlerts.tsx'),
});

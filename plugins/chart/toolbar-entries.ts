import { AreaChart, ChartCandlestick, ChartNoAxesColumn, TrendingUp } from 'lucide-react';
import type { ToolWindow } from '../../src/plugin-api/index.ts';
import type { MenuEntry } from '../../src/ui/index.ts';
import { chartOf } from './charts.ts';
import { chooseDrawTool, isEachMarked, markAll } from './drawings/actions.ts';
import { drawModeOf, type DrawMode } from './drawings/draw-mode.ts';
import { copyToOwn, SHARED_LABEL, shareOwn } from './drawings/share-drawings.ts';
import type { ShapeMarks } from './drawings/shape.ts';
import { DRAW_TOOLS } from './drawings/tools.ts';
import type { ChartType } from './model/chart-types.ts';
import type { ScaleMode } from './model/scale-mode.ts';
import { MAX_COMPARED, type ChartState } from './state.ts';
import { Invalid } from './view/invalidation.ts';

type Window = ToolWindow<ChartState>;

const CHART_TYPES: readonly {
  readonly id: ChartType;
  readonly label: string;
  readonly icon: typeof AreaChart;
}[] = [
  { id: 'line', label: 'Line', icon: TrendingUp },
  { id: 'bar', label: 'Bar', icon: ChartNoAxesColumn },
  { id: 'candle', label: 'Candle', icon: ChartCandlestick },
  { id: 'area', label: 'Area', icon: AreaChart },
  { id: 'heikin-ashi', label: 'Heikin-Ashi', icon: ChartCandlestick },
];
const SCALES: readonly { readonly id: ScaleMode; readonly label: string; readonly shortcut?: string }[] = [
  { id: 'linear', label: 'Linear' },
  { id: 'log', label: 'Logarithmic', shortcut: 'Alt+L' },
  { id: 'percent', label: 'Percent', shortcut: 'Alt+P' },
];

/** The icon of a chart type. */
export const iconOf = (type: ChartType): typeof AreaChart =>
  CHART_TYPES.find(({ id }) => id === type)?.icon ?? ChartCandlestick;

export const styleEntries = (window: Window, { ChartType }: ChartState): readonly MenuEntry[] =>
  CHART_TYPES.map(({ id, label, icon }, n) => ({
    id,
    label,
    icon,
    isChecked: id === ChartType,
    hasSeparator: n === 3,
    run: () => window.update({ ChartType: id }),
  }));

/** Comparisons need the percent scale. The choice of prices is there for symbols with splits, and wherever it has been made. */
export const scaleEntries = (
  window: Window,
  { Compare, Scale, ScalesPriceOnly, ShowsRawPrices }: ChartState,
  hasSplits: boolean,
): readonly MenuEntry[] => [
  ...SCALES.map(({ id, label, shortcut }) => ({
    id,
    label,
    ...(shortcut === undefined ? {} : { shortcut }),
    isChecked: id === (Compare.length > 0 ? 'percent' : Scale),
    isDisabled: Compare.length > 0 && id !== 'percent',
    run: () => window.update({ Scale: id }),
  })),
  {
    id: 'price-only',
    label: 'Scale price only',
    hasSeparator: true,
    isChecked: ScalesPriceOnly,
    run: () => window.update({ ScalesPriceOnly: !ScalesPriceOnly }),
  },
  ...(hasSplits || ShowsRawPrices
    ? [
        {
          id: 'adjusted',
          label: 'Adjust for splits',
          isChecked: !ShowsRawPrices,
          run: () => window.update({ ShowsRawPrices: !ShowsRawPrices }),
        },
      ]
    : []),
];

/** `trading`: whether dragged orders move at once; null where the symbol cannot be traded. */
export const moreEntries = (
  window: Window,
  { ShowsCrosshairBox }: ChartState,
  trading: { readonly isArmed: boolean } | null,
): readonly MenuEntry[] => {
  const run = (command: string) => () => runCommand(window, command);
  return [
    {
      id: 'fit',
      label: 'Show the whole range',
      shortcut: '0',
      run: () => {
        const view = chartOf(window.id)?.view;
        view?.viewport.fit();
        view?.setPriceRange(null);
        view?.invalidate(Invalid.all);
      },
    },
    {
      id: 'crosshair-box',
      label: 'Box at the crosshair',
      isChecked: ShowsCrosshairBox,
      run: () => window.update({ ShowsCrosshairBox: !ShowsCrosshairBox }),
    },
    ...(trading === null
      ? []
      : [
          {
            id: 'arm',
            label: trading.isArmed ? 'Move dragged orders at once' : 'Move dragged orders at once…',
            isChecked: trading.isArmed,
            run: run('chart.arm'),
          },
        ]),
    { id: 'templates', label: 'Chart templates', hasSeparator: true, run: run('chart.templates') },
    { id: 'use-for-new', label: 'Begin new charts like this one', run: run('window.use-for-new') },
    { id: 'reset-new', label: 'Begin new charts as installed', run: run('window.reset-new') },
    { id: 'table', label: 'Show bars as a table', hasSeparator: true, run: run('chart.table') },
    { id: 'csv', label: 'Save bars as CSV', run: run('chart.save-csv') },
    {
      id: 'picture',
      label: 'Save chart as picture',
      shortcut: 'Alt+Shift+S',
      run: run('chart.save-picture'),
    },
  ];
};

export const drawEntries = (
  window: Window,
  { tool, isSnapping }: DrawMode,
  state: ChartState,
  shapes: readonly ShapeMarks[],
): readonly MenuEntry[] => [
  ...DRAW_TOOLS.map(({ id, label, icon, key, hasSeparator }): MenuEntry => ({
    id,
    label,
    icon,
    ...(hasSeparator === undefined ? {} : { hasSeparator }),
    ...(key === undefined ? {} : { shortcut: key }),
    ...(id === 'delete-all' ? {} : { isChecked: id === tool }),
    run: () => chooseDrawTool(window, id),
  })),
  {
    id: 'snap',
    label: 'Snap to prices',
    hasSeparator: true,
    isChecked: isSnapping,
    run: () => drawModeOf(window).set({ isSnapping: !isSnapping }),
  },
  {
    id: 'keep-open',
    label: 'Keep the tools open',
    isChecked: state.ShowsDrawTools,
    run: () => window.update({ ShowsDrawTools: !state.ShowsDrawTools }),
  },
  {
    id: 'list',
    label: 'List of drawings',
    shortcut: 'Alt+O',
    hasSeparator: true,
    isChecked: state.ShowsDrawingList,
    run: () => runCommand(window, 'chart.drawings'),
  },
  ...markEntries(window, shapes),
  ...shareEntries(window, state, shapes),
  {
    id: 'undo',
    label: 'Undo',
    ...shortcutOf(window, 'edit.undo'),
    hasSeparator: true,
    run: () => runCommand(window, 'edit.undo'),
  },
  {
    id: 'redo',
    label: 'Redo',
    ...shortcutOf(window, 'edit.redo'),
    run: () => runCommand(window, 'edit.redo'),
  },
];

/** The key of a command of the workstation, which the user may change. */
function shortcutOf(window: Window, command: string): Pick<MenuEntry, 'shortcut'> {
  const key = window.platform.commands.get(command)?.key;
  return key === undefined ? {} : { shortcut: key };
}

const ALL_MARKS: readonly { readonly mark: keyof ShapeMarks; readonly label: string }[] = [
  { mark: 'IsLocked', label: 'Lock all drawings' },
  { mark: 'IsHidden', label: 'Hide all drawings' },
];

/** Locks or hides the drawings of the symbol on screen, or ends that. */
const markEntries = (window: Window, shapes: readonly ShapeMarks[]): readonly MenuEntry[] =>
  ALL_MARKS.map(({ mark, label }) => {
    const isChecked = isEachMarked(shapes, mark);
    return {
      id: mark,
      label,
      isChecked: isChecked === true,
      isDisabled: isChecked === undefined,
      run: () => markAll(window, { [mark]: isChecked !== true }),
    };
  });

/** Chooses between the drawings that all charts of the symbol share and those of this chart, and takes drawings from the present ones to the others. */
const shareEntries = (
  window: Window,
  { Symbol, SharesDrawings }: ChartState,
  shapes: readonly ShapeMarks[],
): readonly MenuEntry[] => [
  {
    id: 'shared',
    label: SHARED_LABEL,
    hasSeparator: true,
    isChecked: SharesDrawings,
    run: () => window.update({ SharesDrawings: !SharesDrawings }),
  },
  SharesDrawings
    ? {
        id: 'copy-to-own',
        label: 'Copy these drawings to this chart only',
        isDisabled: shapes.length === 0,
        run: () => copyToOwn(window, Symbol),
      }
    : {
        id: 'share',
        label: 'Share these drawings',
        isDisabled: shapes.length === 0,
        run: () => void shareOwn(window, Symbol),
      },
];

/** Runs a command for the window and shows why it failed. */
export function runCommand(window: Window, command: string, args: Record<string, unknown> = {}): void {
  const { commands, dialogs } = window.platform;
  commands.run(command, { windowId: window.id, ...args }).catch((error: unknown) =>
    dialogs.toast({
      message: error instanceof Error ? error.message : 'This cannot be done now.',
      tone: 'error',
    }),
  );
}

/** Lets the user choose a symbol to compare with. */
export async function compareSymbol(window: Window): Promise<void> {
  const { dialogs } = window.platform;
  const symbol = await dialogs.symbolLookup({ title: 'Compare with', mustExist: true });
  const { Compare, Symbol } = window.getState();
  if (symbol === null || symbol === Symbol || Compare.includes(symbol)) return;
  if (Compare.length >= MAX_COMPARED)
    dialogs.toast({
      message: `${MAX_COMPARED} symbols can be compared at once. Remove one first.`,
      tone: 'warning',
    });
  else window.update({ Compare: [...Compare, symbol] });
}

import {
  AreaChart,
  ArrowLeftRight,
  CalendarRange,
  ChartCandlestick,
  ChartLine,
  ChartNoAxesColumn,
  Ellipsis,
  GitCompareArrows,
  PencilLine,
  Scale,
  TrendingUp,
} from 'lucide-react';
import { useCanTrade, useReadable, useToolState, type ToolWindow } from '../../src/plugin-api/index.ts';
import { IconButton, Menu, type MenuEntry } from '../../src/ui/index.ts';
import styles from './Chart.module.css';
import { chartOf } from './charts.ts';
import { chooseDrawTool } from './drawings/actions.ts';
import { boardOf } from './drawings/boards.ts';
import { drawModeOf } from './drawings/draw-mode.ts';
import { loadDrawingLayer } from './drawings/load-layer.ts';
import { DRAW_TOOLS } from './drawings/tools.ts';
import type { ChartType } from './model/chart-model.ts';
import type { ScaleMode } from './model/scale-mode.ts';
import { MAX_COMPARED, type ChartState } from './state.ts';
import { Invalid } from './view/invalidation.ts';

const TYPES: readonly { readonly id: ChartType; readonly label: string; readonly icon: typeof AreaChart }[] =
  [
    { id: 'line', label: 'Line', icon: TrendingUp },
    { id: 'bar', label: 'Bar', icon: ChartNoAxesColumn },
    { id: 'candle', label: 'Candle', icon: ChartCandlestick },
    { id: 'area', label: 'Area', icon: AreaChart },
    { id: 'heikin-ashi', label: 'Heikin-Ashi', icon: ChartCandlestick },
  ];
const SCALES: readonly { readonly id: ScaleMode; readonly label: string }[] = [
  { id: 'linear', label: 'Linear' },
  { id: 'log', label: 'Logarithmic' },
  { id: 'percent', label: 'Percent' },
];

/** The buttons of a chart. */
export function ChartToolbar({ window }: { readonly window: ToolWindow<ChartState> }) {
  const { platform } = window;
  const state = useToolState(window);
  const drawMode = drawModeOf(window);
  const { tool, isSnapping } = useReadable(drawMode);
  const { Symbol, ChartType, Scale: scale, Compare } = state;
  const canTrade = useCanTrade(platform, Symbol);
  const run = (command: string, args: Record<string, unknown> = {}) => {
    platform.commands.run(command, { windowId: window.id, ...args }).catch((error: unknown) =>
      platform.dialogs.toast({
        message: error instanceof Error ? error.message : 'This cannot be done now.',
        tone: 'error',
      }),
    );
  };
  const compare = async () => {
    const found = await platform.dialogs.symbolLookup({ title: 'Compare with', mustExist: true });
    const { Compare: present } = window.getState();
    if (found === null || found === window.getState().Symbol || present.includes(found)) return;
    if (present.length >= MAX_COMPARED) {
      platform.dialogs.toast({
        message: `${MAX_COMPARED} symbols can be compared at once. Remove one first.`,
        tone: 'warning',
      });
      return;
    }
    window.update({ Compare: [...present, found] });
  };
  const styleEntries: readonly MenuEntry[] = TYPES.map(({ id, label, icon }, n) => ({
    id,
    label,
    icon,
    isChecked: id === ChartType,
    hasSeparator: n === 3,
    run: () => window.update({ ChartType: id }),
  }));
  const scaleEntries: readonly MenuEntry[] = SCALES.map(({ id, label }) => ({
    id,
    label,
    isChecked: id === (Compare.length > 0 ? 'percent' : scale),
    isDisabled: Compare.length > 0 && id !== 'percent',
    run: () => window.update({ Scale: id }),
  }));
  const more: readonly MenuEntry[] = [
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
    { id: 'table', label: 'Show bars as a table', hasSeparator: true, run: () => run('chart.table') },
    { id: 'csv', label: 'Save bars as CSV', run: () => run('chart.save-csv') },
    { id: 'picture', label: 'Save chart as picture', run: () => run('chart.save-picture') },
  ];
  const drawEntries: readonly MenuEntry[] = [
    ...DRAW_TOOLS.map(({ id, label, icon, hasSeparator }): MenuEntry => ({
      id,
      label,
      icon,
      ...(hasSeparator === undefined ? {} : { hasSeparator }),
      ...(id === 'delete-all' ? {} : { isChecked: id === tool }),
      run: () => chooseDrawTool(window, id),
    })),
    {
      id: 'snap',
      label: 'Snap to prices',
      hasSeparator: true,
      isChecked: isSnapping,
      run: () => drawMode.set({ isSnapping: !isSnapping }),
    },
    { id: 'undo', label: 'Undo drawing', shortcut: 'Ctrl+Z', run: () => boardOf(window)?.undo() },
    { id: 'redo', label: 'Redo drawing', shortcut: 'Ctrl+Y', run: () => boardOf(window)?.redo() },
  ];
  // What cannot be loaded is told where it is needed.
  const reach = () => {
    loadDrawingLayer().catch(() => {});
  };
  const StyleIcon = TYPES.find(({ id }) => id === ChartType)?.icon ?? ChartCandlestick;
  return (
    <div className={styles.tools} role="toolbar" aria-label="Chart">
      {Symbol !== '' && canTrade ? (
        <IconButton label="Trade" onClick={() => run('order.place', { symbol: Symbol })}>
          <ArrowLeftRight size={14} />
        </IconButton>
      ) : null}
      <Menu
        label="Draw tools"
        trigger={
          <IconButton label="Draw tools" isOn={tool !== 'none'} onPointerEnter={reach} onFocus={reach}>
            <PencilLine size={14} />
          </IconButton>
        }
        entries={drawEntries}
        align="end"
      />
      <Menu
        label="Chart style"
        trigger={
          <IconButton label="Chart style">
            <StyleIcon size={14} />
          </IconButton>
        }
        entries={styleEntries}
        align="end"
      />
      <Menu
        label="Scale"
        trigger={
          <IconButton label="Scale">
            <Scale size={14} />
          </IconButton>
        }
        entries={scaleEntries}
        align="end"
      />
      <IconButton
        label="Compare"
        disabled={Symbol === ''}
        onClick={() => {
          void compare();
        }}
      >
        <GitCompareArrows size={14} />
      </IconButton>
      <IconButton label="Technical studies" onClick={() => run('chart.studies')}>
        <ChartLine size={14} />
      </IconButton>
      <IconButton label="Symbol and date range" onClick={() => run('chart.range')}>
        <CalendarRange size={14} />
      </IconButton>
      <Menu
        label="More"
        trigger={
          <IconButton label="More">
            <Ellipsis size={14} />
          </IconButton>
        }
        entries={more}
        align="end"
      />
    </div>
  );
}

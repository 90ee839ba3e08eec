import {
  ArrowLeftRight,
  CalendarRange,
  ChartLine,
  Ellipsis,
  GitCompareArrows,
  PencilLine,
  Scale,
  type LucideIcon,
} from 'lucide-react';
import { useCanTrade, useReadable, useToolState, type ToolWindow } from '../../src/plugin-api/index.ts';
import { IconButton, Menu, type IconButtonProps, type MenuEntry } from '../../src/ui/index.ts';
import { actionsOf } from './actions/symbol-actions.ts';
import armedStyles from './Armed.module.css';
import styles from './Chart.module.css';
import { drawModeOf } from './drawings/draw-mode.ts';
import { preloadDrawingLayer } from './drawings/load-layer.ts';
import { useShownShapes } from './drawings/use-drawing-source.ts';
import type { ChartState } from './state.ts';
import { chartArmingOf } from './trading/chart-arming.ts';
import {
  compareSymbol,
  drawEntries,
  iconOf,
  moreEntries,
  runCommand,
  scaleEntries,
  styleEntries,
} from './toolbar-entries.ts';

/** The buttons of a chart. */
export function ChartToolbar({ window }: { readonly window: ToolWindow<ChartState> }) {
  const state = useToolState(window);
  const mode = useReadable(drawModeOf(window));
  const shapes = useShownShapes(window);
  const hasSplits = useReadable(actionsOf(window), (actions) => actions.some(({ kind }) => kind === 'Split'));
  const { Symbol } = state;
  const canTrade = useCanTrade(window.platform, Symbol);
  const isArmed = useReadable(chartArmingOf(window.platform), (armed) => armed.has(window.id));
  const run = (command: string, args?: Record<string, unknown>) => runCommand(window, command, args);
  return (
    <div className={styles.tools} role="toolbar" aria-label="Chart">
      {isArmed ? (
        <button
          type="button"
          className={armedStyles.badge}
          aria-pressed
          title="Orders that are dragged on this chart move at once. Press to switch that off."
          onClick={() => run('chart.arm')}
        >
          ARMED
        </button>
      ) : null}
      {Symbol !== '' && canTrade ? (
        <IconButton label="Trade" onClick={() => run('order.place', { symbol: Symbol })}>
          <ArrowLeftRight size={14} />
        </IconButton>
      ) : null}
      <ToolbarMenu
        label="Draw tools"
        icon={PencilLine}
        entries={drawEntries(window, mode, state, shapes)}
        button={{
          isOn: mode.tool !== 'none',
          onPointerEnter: preloadDrawingLayer,
          onFocus: preloadDrawingLayer,
        }}
      />
      <ToolbarMenu label="Chart style" icon={iconOf(state.ChartType)} entries={styleEntries(window, state)} />
      <ToolbarMenu label="Scale" icon={Scale} entries={scaleEntries(window, state, hasSplits)} />
      <IconButton
        label="Compare"
        disabled={Symbol === ''}
        onClick={() => {
          void compareSymbol(window);
        }}
      >
        <GitCompareArrows size={14} />
      </IconButton>
      <IconButton
        label="Technical studies"
        onPointerEnter={preloadStudies}
        onFocus={preloadStudies}
        onClick={() => run('chart.studies')}
      >
        <ChartLine size={14} />
      </IconButton>
      <IconButton label="Symbol and date range" onClick={() => run('chart.range')}>
        <CalendarRange size={14} />
      </IconButton>
      <ToolbarMenu
        label="More"
        icon={Ellipsis}
        entries={moreEntries(window, state, canTrade ? { isArmed } : null)}
      />
    </div>
  );
}

/** So that what is typed right after the click goes to the dialog's search, not to the chart. */
function preloadStudies(): void {
  import('./dialogs/StudiesDialog.tsx').catch(() => {});
}

interface ToolbarMenuProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly entries: readonly MenuEntry[];
  readonly button?: Omit<IconButtonProps, 'label' | 'children'>;
}

function ToolbarMenu({ label, icon: Icon, entries, button = {} }: ToolbarMenuProps) {
  return (
    <Menu
      label={label}
      trigger={
        <IconButton label={label} {...button}>
          <Icon size={14} />
        </IconButton>
      }
      entries={entries}
      align="end"
    />
  );
}

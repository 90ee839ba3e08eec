import { Layers, Magnet } from 'lucide-react';
import { useEffect } from 'react';
import { useReadable, useToolState, type ToolWindow } from '../../../src/plugin-api/index.ts';
import { IconButton, keyText } from '../../../src/ui/index.ts';
import type { ChartState } from '../state.ts';
import { chooseDrawTool } from './actions.ts';
import styles from './DrawBar.module.css';
import { drawModeOf } from './draw-mode.ts';
import { preloadDrawingLayer } from './load-layer.ts';
import { DRAW_TOOLS } from './tools.ts';

/** The draw tools in a strip beside the chart, for those who draw a lot. */
export function DrawBar({ window }: { readonly window: ToolWindow<ChartState> }) {
  const mode = drawModeOf(window);
  const { tool, isSnapping } = useReadable(mode);
  const isListOpen = useToolState(window, ({ ShowsDrawingList }) => ShowsDrawingList);
  // Tools that are kept open are used soon.
  useEffect(preloadDrawingLayer, []);
  return (
    <div role="toolbar" aria-label="Draw tools" aria-orientation="vertical" className={styles.bar}>
      {DRAW_TOOLS.map(({ id, label, icon: Icon, key, hasSeparator = false }) => (
        <IconButton
          key={id}
          label={label}
          {...(key === undefined ? {} : { hint: `${label} (${keyText(key)})` })}
          {...(id === 'delete-all' ? {} : { isOn: tool === id })}
          {...(hasSeparator && styles.first !== undefined ? { className: styles.first } : {})}
          onClick={() => chooseDrawTool(window, id)}
        >
          <Icon size={15} />
        </IconButton>
      ))}
      <IconButton
        label="Snap to prices"
        hint="Snap to prices; Alt inverts it while you draw"
        isOn={isSnapping}
        {...(styles.first === undefined ? {} : { className: styles.first })}
        onClick={() => mode.set({ isSnapping: !isSnapping })}
      >
        <Magnet size={15} />
      </IconButton>
      <IconButton
        label="List of drawings"
        hint="List of drawings (Alt+O)"
        isOn={isListOpen}
        onClick={() => window.update({ ShowsDrawingList: !isListOpen })}
      >
        <Layers size={15} />
      </IconButton>
    </div>
  );
}

import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import {
  type ToolProps,
  type ToolWindow,
  useIsActive,
  useReadable,
  useSymbol,
  useToolState,
} from '../../src/plugin-api/index.ts';
import styles from './Chart.module.css';
import { ChartCover } from './ChartCover.tsx';
import { ChartToolbar } from './ChartToolbar.tsx';
import { CrosshairReader } from './CrosshairReader.tsx';
import { drawModeOf } from './drawings/draw-mode.ts';
import { loadDrawingLayer } from './drawings/load-layer.ts';
import { defaultRange, QUICK_RANGES, type TimeFrame } from './data/time-frames.ts';
import { QuoteBar } from './QuoteBar.tsx';
import type { ChartState } from './state.ts';
import { PriceMenu } from './PriceMenu.tsx';
import { showRange, symbolToBeginWith } from './symbol-changes.ts';
import { chartTitle } from './title.ts';
import { useChartController } from './use-chart-controller.ts';

const DrawingLayer = lazy(async () => ({ default: (await loadDrawingLayer()).DrawingLayer }));

export default function ChartTool({ tool: window }: ToolProps<ChartState>) {
  const { platform } = window;
  const { Symbol, Range } = useToolState(window);
  const isActive = useIsActive(window);
  const company = useSymbol(platform, Symbol, 1_000, (record) => record.info?.Fundamentals.Company) ?? '';
  const root = useRef<HTMLDivElement>(null);
  const { controller, status, hasBars } = useChartController(window, root);
  const isDrawn = useIsDrawn(window);
  const title = chartTitle({ Symbol, Range }, company);

  useEffect(() => {
    if (window.getState().Symbol === '') window.update({ Symbol: symbolToBeginWith(window) });
  }, [window]);
  useEffect(() => controller?.setActive(isActive), [controller, isActive]);
  useEffect(() => {
    window.setTitle(status.kind === 'loading' ? `${title} (loading...)` : title);
  }, [window, title, status.kind]);
  useEffect(() => () => window.setTitle(null), [window]);

  return (
    <div className={styles.tool}>
      <div className={styles.bar}>
        {Symbol === '' ? (
          <span className={styles.spread} />
        ) : (
          <QuoteBar platform={platform} symbol={Symbol} isActive={isActive} />
        )}
        <ChartToolbar window={window} />
      </div>
      <div className={styles.stage}>
        <PriceMenu window={window} controller={controller}>
          <div
            ref={root}
            className={styles.root}
            tabIndex={0}
            role="application"
            aria-roledescription="chart"
            aria-label={title}
            aria-description="Left and right arrow keys move from bar to bar, up and down zoom, Home and End go to the first and last bar, 0 shows the whole range."
          />
        </PriceMenu>
        {controller === null ? null : <CrosshairReader controller={controller} />}
        {controller !== null && isDrawn ? (
          <Suspense fallback={<div className={styles.wait} />}>
            <DrawingLayer
              view={controller.view}
              window={window}
              symbol={Symbol}
              barSize={Range.BarSize}
              isShown={status.kind === 'ready' && hasBars}
            />
          </Suspense>
        ) : null}
        <ChartCover
          window={window}
          symbol={Symbol}
          status={status}
          hasBars={hasBars}
          onRetry={() => controller?.retry()}
        />
      </div>
      <RangeButtons window={window} frame={Range.TimeFrame} />
    </div>
  );
}

/** True once the chart has drawings or the user draws: the layer for them is loaded only then, and stays. */
function useIsDrawn(window: ToolWindow<ChartState>): boolean {
  const hasDrawings = useToolState(window, (state) => Object.hasOwn(state.Drawings, state.Symbol));
  const isDrawing = useReadable(drawModeOf(window), ({ tool }) => tool !== 'none');
  const [isDrawn, setDrawn] = useState(false);
  if (!isDrawn && (hasDrawings || isDrawing)) setDrawn(true);
  return isDrawn;
}

function RangeButtons({
  window,
  frame: current,
}: {
  readonly window: ToolWindow<ChartState>;
  readonly frame: TimeFrame;
}) {
  return (
    <div className={styles.ranges} role="group" aria-label="Range">
      {QUICK_RANGES.map(({ label, frame }) => (
        <button
          key={label}
          type="button"
          className={styles.range}
          aria-pressed={current === frame}
          onClick={() => showRange(window, defaultRange(frame))}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

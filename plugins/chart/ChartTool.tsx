import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import {
  type ToolProps,
  type ToolWindow,
  useKnownSymbol,
  useReadable,
  useToolState,
  useWhileActive,
} from '../../src/plugin-api/index.ts';
import { classNames } from '../../src/ui/index.ts';
import armedStyles from './Armed.module.css';
import { BarSizeBox } from './BarSizeBox.tsx';
import { barSizeBoxOf, textOfKey } from './bar-size-box.ts';
import styles from './Chart.module.css';
import type { ChartController } from './chart-controller.ts';
import { pressChartKey } from './chart-keys.ts';
import { ChartCover } from './ChartCover.tsx';
import { ChartToolbar } from './ChartToolbar.tsx';
import { CrosshairLine } from './CrosshairLine.tsx';
import { CrosshairReader } from './CrosshairReader.tsx';
import { DrawBar } from './drawings/DrawBar.tsx';
import { drawModeOf } from './drawings/draw-mode.ts';
import { LazyDrawingLayer } from './drawings/LazyDrawingLayer.tsx';
import { preloadDrawingLayer } from './drawings/load-layer.ts';
import { chooseToolByKey } from './drawings/tool-keys.ts';
import { useDrawingsReady, useShownShapes } from './drawings/use-drawing-source.ts';
import { QuoteBar } from './QuoteBar.tsx';
import type { ChartState } from './state.ts';
import { PriceMenu } from './PriceMenu.tsx';
import { RangeBar } from './RangeBar.tsx';
import { symbolToBeginWith } from './symbol-changes.ts';
import { chartTitle } from './title.ts';
import { chartArmingOf } from './trading/chart-arming.ts';
import { useChartController } from './use-chart-controller.ts';

/**
 * The pointer or the focus comes to the chart: a draw tool may be next, and the first drag is for it. React reports no `pointerenter` when the
 * pointer comes from an element that has just been removed, such as a menu.
 */
const PRELOADS_DRAWINGS = { onFocus: preloadDrawingLayer, onPointerOver: preloadDrawingLayer };

export default function ChartTool({ tool: window }: ToolProps<ChartState>) {
  const { platform } = window;
  const { Symbol, Range, ShowsRawPrices, ShowsDrawTools, ShowsDrawingList } = useToolState(window);
  const company = useKnownSymbol(platform, Symbol).facts?.Company ?? '';
  const root = useRef<HTMLDivElement>(null);
  const { controller, status, hasBars } = useChartController(window, root);
  const isDrawn = useIsDrawn(window);
  const areDrawingsReady = useDrawingsReady(window);
  const isArmed = useReadable(chartArmingOf(platform), (armed) => armed.has(window.id));
  const [listPlace, setListPlace] = useState<HTMLElement | null>(null);
  const title = chartTitle({ Symbol, Range, ShowsRawPrices }, company);

  useFirstSymbol(window);
  useActivity(window, controller);
  useWindowTitle(window, status.kind === 'loading' ? `${title} (loading...)` : title);

  return (
    <div className={classNames(styles.tool, isArmed && armedStyles.frame)}>
      <div className={styles.bar}>
        {Symbol === '' ? <span className={styles.spread} /> : <QuoteBar window={window} symbol={Symbol} />}
        {controller === null ? null : <CrosshairLine controller={controller} />}
        <ChartToolbar window={window} />
      </div>
      <div className={styles.body}>
        {ShowsDrawTools ? <DrawBar window={window} /> : null}
        <div className={styles.stage}>
          <PriceMenu window={window} controller={controller}>
            <div
              ref={root}
              className={styles.root}
              tabIndex={0}
              role="application"
              aria-roledescription="chart"
              aria-label={title}
              aria-description="Left and right arrow keys move from bar to bar, up and down zoom, Home and End go to the first and last bar, 0 shows the whole range. A digit, a comma, D, W or H opens the box for a bar size."
              onKeyDown={(event) => onChartKey(window, event)}
              {...PRELOADS_DRAWINGS}
            />
          </PriceMenu>
          <BarSizeBox window={window} onClosed={() => root.current?.focus()} />
          {controller === null ? null : <CrosshairReader controller={controller} />}
          {controller !== null && isDrawn ? (
            <LazyDrawingLayer
              view={controller.view}
              window={window}
              symbol={Symbol}
              barSize={Range.BarSize}
              isShown={status.kind === 'ready' && hasBars && areDrawingsReady}
              listPlace={listPlace}
            />
          ) : null}
          <ChartCover
            window={window}
            symbol={Symbol}
            status={status}
            hasBars={hasBars}
            onRetry={() => controller?.retry()}
          />
        </div>
        {ShowsDrawingList ? <aside ref={setListPlace} className={styles.drawingList} /> : null}
      </div>
      <RangeBar window={window} />
    </div>
  );
}

/** Gives a chart that has no symbol one to begin with. */
function useFirstSymbol(window: ToolWindow<ChartState>): void {
  useEffect(() => {
    if (window.getState().Symbol === '') window.update({ Symbol: symbolToBeginWith(window) });
  }, [window]);
}

/** The chart works while its window is on screen. */
function useActivity(window: ToolWindow<ChartState>, controller: ChartController | null): void {
  const work = useCallback(() => {
    controller?.setActive(true);
    return () => controller?.setActive(false);
  }, [controller]);
  useWhileActive(window, work);
}

/** The title of the window, as long as the chart is open. */
function useWindowTitle(window: ToolWindow<ChartState>, title: string): void {
  useEffect(() => window.setTitle(title), [window, title]);
  useEffect(() => () => window.setTitle(null), [window]);
}

/** True once the chart has drawings or a list of them, or the user draws: the layer for them is loaded only then, and stays. */
function useIsDrawn(window: ToolWindow<ChartState>): boolean {
  const hasDrawings = useShownShapes(window).length > 0;
  const isListOpen = useToolState(window, ({ ShowsDrawingList }) => ShowsDrawingList);
  const isDrawing = useReadable(drawModeOf(window), ({ tool }) => tool !== 'none');
  const [isDrawn, setDrawn] = useState(false);
  if (!isDrawn && (hasDrawings || isListOpen || isDrawing)) setDrawn(true);
  return isDrawn;
}

/** Pressed in the chart itself, Alt with a letter chooses a draw tool, and a digit, a comma, D, W or H opens the box for a bar size. */
function onChartKey(window: ToolWindow<ChartState>, event: KeyboardEvent<HTMLElement>): void {
  const isHere = event.target === event.currentTarget;
  if (isHere && (chooseToolByKey(window, event) || pressChartKey(window, event))) {
    event.preventDefault();
    return;
  }
  const text = isHere ? textOfKey(event.nativeEvent) : null;
  if (text === null) return;
  event.preventDefault();
  barSizeBoxOf(window).open(text);
}

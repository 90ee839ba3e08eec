import { ChartCandlestick } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import {
  type ToolProps,
  useIsActive,
  useReadable,
  useSymbol,
  useToolState,
} from '../../src/plugin-api/index.ts';
import { Button, EmptyState, ErrorState, Spinner } from '../../src/ui/index.ts';
import styles from './Chart.module.css';
import { ChartController } from './chart-controller.ts';
import { ChartToolbar } from './ChartToolbar.tsx';
import { addChart } from './charts.ts';
import { CrosshairReader } from './CrosshairReader.tsx';
import type { FeedStatus } from './data/chart-feed.ts';
import { drawModeOf } from './drawings/draw-mode.ts';
import { loadDrawingLayer } from './drawings/load-layer.ts';
import { defaultRange, QUICK_RANGES } from './data/time-frames.ts';
import { QuoteBar } from './QuoteBar.tsx';
import type { ChartState } from './state.ts';
import { PriceMenu } from './PriceMenu.tsx';
import { showRange, symbolToBeginWith } from './symbol-changes.ts';
import { chartTitle } from './title.ts';

const DrawingLayer = lazy(async () => ({ default: (await loadDrawingLayer()).DrawingLayer }));

export default function ChartTool({ window }: ToolProps<ChartState>) {
  const { platform } = window;
  const { Symbol, Range } = useToolState(window);
  const isActive = useIsActive(window);
  const company = useSymbol(platform, Symbol, 1_000, (record) => record.info?.Fundamentals.Company) ?? '';
  const root = useRef<HTMLDivElement>(null);
  const [controller, setController] = useState<ChartController | null>(null);
  const [status, setStatus] = useState<FeedStatus>({ kind: 'idle' });
  const [hasBars, setHasBars] = useState(true);
  const hasDrawings = useToolState(window, (state) => Object.hasOwn(state.Drawings, state.Symbol));
  const isDrawing = useReadable(drawModeOf(window), ({ tool }) => tool !== 'none');
  const [isDrawn, setDrawn] = useState(false);
  if (!isDrawn && (hasDrawings || isDrawing)) setDrawn(true);
  const title = chartTitle({ Symbol, Range }, company);

  useEffect(() => {
    if (window.getState().Symbol === '') window.update({ Symbol: symbolToBeginWith(window) });
  }, [window]);
  useEffect(() => {
    if (root.current === null) return undefined;
    let isEmpty = false;
    const made: ChartController = new ChartController(window, root.current, {
      onStatus(next) {
        setStatus(next);
        isEmpty = next.kind === 'ready' && !made.model.hasPrices();
        setHasBars(!isEmpty);
      },
      onTick() {
        if (isEmpty && made.model.hasPrices()) {
          isEmpty = false;
          setHasBars(true);
        }
      },
      onStudy(id) {
        const failed = () =>
          platform.dialogs.toast({
            message: 'The parameters could not be loaded. Reload the page and try again.',
            tone: 'error',
          });
        import('./dialogs/StudiesDialog.tsx')
          .then(({ openStudyParameters }) => openStudyParameters(window, id))
          .catch(failed);
      },
      onProblem: (message) => platform.dialogs.toast({ message, tone: 'warning' }),
    });
    const remove = addChart(window.id, made);
    setController(made);
    return () => {
      remove();
      made.dispose();
    };
  }, [window, platform]);
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
        {status.kind === 'loading' ? (
          <div className={styles.veil}>
            <Spinner label="Loading bars" />
          </div>
        ) : null}
        {status.kind === 'failed' ? (
          <div className={styles.cover}>
            <ErrorState
              title={status.message}
              text={`The bars of ${Symbol} could not be loaded.`}
              onRetry={() => controller?.retry()}
            />
          </div>
        ) : null}
        {Symbol === '' ? (
          <div className={styles.cover}>
            <EmptyState
              icon={ChartCandlestick}
              title="No symbol yet"
              text="A chart shows the path of one price. Choose a symbol to begin."
              action={
                <Button
                  tone="primary"
                  onClick={() => {
                    void platform.commands.run('chart.range', { windowId: window.id });
                  }}
                >
                  Symbol and date range
                </Button>
              }
            />
          </div>
        ) : null}
        {Symbol !== '' && status.kind === 'ready' && !hasBars ? (
          <div className={styles.cover}>
            <EmptyState
              icon={ChartCandlestick}
              title={`No bars of ${Symbol} in this range`}
              text="There were no trades in this range. Choose a longer one."
            />
          </div>
        ) : null}
      </div>
      <div className={styles.ranges} role="group" aria-label="Range">
        {QUICK_RANGES.map(({ label, frame }) => (
          <button
            key={label}
            type="button"
            className={styles.range}
            aria-pressed={Range.TimeFrame === frame}
            onClick={() => showRange(window, defaultRange(frame))}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

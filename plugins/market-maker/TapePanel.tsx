import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatInteger } from '../../src/domain/columns/index.ts';
import { type ToolWindow, useToolState } from '../../src/plugin-api/index.ts';
import { Button, EmptyState, ErrorState, NumberField, Skeleton } from '../../src/ui/index.ts';
import { type FramePainter, writeText } from './frame-painter.ts';
import type { LoadState, MarketFeed } from './market-feed.ts';
import styles from './MarketMaker.module.css';
import { MAX_MIN_SIZE, type MarketMakerState } from './state.ts';
import { paintLine, TapeView } from './tape-view.ts';

export interface TapePanelProps {
  readonly tool: ToolWindow<MarketMakerState>;
  readonly feed: MarketFeed;
  readonly painter: FramePainter;
  readonly state: LoadState;
}

/** Height of a line, px: as the style sheet has it. */
const LINE_PX = 18;
/** Lines before the pane has been measured, as many as it is meant to show. */
const FIRST_LINES = 15;

/** Time and sales, newest first. It holds still under the pointer, and while it is scrolled away from the newest line. */
export function TapePanel({ tool, feed, painter, state }: TapePanelProps) {
  const minSize = useToolState(tool, ({ MinSize }) => MinSize);
  const view = useMemo(() => new TapeView(feed.tape), [feed]);
  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  const waiting = useRef<HTMLSpanElement>(null);
  const isHovered = useRef(false);
  const [lineCount, setLineCount] = useState(FIRST_LINES + 1);
  const [isHeld, setHeld] = useState(false);
  const [isEmpty, setEmpty] = useState(feed.tape.total === 0);
  const [typed, setTyped] = useState<number | null>(minSize === 0 ? null : minSize);

  const paint = useCallback(() => {
    const [scrollerNow, spacerNow, linesNow] = [scroller.current, spacer.current, lines.current];
    if (scrollerNow === null || spacerNow === null || linesNow === null) return;
    const first = Math.floor(scrollerNow.scrollTop / LINE_PX);
    for (let place = 0; place < linesNow.children.length; place++) {
      const row = linesNow.children[place];
      if (row !== undefined) paintLine(row as HTMLElement /* a div of ours */, view.lineAt(first + place));
    }
    linesNow.style.translate = `0 ${first * LINE_PX}px`;
    spacerNow.style.height = `${view.length * LINE_PX}px`;
    if (waiting.current !== null)
      writeText(waiting.current, view.waiting === 0 ? 'Held' : `${formatInteger(view.waiting)} new`);
    setEmpty(feed.tape.total === 0);
  }, [view, feed]);

  /** Live at the top with the pointer elsewhere, held otherwise. */
  const follow = useCallback(() => {
    if (isHovered.current || (scroller.current?.scrollTop ?? 0) > 0) view.hold();
    else view.release();
    setHeld(view.isHeld);
    painter.mark('tape');
  }, [view, painter]);
  const goLive = () => {
    isHovered.current = false;
    if (scroller.current !== null) scroller.current.scrollTop = 0;
    follow();
  };

  useEffect(() => painter.on('tape', paint), [painter, paint]);
  // Rows that have just been rendered are empty.
  useLayoutEffect(() => {
    paint();
  }, [paint, lineCount, isEmpty]);
  useEffect(() => {
    feed.tape.setMinSize(minSize);
    view.release();
    if (scroller.current !== null) scroller.current.scrollTop = 0;
    follow();
  }, [feed, view, minSize, follow]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) =>
      setLineCount(Math.ceil((entry?.contentRect.height ?? 0) / LINE_PX) + 1),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const filter = (value: number | null) => {
    setTyped(value);
    const size = value === null ? 0 : Math.round(value);
    if (size >= 0 && size <= MAX_MIN_SIZE) tool.update({ MinSize: size });
  };
  const isWrong = typed !== null && !(typed >= 0 && typed <= MAX_MIN_SIZE);

  return (
    <section className={styles.tape} aria-label="Time and sales">
      <div className={styles.paneHead}>
        <h3>Time and sales</h3>
        <span className={styles.live}>
          <Button
            tone="quiet"
            className={styles.liveButton}
            onClick={goLive}
            disabled={!isHeld}
            title={isHeld ? 'The tape is paused. Resume at the newest trade.' : 'The newest trade is on top'}
          >
            {isHeld ? (
              <span ref={waiting} className={styles.waiting}>
                Held
              </span>
            ) : (
              'Live'
            )}
          </Button>
        </span>
        <label className={styles.filter} title="Shows only trades of at least this many shares">
          <span aria-hidden>Min size</span>
          <NumberField
            label="Minimum size"
            isLabelHidden
            hasSteppers={false}
            value={typed}
            onChange={filter}
            min={0}
            max={MAX_MIN_SIZE}
            step={100}
            {...(isWrong
              ? { error: Number.isNaN(typed) ? 'Not a number' : `0 to ${formatInteger(MAX_MIN_SIZE)}` }
              : {})}
          />
        </label>
      </div>
      <div role="table" aria-label="Time and sales" className={styles.tapeTable}>
        <div role="rowgroup">
          <div role="row" className={styles.tapeHead}>
            <span role="columnheader">Time</span>
            <span role="columnheader" className={styles.number}>
              Price
            </span>
            <span role="columnheader">
              <span className="visually-hidden">Against bid and ask</span>
            </span>
            <span role="columnheader" className={styles.number}>
              Size
            </span>
            <span role="columnheader">Exch</span>
          </div>
        </div>
        <div
          ref={scroller}
          data-tape
          role="rowgroup"
          tabIndex={0}
          aria-label="Trades, newest first"
          className={styles.tapeScroller}
          onScroll={follow}
          onPointerEnter={(event) => {
            if (event.pointerType === 'mouse') {
              isHovered.current = true;
              follow();
            }
          }}
          onPointerLeave={() => {
            isHovered.current = false;
            follow();
          }}
        >
          <div ref={spacer} role="presentation" className={styles.tapeSpacer}>
            <div ref={lines} role="presentation">
              {Array.from({ length: lineCount }, (_, index) => (
                <div key={index} role="row" className={styles.tapeRow}>
                  <span role="cell" />
                  <span role="cell" className={styles.number} />
                  <span role="cell" className={styles.mark} />
                  <span role="cell" className={styles.number} />
                  <span role="cell" className={styles.exchange} />
                </div>
              ))}
            </div>
          </div>
        </div>
        {!isEmpty ? null : (
          <div className={styles.tapeCover}>
            {state === 'loading' ? (
              <Skeleton rows={FIRST_LINES} label="Loading time and sales" />
            ) : state === 'failed' ? (
              <ErrorState
                title="Time and sales did not load"
                text="The market data service does not answer."
                onRetry={() => {
                  void feed.loadTape();
                }}
              />
            ) : minSize > 0 ? (
              <EmptyState
                title="No trade of that size"
                text={`None of ${formatInteger(minSize)} shares or more has come yet.`}
                action={<Button onClick={() => filter(null)}>Show all trades</Button>}
              />
            ) : (
              <EmptyState title="No trades yet" text="Trades appear here as they happen." />
            )}
          </div>
        )}
      </div>
      {state === 'failed' && !isEmpty ? (
        <p className={styles.tapeNote} role="alert">
          Earlier trades did not load.{' '}
          <Button
            tone="quiet"
            onClick={() => {
              void feed.loadTape();
            }}
          >
            Try again
          </Button>
        </p>
      ) : null}
    </section>
  );
}

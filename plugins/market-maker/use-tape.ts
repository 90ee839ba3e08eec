import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { formatInteger } from '../../src/domain/columns/index.ts';
import { writeText } from '../../src/plugin-api/index.ts';
import { observeSize } from '../../src/ui/index.ts';
import type { MarketFeed, MarketPainter } from './market-feed.ts';
import { paintLine, TapeView, type TapeForm } from './tape-view.ts';

/** Height of a line, px: as the style sheet has it. */
const LINE_PX = 18;
/** Lines by which the height of a live tape grows. */
const STEP_LINES = 256;
/** Lines before the pane has been measured, as many as it is meant to show. */
export const FIRST_LINES = 15;

interface TapePlaces {
  readonly scroller: HTMLElement;
  readonly spacer: HTMLElement;
  readonly lines: HTMLElement;
}

/**
 * Writes the lines in sight into their rows. Each height of the spacer makes the browser arrange the layers of the page, so that of a live
 * tape, whose end nobody sees, grows in steps; and only a held tape is scrolled, so only then the position is read, which costs a layout.
 */
function paintTape({ scroller, spacer, lines }: TapePlaces, view: TapeView, form: TapeForm): void {
  const first = view.isHeld ? Math.floor(scroller.scrollTop / LINE_PX) : 0;
  for (let place = 0; place < lines.children.length; place++) {
    const row = lines.children[place];
    if (row !== undefined)
      paintLine(row as HTMLElement /* a div of ours */, view.lineAt(first + place), form);
  }
  lines.style.translate = `0 ${first * LINE_PX}px`;
  const length = view.isHeld ? view.length : Math.ceil(view.length / STEP_LINES) * STEP_LINES;
  spacer.style.height = `${length * LINE_PX}px`;
}

/** How many lines fit into the pane, and one more. */
function useLineCount(scroller: { readonly current: HTMLElement | null }): number {
  const [lineCount, setLineCount] = useState(FIRST_LINES + 1);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    return observeSize(element, (_widthPx, heightPx) => setLineCount(Math.ceil(heightPx / LINE_PX) + 1));
  }, [scroller]);
  return lineCount;
}

/** State of a tape on screen: its painted lines, and whether it is held. The tape holds under the pointer, and while it is scrolled away from the newest line. */
export function useTape(feed: MarketFeed, painter: MarketPainter, minSize: number, form: TapeForm) {
  const view = useMemo(() => new TapeView(feed.tape), [feed]);
  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  const waiting = useRef<HTMLSpanElement>(null);
  const isHovered = useRef(false);
  const [isHeld, setHeld] = useState(false);
  const [isEmpty, setEmpty] = useState(feed.tape.total === 0);
  const lineCount = useLineCount(scroller);

  const paint = useCallback(() => {
    if (scroller.current === null || spacer.current === null || lines.current === null) return;
    paintTape({ scroller: scroller.current, spacer: spacer.current, lines: lines.current }, view, form);
    if (waiting.current !== null)
      writeText(waiting.current, view.waiting === 0 ? 'Held' : `${formatInteger(view.waiting)} new`);
    setEmpty(feed.tape.total === 0);
  }, [view, feed, form]);
  const follow = useCallback(() => {
    if (isHovered.current || (scroller.current?.scrollTop ?? 0) > 0) view.hold();
    else view.release();
    setHeld(view.isHeld);
    painter.mark('tape');
  }, [view, painter]);
  const scrollToNewest = useCallback(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, []);

  useEffect(() => painter.on('tape', paint), [painter, paint]);
  // Rows that have just been rendered are empty.
  useLayoutEffect(() => {
    paint();
  }, [paint, lineCount, isEmpty]);
  useEffect(() => {
    feed.tape.setMinSize(minSize);
    view.release();
    scrollToNewest();
    follow();
  }, [feed, view, minSize, follow, scrollToNewest]);

  const hover = (isOver: boolean) => {
    isHovered.current = isOver;
    follow();
  };
  return {
    refs: { scroller, spacer, lines, waiting },
    lineCount,
    isHeld,
    isEmpty,
    /** Resumes at the newest trade. */
    goLive() {
      isHovered.current = false;
      scrollToNewest();
      follow();
    },
    scrollerEvents: {
      onScroll: follow,
      onPointerEnter(event: PointerEvent) {
        if (event.pointerType === 'mouse') hover(true);
      },
      onPointerLeave: () => hover(false),
    },
  };
}

/** What `useTape` returns. */
export type TapeOnScreen = ReturnType<typeof useTape>;

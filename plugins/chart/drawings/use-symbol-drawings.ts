import { useLayoutEffect, useMemo, type RefObject } from 'react';
import { randomId, type ToolWindow } from '../../../src/plugin-api/index.ts';
import type { ChartView } from '../screen/types.ts';
import type { ChartState } from '../state.ts';
import { addBoard } from './boards.ts';
import type { DrawingSource } from './drawing-source.ts';
import { DrawingSurface } from './drawing-surface.ts';
import { editNewText } from './edit-new-text.ts';
import { ShownDrawings } from './shown-drawings.ts';
import { SymbolDrawings } from './symbol-drawings.ts';
import type { DrawTool } from './tools.ts';
import { sceneOf } from './view-scene.ts';

/** A text that is being edited in place. */
export interface TextEdit {
  readonly id: string;
  /** The text was just drawn: cancelling the edit deletes it. */
  readonly isNew: boolean;
}

interface DrawnChart {
  readonly view: ChartView;
  readonly window: ToolWindow<ChartState>;
  /** Where the chart has its drawings. */
  readonly source: DrawingSource;
  readonly symbol: string;
  readonly barSize: string;
  readonly tool: DrawTool;
  /** Text in the open editor. */
  readonly draft: RefObject<string>;
  /** Opens an editor, or closes it with null. */
  readonly setEditor: (edit: TextEdit | null) => void;
}

/** The drawings of a chart and what shows them. */
interface ChartDrawings {
  readonly drawings: SymbolDrawings;
  /** Their Konva nodes. */
  readonly surface: DrawingSurface;
  /** What React renders of them. */
  readonly shown: ShownDrawings;
}

/**
 * The drawings of a chart, kept in step with its symbol, bar size and drawing tool. All effects run before the page is painted,
 * because a key or a pointer event may follow at once.
 */
export function useSymbolDrawings(chart: DrawnChart): ChartDrawings {
  const { view, window, source, symbol, barSize, tool, draft, setEditor } = chart;
  const { drawings, surface, shown } = useMemo(() => {
    const shownDrawings = new ShownDrawings();
    const nodes: DrawingSurface = new DrawingSurface(view, () => created);
    const created: SymbolDrawings = new SymbolDrawings({
      createScene: (barSizeNow) => sceneOf(view, barSizeNow),
      hits: nodes,
      newId: randomId,
      onRedraw() {
        shownDrawings.refresh(created.board);
        nodes.invalidate();
      },
      onNewText: (id) => editNewText(created.board, id, () => setEditor({ id, isNew: true })),
    });
    return { drawings: created, surface: nodes, shown: shownDrawings };
  }, [view, setEditor]);
  const { board } = drawings;

  useLayoutEffect(() => addBoard(window, board), [window, board]);
  useLayoutEffect(() => drawings.setBarSize(barSize), [drawings, barSize]);
  useLayoutEffect(() => {
    drawings.showSymbol(source, symbol, draft.current);
    setEditor(null);
  }, [drawings, source, symbol, draft, setEditor]);
  useLayoutEffect(() => source.subscribe(symbol, () => drawings.follow()), [source, symbol, drawings]);
  useLayoutEffect(() => board.setTool(tool), [board, tool]);
  return { drawings, surface, shown };
}

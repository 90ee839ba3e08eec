import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { randomId, type ToolWindow } from '../../../src/plugin-api/index.ts';
import type { ChartView } from '../screen/types.ts';
import type { ChartState } from '../state.ts';
import { addBoard } from './boards.ts';
import { editNewText } from './edit-new-text.ts';
import { type Histories, SymbolDrawings } from './symbol-drawings.ts';
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
  readonly symbol: string;
  readonly barSize: string;
  readonly tool: DrawTool;
  readonly onRedraw: () => void;
  /** Text in the open editor. */
  readonly draft: RefObject<string>;
  /** Opens an editor, or closes it with null. */
  readonly setEditor: (edit: TextEdit | null) => void;
}

/**
 * The drawings of a chart, kept in step with its symbol, bar size and drawing tool. All effects run before the page is painted,
 * because a key or a pointer event may follow at once.
 */
export function useSymbolDrawings(chart: DrawnChart): SymbolDrawings {
  const { view, window, symbol, barSize, tool, onRedraw, draft, setEditor } = chart;
  const [histories] = useState<Histories>(() => new Map());
  const drawings = useMemo(() => {
    const created: SymbolDrawings = new SymbolDrawings({
      createScene: (barSizeNow) => sceneOf(view, barSizeNow),
      window,
      histories,
      newId: randomId,
      onRedraw,
      onNewText: (id) => editNewText(created.board, id, () => setEditor({ id, isNew: true })),
    });
    return created;
  }, [view, window, histories, onRedraw, setEditor]);
  const { board } = drawings;

  useLayoutEffect(() => addBoard(window, board), [window, board]);
  useLayoutEffect(() => drawings.setBarSize(barSize), [drawings, barSize]);
  useLayoutEffect(() => {
    drawings.showSymbol(symbol, draft.current);
    setEditor(null);
  }, [drawings, symbol, draft, setEditor]);
  useLayoutEffect(() => board.setTool(tool), [board, tool]);
  return drawings;
}

import { useEffect, useMemo, useReducer, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useReadable, type ToolWindow } from '../../../src/plugin-api/index.ts';
import type { ChartState } from '../state.ts';
import type { ChartView } from '../screen/types.ts';
import { Invalid } from '../view/invalidation.ts';
import { createDragEvents } from './drag-events.ts';
import { drawModeOf, type DrawMode } from './draw-mode.ts';
import { DrawingList } from './DrawingList.tsx';
import { DrawingStage } from './DrawingStage.tsx';
import { textBox } from './kinds/text.ts';
import { sayLocked } from './say-locked.ts';
import { restyle, useShapeMenu } from './ShapeMenu.tsx';
import type { SymbolDrawings } from './symbol-drawings.ts';
import { TextEditor } from './TextEditor.tsx';
import { useDrawingSource } from './use-drawing-source.ts';
import { useDrawingInput } from './use-drawing-input.ts';
import { type TextEdit, useSymbolDrawings } from './use-symbol-drawings.ts';

/** The properties of a `DrawingLayer`. */
export interface DrawingLayerProps {
  readonly view: ChartView;
  readonly window: ToolWindow<ChartState>;
  readonly symbol: string;
  readonly barSize: string;
  /** False while the bars that the drawings belong to are not loaded: the drawings are neither painted nor selectable. */
  readonly isShown: boolean;
  /** Where the list of drawings stands; null = it is closed. */
  readonly listPlace: HTMLElement | null;
}

const statusText = ({ tool, isSnapping }: DrawMode): string => {
  if (tool === 'none') return '';
  return tool === 'selector'
    ? 'Select drawn item'
    : `Drawing: ${tool}${isSnapping ? ', snaps to prices' : ''}`;
};

/** The user's drawings on a chart: Konva nodes above its canvases, changed by pointer, keys and menu. */
export function DrawingLayer({ view, window, symbol, barSize, isShown, listPlace }: DrawingLayerProps) {
  const draft = useRef('');
  const mode = useMemo(() => drawModeOf(window), [window]);
  const drawMode = useReadable(mode);
  const [editor, setEditor] = useState<TextEdit | null>(null);
  const source = useDrawingSource(window);
  const chart = { view, window, source, symbol, barSize, tool: drawMode.tool, draft, setEditor };
  const { drawings, surface, shown } = useSymbolDrawings(chart);
  const { board, scene } = drawings;
  const drags = useMemo(
    () =>
      createDragEvents(
        () => drawings,
        () => mode.get().isSnapping,
      ),
    [drawings, mode],
  );

  function editText(id: string): void {
    board.edit(id);
    setEditor({ id, isNew: false });
  }
  function endEdit(text: string | null): void {
    if (editor !== null) board.endEdit(text, editor.isNew);
    setEditor(null);
    view.root.focus();
  }
  const commands = { platform: window.platform, board, editText };
  const { menu, openMenu } = useShapeMenu(commands);
  useDrawingInput({
    view,
    drawings,
    surface,
    mode,
    isShown,
    editText,
    restyle: (shape) => void restyle(commands, shape),
    sayLocked: (id) => sayLocked(window.platform, board, id),
    openMenu,
  });

  return createPortal(
    <>
      <DrawingStage
        view={view}
        scene={scene}
        surface={surface}
        shown={shown}
        drags={drags}
        isShown={isShown}
      />
      {menu}
      <DrawingList place={listPlace} {...{ window, view, drawings, shown, openMenu }} />
      {editor === null ? null : (
        <PlacedEditor
          key={editor.id}
          view={view}
          drawings={drawings}
          id={editor.id}
          draft={draft}
          onEnd={endEdit}
        />
      )}
      <span role="status" className="visually-hidden">
        {statusText(drawMode)}
      </span>
    </>,
    view.overlay,
  );
}

interface PlacedEditorProps {
  readonly view: ChartView;
  readonly drawings: Pick<SymbolDrawings, 'board' | 'scene'>;
  /** The text that is edited. */
  readonly id: string;
  readonly draft: RefObject<string>;
  readonly onEnd: (text: string | null) => void;
}

/** The editor of a text, where the text is: it follows when the bars move. */
function PlacedEditor({ view, drawings: { board, scene }, id, draft, onEnd }: PlacedEditorProps) {
  const [, follow] = useReducer((count: number) => count + 1, 0);
  useEffect(
    () =>
      view.onPaint((painted) => {
        if (painted >= Invalid.view) follow();
      }),
    [view],
  );
  const edited = board.shapes.find((shape) => shape.Id === id);
  if (edited === undefined) return null;
  const placed = scene.place(edited);
  return (
    <TextEditor
      text={edited.Text}
      box={textBox(placed)}
      fontPx={edited.FontSize}
      color={placed.color}
      draft={draft}
      onEnd={onEnd}
    />
  );
}

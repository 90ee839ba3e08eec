import type Konva from 'konva';
import { useCallback, useMemo, useReducer, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useReadable, type ToolWindow } from '../../../src/plugin-api/index.ts';
import type { ChartState } from '../state.ts';
import type { ChartView } from '../screen/types.ts';
import { drawModeOf, type DrawMode } from './draw-mode.ts';
import { DrawingStage } from './DrawingStage.tsx';
import { textBox } from './kinds/text.ts';
import { restyle, useShapeMenu } from './ShapeMenu.tsx';
import { TextEditor } from './TextEditor.tsx';
import { useDrawingInput } from './use-drawing-input.ts';
import { type TextEdit, useSymbolDrawings } from './use-symbol-drawings.ts';

interface DrawingLayerProps {
  readonly view: ChartView;
  readonly window: ToolWindow<ChartState>;
  readonly symbol: string;
  readonly barSize: string;
  /** False while the bars that the drawings belong to are not loaded: the drawings are neither painted nor selectable. */
  readonly isShown: boolean;
}

const statusText = ({ tool, isSnapping }: DrawMode): string => {
  if (tool === 'none') return '';
  return tool === 'selector'
    ? 'Select drawn item'
    : `Drawing: ${tool}${isSnapping ? ', snaps to prices' : ''}`;
};

/** The user's drawings on a chart: painted on a Konva stage above its canvases, and changed by pointer, keys and menu. */
export function DrawingLayer({ view, window, symbol, barSize, isShown }: DrawingLayerProps) {
  const layer = useRef<Konva.Layer>(null);
  const draft = useRef('');
  const mode = useMemo(() => drawModeOf(window), [window]);
  const drawMode = useReadable(mode);
  const [editor, setEditor] = useState<TextEdit | null>(null);
  // The editor follows its text when the bars move.
  const [, followBars] = useReducer((count: number) => count + 1, 0);
  const onRedraw = useCallback(() => void layer.current?.batchDraw(), []);
  const { tool } = drawMode;
  const chart = { view, window, symbol, barSize, tool, onRedraw, draft, setEditor };
  const drawings = useSymbolDrawings(chart);
  const { board, scene } = drawings;

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
    mode,
    isShown,
    editText,
    restyle: (shape) => void restyle(commands, shape),
    openMenu,
  });

  const edited = editor === null ? undefined : board.shapes.find((shape) => shape.Id === editor.id);
  const placed = edited && scene.place(edited);
  return createPortal(
    <>
      <DrawingStage
        view={view}
        drawings={drawings}
        isShown={isShown}
        layer={layer}
        onMoved={editor === null ? undefined : followBars}
      />
      {menu}
      {placed === undefined ? null : (
        <TextEditor
          key={edited?.Id}
          text={placed.shape.Text}
          box={textBox(placed)}
          fontPx={placed.shape.FontSize}
          color={placed.color}
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

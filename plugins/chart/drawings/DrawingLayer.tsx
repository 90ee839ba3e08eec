import type Konva from 'konva';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { Layer, Shape, Stage } from 'react-konva';
import { randomId, useReadable, type ToolWindow } from '../../../src/plugin-api/index.ts';
import { ContextMenu, type MenuEntry } from '../../../src/ui/index.ts';
import type { ChartState } from '../state.ts';
import { PRICE_PANE } from '../model/panes.ts';
import { Invalid } from '../view/invalidation.ts';
import type { ChartPointer, ChartView } from '../screen/types.ts';
import { Board, type Shapes } from './board.ts';
import { addBoard } from './boards.ts';
import { isHistoryKey, pressKey } from './draw-keys.ts';
import { drawModeOf } from './draw-mode.ts';
import { editNewText } from './edit-new-text.ts';
import { type History, startHistory } from './history.ts';
import { kindOf } from './kinds/index.ts';
import { textBox } from './kinds/text.ts';
import { paintShapes } from './paint-shapes.ts';
import { shapesFrom, withShapes } from './schema.ts';
import type { DrawnShape } from './shape.ts';
import { askStyle } from './StyleDialog.tsx';
import { TextEditor } from './TextEditor.tsx';
import { sceneOf } from './view-scene.ts';
import styles from './Drawings.module.css';

/** Above the chart's own handlers (panning), below order lines. */
const PRIORITY = 50;

interface DrawingLayerProps {
  readonly view: ChartView;
  readonly window: ToolWindow<ChartState>;
  readonly symbol: string;
  readonly barSize: string;
  /** False while the bars that belong to the drawings are not there: they are not painted, and out of reach. */
  readonly isShown: boolean;
}

/** The user's drawings on a chart: a Konva stage above its canvases, fed by the chart's own frames. */
export function DrawingLayer({ view, window, symbol, barSize, isShown }: DrawingLayerProps) {
  const stage = useRef<Konva.Stage>(null);
  const sheet = useRef<Konva.Layer>(null);
  const menuPoint = useRef<HTMLDivElement>(null);
  /** What a symbol's drawings went through, for as long as there is the chart. */
  const histories = useRef(new Map<string, History<Shapes>>());
  const current = useRef({ symbol, barSize });
  const mode = useMemo(() => drawModeOf(window), [window]);
  const { tool, isSnapping } = useReadable(mode);
  const [menuFor, setMenuFor] = useState<DrawnShape | null>(null);
  const [editor, setEditor] = useState<{ readonly id: string; readonly isNew: boolean } | null>(null);
  const draft = useRef('');
  /** The editor stands at its text also after the bars have moved. */
  const [, followBars] = useReducer((count: number) => count + 1, 0);
  const isEditing = editor !== null;

  const { scene, board } = useMemo(() => {
    const made = sceneOf(view, () => current.current.barSize);
    const drawn: Board = new Board({
      scene: made,
      newId: randomId,
      onStored(shapes) {
        histories.current.set(current.current.symbol, drawn.history);
        window.update({
          Drawings: withShapes(window.getState().Drawings, current.current.symbol, PRICE_PANE, shapes),
        });
      },
      onRedraw: () => sheet.current?.batchDraw(),
      onNewText: (id) => editNewText(drawn, id, () => setEditor({ id, isNew: true })),
    });
    return { scene: made, board: drawn };
  }, [view, window]);

  // Before the page is painted: a press or a key may follow at once.
  useLayoutEffect(() => addBoard(window, board), [window, board]);
  useLayoutEffect(() => {
    current.current = { ...current.current, barSize };
  }, [barSize]);
  // Another symbol: its own drawings, with the steps that led to them.
  useLayoutEffect(() => {
    // A text that is being edited belongs to the symbol that goes.
    board.endEdit(draft.current, false);
    current.current = { ...current.current, symbol };
    const stored = shapesFrom(window.getState().Drawings[symbol]?.[PRICE_PANE]);
    const known = histories.current.get(symbol);
    const isKnown =
      known !== undefined &&
      JSON.stringify(withShapes({}, symbol, PRICE_PANE, known.present)) ===
        JSON.stringify(withShapes({}, symbol, PRICE_PANE, stored));
    board.load(isKnown ? known : startHistory(stored));
    setEditor(null);
  }, [board, window, symbol]);
  useLayoutEffect(() => {
    board.setTool(tool);
  }, [board, tool]);

  // The drawings are painted in the very frame in which the chart was.
  useEffect(
    () =>
      view.onPaint((painted) => {
        // A tick or the crosshair moves no drawing.
        if (painted < Invalid.view) return;
        const { plotWidth, plotHeight } = view.geometry();
        if (stage.current && (stage.current.width() !== plotWidth || stage.current.height() !== plotHeight))
          stage.current.size({ width: plotWidth, height: plotHeight });
        sheet.current?.draw();
        if (isEditing) followBars();
      }),
    [view, isEditing],
  );

  // A saved picture has the drawings without the handles of the selected one.
  useEffect(
    () => (isShown ? view.addPictureLayer((context) => paintShapes(context, board, scene, null)) : undefined),
    [view, board, scene, isShown],
  );

  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const isOurs = ({ area, paneId }: ChartPointer) => area === 'plot' && paneId === PRICE_PANE;
    // Alt turns snapping over for as long as it is held.
    const snaps = ({ event }: ChartPointer) => mode.get().isSnapping !== event.altKey;
    return view.addPointerHandler({
      priority: PRIORITY,
      onDown: (pointer) => isOurs(pointer) && board.down(pointer, snaps(pointer)),
      onDrag: (pointer) => board.drag(pointer, snaps(pointer)),
      onUp: (_pointer, isCancelled) => board.up(isCancelled),
      cursorAt: (pointer) => (isOurs(pointer) ? board.cursorAt(pointer) : null),
      onDoubleClick(pointer) {
        const shape = isOurs(pointer) ? board.take(pointer) : undefined;
        if (shape === undefined || kindOf(shape.Type)?.hasText !== true) return false;
        editText(shape.Id);
        return true;
      },
      onContextMenu(pointer) {
        const shape = isOurs(pointer) ? board.take(pointer) : undefined;
        if (shape === undefined) return false;
        openMenu(shape, pointer.event.clientX, pointer.event.clientY);
        return true;
      },
    });
  });

  useLayoutEffect(() => {
    const { root } = view;
    const onKey = (event: KeyboardEvent) => {
      if (event.target !== root || event.altKey) return;
      const press = { key: event.key, isMod: event.ctrlKey || event.metaKey, isShift: event.shiftKey };
      // Undo and redo need no bars, and must not go to the desk while other bars come.
      if (!isShown && !isHistoryKey(press)) return;
      if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
        const shape = board.selected;
        if (shape === undefined) return;
        const [at] = scene.place(shape).points;
        const box = view.overlay.getBoundingClientRect();
        openMenu(shape, box.left + (at?.x ?? 0), box.top + (at?.y ?? 0));
      } else if (!pressKey(board, mode, press, editOrStyle)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    root.addEventListener('keydown', onKey, { capture: true });
    return () => root.removeEventListener('keydown', onKey, { capture: true });
  });

  function editText(id: string): void {
    board.edit(id);
    setEditor({ id, isNew: false });
  }
  async function restyle(shape: DrawnShape): Promise<void> {
    const style = await askStyle(window.platform, shape);
    if (style !== null) board.restyle(shape.Id, style);
  }
  function editOrStyle(id: string): void {
    const shape = board.shapes.find((each) => each.Id === id);
    if (shape === undefined) return;
    if (kindOf(shape.Type)?.hasText === true) editText(id);
    else void restyle(shape);
  }
  function openMenu(shape: DrawnShape, clientX: number, clientY: number): void {
    // The entries of this shape are in place before the menu opens, and it opens before the next key.
    flushSync(() => setMenuFor(shape));
    menuPoint.current?.dispatchEvent(
      new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY, button: 2 }),
    );
  }
  function endEdit(text: string | null): void {
    if (editor !== null) board.endEdit(text, editor.isNew);
    setEditor(null);
    view.root.focus();
  }

  const entries: readonly MenuEntry[] =
    menuFor === null
      ? []
      : [
          ...(kindOf(menuFor.Type)?.hasText === true
            ? [{ id: 'edit', label: 'Edit text', run: () => editText(menuFor.Id) }]
            : []),
          { id: 'style', label: 'Style', run: () => void restyle(menuFor) },
          { id: 'duplicate', label: 'Duplicate', shortcut: 'Ctrl+D', run: () => board.duplicate() },
          {
            id: 'delete',
            label: 'Delete',
            shortcut: 'Del',
            isDestructive: true,
            hasSeparator: true,
            run: () => board.remove(menuFor.Id),
          },
        ];
  const edited = editor === null ? undefined : board.shapes.find((shape) => shape.Id === editor.id);
  const placed = edited && scene.place(edited);
  const { plotWidth, plotHeight } = view.geometry();
  return createPortal(
    <>
      <Stage
        ref={stage}
        className={styles.stage}
        style={{ visibility: isShown ? 'visible' : 'hidden' }}
        width={plotWidth}
        height={plotHeight}
        listening={false}
        aria-hidden
      >
        <Layer ref={sheet} listening={false}>
          <Shape
            listening={false}
            sceneFunc={(context) => paintShapes(context._context, board, scene, view.theme().accent)}
          />
        </Layer>
      </Stage>
      <ContextMenu entries={entries}>
        <div ref={menuPoint} className={styles.menuPoint} />
      </ContextMenu>
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
        {tool === 'none'
          ? ''
          : tool === 'selector'
            ? 'Select drawn item'
            : `Drawing: ${tool}${isSnapping ? ', snaps to prices' : ''}`}
      </span>
    </>,
    view.overlay,
  );
}

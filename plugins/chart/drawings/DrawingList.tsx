import { Eye, EyeOff, Lock, LockOpen, Share2, X } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { useReadable, useToolState, type ToolWindow } from '../../../src/plugin-api/index.ts';
import { IconButton } from '../../../src/ui/index.ts';
import type { ChartView } from '../screen/types.ts';
import type { ChartState } from '../state.ts';
import { isEachMarked, markAll } from './actions.ts';
import { bringIntoView } from './bring-into-view.ts';
import styles from './DrawingList.module.css';
import { drawingTitle } from './drawing-title.ts';
import { DEFAULT_COLOR, type DrawnShape } from './shape.ts';
import { DrawingRow } from './DrawingRow.tsx';
import { removeUnlocked } from './say-locked.ts';
import { SHARED_LABEL } from './share-drawings.ts';
import type { ShownDrawings } from './shown-drawings.ts';
import type { SymbolDrawings } from './symbol-drawings.ts';
import { useShownShapes } from './use-drawing-source.ts';

interface DrawingListProps {
  /** Where it stands; null = nowhere, it is closed. */
  readonly place: HTMLElement | null;
  readonly window: ToolWindow<ChartState>;
  readonly view: ChartView;
  readonly drawings: Pick<SymbolDrawings, 'board' | 'scene'>;
  readonly shown: ShownDrawings;
  /** Opens the menu of a drawing; the place is in CSS pixels of the page. */
  readonly openMenu: (shape: DrawnShape, clientX: number, clientY: number) => void;
}

/** The list of drawings, in a place outside of the layer of the drawings. */
export function DrawingList({ place, ...list }: DrawingListProps) {
  return place === null ? null : createPortal(<OpenList {...list} />, place);
}

/** The drawings of the symbol on screen, the newest first: each is selected, hidden, locked and deleted from here. */
function OpenList({ window, view, drawings, shown, openMenu }: Omit<DrawingListProps, 'place'>) {
  const { board, scene } = drawings;
  const { selectedId } = useReadable(shown);
  const state = useToolState(window);
  // Rendered again when a drawing has moved, which `shown` does not notify of.
  useShownShapes(window);
  const headingId = useId();
  const rows = useRef<HTMLUListElement>(null);
  const [reachedId, setReachedId] = useState<string | null>(null);
  const shapes = board.shapes.toReversed();
  const reached = shapes.find(({ Id }) => Id === reachedId) ?? shapes[0];

  function select(id: string): void {
    const shape = board.shapes.find(({ Id }) => Id === id);
    if (shape === undefined) return;
    board.select(id);
    bringIntoView(view, scene, shape);
  }
  function remove(id: string): void {
    const at = shapes.findIndex(({ Id }) => Id === id);
    if (!removeUnlocked(window.platform, board, id)) return;
    const next = shapes[at + 1] ?? shapes[at - 1];
    setReachedId(next?.Id ?? null);
    if (next === undefined) view.root.focus();
    else focusRow(rows.current, next.Id);
  }

  return (
    <section className={styles.list} aria-labelledby={headingId}>
      <header className={styles.header}>
        <h3 id={headingId}>Drawings</h3>
        <ShareToggle window={window} isOn={state.SharesDrawings} />
        <MarkAll window={window} />
        <IconButton
          label="Close the list of drawings"
          onClick={() => {
            window.update({ ShowsDrawingList: false });
            view.root.focus();
          }}
        >
          <X size={14} />
        </IconButton>
      </header>
      {shapes.length === 0 ? (
        <p className={styles.empty}>
          {state.Symbol} has no drawings. Choose a draw tool, then drag on the chart.
        </p>
      ) : (
        <ul ref={rows} className={styles.rows} onKeyDown={moveWithArrows}>
          {shapes.map((shape) => (
            <DrawingRow
              key={shape.Id}
              shape={shape}
              title={drawingTitle(shape, scene.view.formatValue)}
              // The list is not rendered when the theme changes.
              color={shape.Color === DEFAULT_COLOR ? 'currentColor' : shape.Color}
              isSelected={shape.Id === selectedId}
              isReached={shape === reached}
              onReach={setReachedId}
              onSelect={select}
              onMenu={openMenu}
              onMark={(marks) => board.mark([shape.Id], marks)}
              onRemove={remove}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Whether the chart shows the drawings that all charts of the symbol share, or its own. */
function ShareToggle({ window, isOn }: { readonly window: ToolWindow<ChartState>; readonly isOn: boolean }) {
  return (
    <IconButton
      label={SHARED_LABEL}
      hint={
        isOn
          ? 'Shown on all charts of the symbol. Click for drawings of this chart only'
          : 'Drawings of this chart only. Click for those of all charts'
      }
      isOn={isOn}
      onClick={() => window.update({ SharesDrawings: !isOn })}
    >
      <Share2 size={14} />
    </IconButton>
  );
}

/** Two toggles that hide and lock all drawings. */
function MarkAll({ window }: { readonly window: ToolWindow<ChartState> }) {
  const shapes = useShownShapes(window);
  const isHidden = isEachMarked(shapes, 'IsHidden');
  const isLocked = isEachMarked(shapes, 'IsLocked');
  return (
    <>
      <IconButton
        label={isHidden === true ? 'Show all drawings' : 'Hide all drawings'}
        disabled={isHidden === undefined}
        onClick={() => markAll(window, { IsHidden: isHidden !== true })}
      >
        {isHidden === true ? <EyeOff size={14} /> : <Eye size={14} />}
      </IconButton>
      <IconButton
        label={isLocked === true ? 'Unlock all drawings' : 'Lock all drawings'}
        disabled={isLocked === undefined}
        onClick={() => markAll(window, { IsLocked: isLocked !== true })}
      >
        {isLocked === true ? <Lock size={14} /> : <LockOpen size={14} />}
      </IconButton>
    </>
  );
}

/** Buttons of a row, in their order. */
const buttonsOf = (row: Element): readonly HTMLButtonElement[] => [...row.querySelectorAll('button')];

function focusRow(list: Element | null, id: string): void {
  const row = [...(list?.children ?? [])].find(
    (each) => each instanceof HTMLElement && each.dataset['id'] === id,
  );
  if (row !== undefined) buttonsOf(row)[0]?.focus();
}

/** Up and down go to the same button of the next row. */
function moveWithArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const rows = [...event.currentTarget.children];
  // React types the target of a bubbling event as what may receive one; here it is a button.
  const target = event.target as HTMLButtonElement;
  const at = rows.findIndex((row) => row.contains(target));
  const row = rows[at];
  const next = rows[at + step];
  if (step === 0 || row === undefined || next === undefined) return;
  event.preventDefault();
  buttonsOf(next)[buttonsOf(row).indexOf(target)]?.focus();
}

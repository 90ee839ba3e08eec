import Konva from 'konva';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import type { ChartView } from '../../screen/types.ts';
import { PICTURE_THEME } from '../../testing/picture-scene.ts';
import type { SvgCanvas } from '../../testing/svg-canvas.ts';
import { installSvgContexts } from '../../testing/svg-contexts.ts';
import { Invalid } from '../../view/invalidation.ts';
import { Board, type Shapes } from '../board.ts';
import { createDragEvents } from '../drag-events.ts';
import { DrawingStage } from '../DrawingStage.tsx';
import { DrawingSurface } from '../drawing-surface.ts';
import type { DrawnShape } from '../shape.ts';
import { ShownDrawings } from '../shown-drawings.ts';
import { flatScene } from './flat-scene.ts';
import { geometricHits } from './geometric-hits.ts';

const SIZE_PX = 1000;

interface RenderedDrawings {
  readonly board: Board;
  readonly surface: DrawingSurface;
  readonly stage: Konva.Stage;
  readonly stored: Shapes[];
  /** Lets the chart paint a frame. */
  paint(part?: Invalid): void;
  /** What the layer of the drawings shows. */
  picture(): string;
  /** The group of a drawing. */
  group(id: string): Konva.Group;
  /** The handles on the stage. */
  handles(): readonly Konva.Rect[];
  /** Takes all off the page. */
  close(): void;
}

/** Drawings on a chart that `flatScene` describes, as Konva nodes without a browser: canvases write SVG pictures, and hits are geometric. */
export function renderDrawings(shapes: readonly DrawnShape[], isSnapping = false): RenderedDrawings {
  const pictureOf = installSvgContexts();
  // A picture of a tag would hide its text from the picture of the layer.
  vi.spyOn(Konva.Group.prototype, 'cache').mockReturnThis();
  const scene = flatScene();
  const { view, paint } = fakeView();
  const shown = new ShownDrawings();
  const surface: DrawingSurface = new DrawingSurface(view, () => ({ board, scene }));
  const stored: Shapes[] = [];
  const board: Board = new Board({
    scene,
    hits: geometricHits(scene, () => board),
    newId: () => 'new',
    onStored: (all) => void stored.push(all),
    onRedraw() {
      flushSync(() => shown.refresh(board));
      surface.invalidate();
    },
    onNewText: () => {},
  });
  const drags = createDragEvents(
    () => ({ board, scene }),
    () => isSnapping,
  );
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  flushSync(() => {
    root.render(<DrawingStage {...{ view, scene, surface, shown, drags }} isShown />);
  });
  board.load(shapes);
  const stage = Konva.stages.at(-1);
  const layer = stage?.getLayers()[0];
  if (stage === undefined || layer === undefined) throw new Error('React has created no stage');
  const [drawings, handles] = layer.getChildren() as Konva.Group[];
  const canvas: SvgCanvas = pictureOf(layer.getNativeCanvasElement());
  return {
    board,
    surface,
    stage,
    stored,
    paint,
    picture() {
      canvas.begin(SIZE_PX, SIZE_PX);
      const background = canvas.context();
      background.fillStyle = scene.view.style().background;
      background.fillRect(0, 0, SIZE_PX, SIZE_PX);
      paint();
      return canvas.markup();
    },
    group(id) {
      const at = board.shapes.findIndex((shape) => shape.Id === id);
      const group = drawings?.children[at];
      if (!(group instanceof Konva.Group)) throw new Error(`no nodes of ${id}`);
      return group;
    },
    handles: () => (handles?.children ?? []) as Konva.Rect[],
    close() {
      flushSync(() => root.unmount());
      host.remove();
    },
  };
}

/** The parts of a chart that the stage uses, and a function that lets it paint a frame. */
function fakeView(): { readonly view: ChartView; paint(part?: Invalid): void } {
  const listeners = new Set<(painted: Invalid) => void>();
  const view = {
    geometry: () => ({ plotWidth: SIZE_PX, plotHeight: SIZE_PX }),
    theme: () => PICTURE_THEME,
    ratio: () => 1,
    invalidate: () => {},
    addPictureLayer: () => () => {},
    onPaint(listener: (painted: Invalid) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    // The stage uses nothing else of a chart.
    view: view as unknown as ChartView,
    paint(part = Invalid.view) {
      for (const listener of listeners) flushSync(() => listener(part));
    },
  };
}

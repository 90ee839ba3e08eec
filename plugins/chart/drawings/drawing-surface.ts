import Konva from 'konva';
import type { ChartView } from '../screen/types.ts';
import { Invalid } from '../view/invalidation.ts';
import type { Board } from './board.ts';
import type { HitTest } from './hit-test.ts';
import { kindOf } from './kinds/index.ts';
import { HIT_GRAPH_RATIO, type PlacedNodes } from './nodes/drawing-nodes.ts';
import { handlesOf, nearest, type Scene } from './scene.ts';
import {
  type Box,
  type DrawnShape,
  expanded,
  overlaps,
  type PlacedShape,
  type Point,
  THICKNESS_BOUNDS,
} from './shape.ts';

/** The Konva nodes of one drawing. */
export interface DrawingNode {
  readonly group: Konva.Group;
  readonly nodes: PlacedNodes;
}

/** The parts of the stage, when React has created them. */
export interface StageParts {
  readonly stage: Konva.Stage;
  readonly layer: Konva.Layer;
  /** Holds the drawings; clipped to the pane of the prices. */
  readonly drawings: Konva.Group;
  /** Holds the handles of the selected drawing; clipped likewise. */
  readonly handles: Konva.Group;
}

type Drawn = Pick<Board, 'shapes' | 'selected' | 'edited'>;

/**
 * The drawings of a chart as Konva nodes. React creates the nodes when drawings, style or theme change. When bars move, this class moves the
 * nodes in the frame of the chart, and draws them once. Konva's hit graph is drawn when the pointer first needs it after that.
 */
export class DrawingSurface implements HitTest {
  readonly #view: Pick<ChartView, 'geometry' | 'invalidate' | 'ratio'>;
  readonly #source: () => { readonly board: Drawn; readonly scene: Scene };
  readonly #nodes = new Map<string, DrawingNode>();
  #parts: StageParts | null = null;
  /** The drawings on screen, the lowest first. */
  #placed: PlacedShape[] = [];
  /** Nodes are not where their drawings are. */
  #isMisplaced = true;
  /** The layer shows something else than its nodes. */
  #isUndrawn = false;
  #isHitGraphOld = true;
  #dragged: Konva.Node | null = null;

  /** `source` returns the drawings and where they are. */
  constructor(
    view: Pick<ChartView, 'geometry' | 'invalidate' | 'ratio'>,
    source: () => { readonly board: Drawn; readonly scene: Scene },
  ) {
    this.#view = view;
    this.#source = source;
  }

  /** Takes the stage over. Returns a function that gives it back. */
  attach(parts: StageParts): () => void {
    this.#parts = parts;
    parts.layer.getHitCanvas().setPixelRatio(HIT_GRAPH_RATIO);
    this.#isUndrawn = false;
    // React and Konva request a drawing for each changed property: all go into the next frame of the chart.
    parts.layer.batchDraw = () => {
      this.#requestDraw();
      return parts.layer;
    };
    this.invalidate();
    return () => {
      this.#parts = null;
    };
  }

  /** Adds the nodes of a drawing. Returns a function that removes them. */
  add(id: string, node: DrawingNode): () => void {
    this.#nodes.set(id, node);
    this.invalidate();
    return () => {
      if (this.#nodes.get(id) === node) this.#nodes.delete(id);
    };
  }

  /** Something about the drawings has changed: the next frame shows it. */
  invalidate(): void {
    this.#isMisplaced = true;
    this.#requestDraw();
  }

  /** The chart has painted a frame, in which places have moved or not. */
  paint(hasMoved: boolean): void {
    if (hasMoved) this.#isMisplaced = this.#isUndrawn = true;
    if (!this.#isUndrawn || this.#parts === null) return;
    this.#resize(this.#parts);
    this.#place();
    this.#isUndrawn = false;
    this.#parts.layer.drawScene();
  }

  handleAt(point: Point): number | null {
    const hit = this.#nodeAt(point);
    const index = this.#parts?.handles.children.findIndex((handle) => handle === hit) ?? -1;
    return index === -1 ? null : index;
  }

  /** Konva's hit graph finds whether there is a drawing at all by reading one pixel; then the nearest within exactly the reach is chosen. */
  drawingAt(point: Point, reachPx: number): DrawnShape | undefined {
    return this.#nodeAt(point) === null ? undefined : nearest(this.#placed, point, reachPx);
  }

  /** Begins Konva's drag of a handle, or of the drawing itself for `null`. The pointer holds a handle at its middle. */
  startDrag(id: string, anchor: number | null, pointer: Point, event: PointerEvent | MouseEvent): void {
    const node = anchor === null ? this.#nodes.get(id)?.group : this.#parts?.handles.children[anchor];
    if (node === undefined || this.#parts === null) return;
    this.#place();
    if (anchor !== null) node.position(pointer);
    this.#parts.stage.setPointersPositions(event);
    this.#dragged = node;
    node.startDrag({ evt: event, pointerId: 'pointerId' in event ? event.pointerId : undefined });
  }

  /** Ends the drag under way, as if the pointer was released. */
  stopDrag(): void {
    this.#dragged?.stopDrag();
    this.#dragged = null;
  }

  /** Paints the drawings without handles into a saved picture. */
  paintInto(context: CanvasRenderingContext2D): void {
    if (this.#parts === null) return;
    const { drawings, stage } = this.#parts;
    if (stage.width() === 0 || stage.height() === 0) return;
    this.#place();
    const size = { x: 0, y: 0, width: stage.width(), height: stage.height() };
    const picture = drawings.toCanvas({ ...size, pixelRatio: this.#view.ratio() });
    context.drawImage(picture, 0, 0, size.width, size.height);
  }

  #requestDraw(): void {
    if (this.#isUndrawn) return;
    this.#isUndrawn = true;
    this.#view.invalidate(Invalid.cursor);
  }

  #nodeAt(point: Point): Konva.Node | null {
    if (this.#parts === null) return null;
    this.#place();
    const { layer } = this.#parts;
    if (this.#isHitGraphOld) {
      this.#isHitGraphOld = false;
      layer.drawHit();
    }
    return layer.getIntersection(point);
  }

  #resize({ stage, layer }: StageParts): void {
    const { plotWidth, plotHeight } = this.#view.geometry();
    if (stage.width() !== plotWidth || stage.height() !== plotHeight)
      stage.size({ width: plotWidth, height: plotHeight });
    const canvas = layer.getCanvas();
    if (canvas.getPixelRatio() !== this.#view.ratio()) canvas.setPixelRatio(this.#view.ratio());
  }

  /** Moves all nodes to where their drawings are. */
  #place(): void {
    if (!this.#isMisplaced || this.#parts === null) return;
    this.#isMisplaced = false;
    this.#isHitGraphOld = true;
    const { drawings, handles } = this.#parts;
    const { board, scene } = this.#source();
    const area = scene.view.area();
    const before = Konva.autoDrawEnabled;
    // The frame draws all of them: the request that Konva makes for each property would only cost time.
    Konva.autoDrawEnabled = false;
    this.#placed = [];
    if (area !== undefined) {
      const clip = { x: area.left, y: area.top, width: area.width, height: area.height };
      drawings.clip(clip);
      handles.clip(clip);
      for (const shape of board.shapes) this.#placeOne(scene, shape, area, shape.Id === board.edited);
      placeHandles(handles, scene, board.selected);
    }
    Konva.autoDrawEnabled = before;
  }

  /** A hidden drawing, one outside of the pane, and a text whose editor stands in its place, are not drawn. */
  #placeOne(scene: Scene, shape: DrawnShape, area: Box, isEdited: boolean): void {
    const node = this.#nodes.get(shape.Id);
    const kind = kindOf(shape.Type);
    if (node === undefined || kind === undefined) return;
    const placed = scene.place(shape);
    const isVisible =
      !isEdited &&
      shape.IsHidden !== true &&
      overlaps(expanded(kind.extent(placed), THICKNESS_BOUNDS[1]), area);
    node.group.visible(isVisible);
    if (!isVisible) return;
    node.nodes.place(placed);
    this.#placed.push(placed);
  }
}

function placeHandles(handles: Konva.Group, scene: Scene, selected: DrawnShape | undefined): void {
  const kind = selected && kindOf(selected.Type);
  if (!kind) return;
  handlesOf(kind, scene.place(selected)).forEach((point, n) => handles.children[n]?.position(point));
}

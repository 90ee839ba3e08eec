import { type Drag, isTooSmall, isUnmovedCopy } from './drag.ts';
import { type DrawingKind, withAnchor } from './kind.ts';
import { DRAWING_KINDS, kindOf } from './kinds/index.ts';
import type { HitTest } from './hit-test.ts';
import { type Anchor, type DrawnShape, type Point, SELECT_DISTANCE_PX, type ShapeMarks } from './shape.ts';
import type { Scene } from './scene.ts';
import type { DrawTool } from './tools.ts';

/** Without a tool a click must be this near to take a drawing, so that it does not come in the way of moving the chart, px. */
const CASUAL_REACH_PX = 6;
/** A pasted or duplicated shape lies this far from its model, px. */
const COPY_SHIFT_PX = 16;

export type Shapes = readonly DrawnShape[];
export interface ShapeStyle {
  readonly Color: string;
  readonly Thickness: number;
  readonly FontSize: number;
}

/** What a pointer holds of a drawing. */
export interface Grip {
  readonly id: string;
  /** The anchor that is moved; null = the whole shape. */
  readonly anchor: number | null;
}

export interface BoardOptions {
  readonly scene: Scene;
  readonly hits: HitTest;
  readonly newId: () => string;
  /** The shapes are others now, for good: store them. */
  readonly onStored: (shapes: Shapes) => void;
  /** Something to be painted changed: shapes, selection, what is edited. */
  readonly onRedraw: () => void;
  /** A new text was put down: its editor is to open. */
  readonly onNewText: (id: string) => void;
}

/** What was last copied, for all charts of the page. */
let clipboard: DrawnShape | null = null;

/** The drawings of one chart: what a pointer and the keys do to them. */
export class Board {
  readonly #options: BoardOptions;
  #stored: Shapes = [];
  #drag: Drag | null = null;
  #dragged: DrawnShape | null = null;
  #tool: DrawTool = 'none';
  #selected: string | null = null;
  #edited: string | null = null;

  constructor(options: BoardOptions) {
    this.#options = options;
  }

  /** As they are to be painted: a shape under the pointer where it is now. */
  get shapes(): Shapes {
    const dragged = this.#dragged;
    if (dragged === null) return this.#stored;
    return this.#drag?.isNew === true
      ? [...this.#stored, dragged]
      : this.#stored.map((shape) => (shape.Id === dragged.Id ? dragged : shape));
  }
  get selected(): DrawnShape | undefined {
    return this.shapes.find((shape) => shape.Id === this.#selected);
  }
  /** Id of the text that is being edited in place: its editor stands in its stead. */
  get edited(): string | null {
    return this.#edited;
  }
  get tool(): DrawTool {
    return this.#tool;
  }
  get isDragging(): boolean {
    return this.#drag !== null;
  }
  /** What the pointer holds; null while nothing is dragged. */
  get grip(): Grip | null {
    return this.#drag && { id: this.#drag.shape.Id, anchor: this.#drag.anchor };
  }

  /** Other drawings, of another symbol or as undo has left them: nothing of the old ones stays. */
  load(shapes: Shapes): void {
    this.#stored = shapes;
    this.#drag = this.#dragged = this.#selected = this.#edited = null;
    this.#options.onRedraw();
  }
  /** The same drawings as others have left them: what is selected, held or edited stays, unless it is gone. */
  follow(shapes: Shapes): void {
    const ids = new Set(shapes.map(({ Id }) => Id));
    const drag = this.#drag;
    this.#stored = shapes;
    if (drag !== null && !drag.isNew && !ids.has(drag.shape.Id)) this.#drag = this.#dragged = null;
    if (this.#edited !== null && !ids.has(this.#edited)) this.#edited = null;
    if (this.#selected !== null && !ids.has(this.#selected) && this.#drag?.shape.Id !== this.#selected)
      this.#selected = null;
    this.#options.onRedraw();
  }
  setTool(tool: DrawTool): void {
    this.#tool = tool;
    if (tool === 'none') this.#selected = null;
    this.#options.onRedraw();
  }

  /** True when the pointer is taken. `isCopying`: a drag moves a copy of the shape, which stays. */
  down(point: Point, isSnapping: boolean, isCopying = false): boolean {
    const { scene } = this.#options;
    const handle = isCopying ? null : this.#handleAt(point);
    if (handle !== null) return this.#begin(handle.shape, point, handle.anchor);
    const kind = this.#kindOfTool();
    const hit = this.#drawingAt(point, this.#reachPx);
    if (hit !== undefined && isCopying) return this.#begin(this.#copyOf(hit), point, null, hit.Id);
    if (hit?.IsLocked === true) {
      this.select(hit.Id);
      // Without a tool the pointer moves the chart, as beside the drawing.
      return this.#tool !== 'none';
    }
    if (hit !== undefined) return this.#begin(hit, point, null);
    if (kind !== undefined) return this.#beginNew(kind, isSnapping ? (scene.snapped(point) ?? point) : point);
    if (this.#selected === null) return false;
    this.#selected = null;
    this.#options.onRedraw();
    return this.#tool === 'selector';
  }

  /** Moves what the pointer holds: an anchor to a point, or the whole shape by as much as the point has moved. */
  drag(point: Point): void {
    const drag = this.#drag;
    if (drag === null) return;
    const { scene } = this.#options;
    if (drag.anchor !== null) {
      const anchor = scene.anchorAt(point);
      if (anchor !== undefined) this.#dragged = withAnchor(this.#inTodaysBars(drag), drag.anchor, anchor);
    } else {
      const [dx, dy] = [point.x - drag.from.x, point.y - drag.from.y];
      this.#dragged =
        this.#moved(
          drag.shape,
          drag.points.map(({ x, y }) => ({ x: x + dx, y: y + dy })),
        ) ?? this.#dragged;
    }
    this.#options.onRedraw();
  }

  up(isCancelled: boolean): void {
    const [drag, dragged] = [this.#drag, this.#dragged];
    this.#drag = this.#dragged = null;
    if (drag === null) return;
    const kind = kindOf(drag.shape.Type);
    if (isCancelled || dragged === null || kind === undefined || isUnmovedCopy(drag, dragged)) {
      // A new one was never there.
      if (drag.isNew) this.#selected = drag.copyOf ?? null;
    } else if (isTooSmall(this.#options.scene, kind, drag, dragged)) {
      if (!drag.isNew) this.#store(this.#stored.filter((shape) => shape.Id !== drag.shape.Id));
      this.#selected = null;
    } else this.#keep(drag, dragged, kind);
    this.#options.onRedraw();
  }

  /** The shape under a point, for its menu; it becomes the selected one. */
  take(point: Point): DrawnShape | undefined {
    const hit = this.#drawingAt(point, SELECT_DISTANCE_PX);
    if (hit !== undefined) this.select(hit.Id);
    return hit;
  }
  cursorAt(point: Point): string | null {
    if (this.#handleAt(point) !== null) return 'grab';
    const kind = this.#kindOfTool();
    if (this.#drawingAt(point, this.#reachPx) !== undefined) return 'pointer';
    return kind === undefined ? null : 'crosshair';
  }
  select(id: string | null): void {
    this.#selected = id;
    this.#options.onRedraw();
  }
  /** The next or the one before, for those who work by keys. */
  selectNext(by: 1 | -1): DrawnShape | undefined {
    const present = this.#stored.filter(({ IsHidden }) => IsHidden !== true);
    if (present.length === 0) return undefined;
    const at = present.findIndex((shape) => shape.Id === this.#selected);
    const next =
      present[at === -1 ? (by === 1 ? 0 : present.length - 1) : (at + by + present.length) % present.length];
    this.select(next?.Id ?? null);
    return next;
  }
  /** Moves the selected shape, px. */
  nudge(dx: number, dy: number): void {
    const shape = this.selected;
    const moved =
      shape &&
      shape.IsLocked !== true &&
      this.#moved(
        shape,
        shape.Points.map((anchor) => this.#options.scene.pointOf(anchor, shape.BarSize)).map(({ x, y }) => ({
          x: x + dx,
          y: y + dy,
        })),
      );
    if (moved) this.#replace(moved);
  }
  /** Removes a drawing that is not locked. */
  remove(id: string): void {
    if (this.#stored.some((shape) => shape.Id === id && shape.IsLocked === true)) return;
    this.#store(this.#stored.filter((shape) => shape.Id !== id));
    if (this.#selected === id) this.#selected = null;
    this.#options.onRedraw();
  }
  /** Removes all drawings, locked ones too. */
  removeAll(): void {
    if (this.#stored.length > 0) this.#store([]);
    this.#selected = null;
    this.#options.onRedraw();
  }
  restyle(id: string, style: Partial<ShapeStyle>): void {
    this.#change(id, (shape) => ({ ...shape, ...style }));
  }

  /** Locks or hides drawings, or ends that. */
  mark(ids: readonly string[], marks: ShapeMarks): void {
    const marked = new Set(ids);
    if (marks.IsHidden === true && this.#selected !== null && marked.has(this.#selected))
      this.#selected = null;
    this.#store(this.#stored.map((shape) => (marked.has(shape.Id) ? { ...shape, ...marks } : shape)));
    this.#options.onRedraw();
  }

  /** Begins to edit a text in place. */
  edit(id: string): void {
    this.#edited = this.#selected = id;
    this.#options.onRedraw();
  }
  /** Ends it. Empty text deletes the shape; `null` (cancelled) leaves it as it was, and deletes it when it is brand-new. */
  endEdit(text: string | null, isNew: boolean): void {
    const id = this.#edited;
    this.#edited = null;
    if (id === null) return;
    if (text === null ? isNew : text.trim() === '') this.remove(id);
    else if (text !== null)
      this.#change(id, (shape) => (shape.Text === text ? shape : { ...shape, Text: text }));
    this.#options.onRedraw();
  }

  copy(): boolean {
    if (this.selected === undefined) return false;
    clipboard = this.selected;
    return true;
  }
  /** The next copy lies beside this one, not over it. */
  paste(): void {
    if (clipboard !== null) clipboard = this.#addCopy(clipboard) ?? clipboard;
  }
  duplicate(): void {
    if (this.selected !== undefined) this.#addCopy(this.selected);
  }

  #kindOfTool(): DrawingKind | undefined {
    return DRAWING_KINDS.find((kind) => kind.id === this.#tool);
  }

  get #reachPx(): number {
    return this.#kindOfTool() !== undefined || this.#tool === 'selector'
      ? SELECT_DISTANCE_PX
      : CASUAL_REACH_PX;
  }
  #drawingAt(point: Point, reachPx: number): DrawnShape | undefined {
    return this.#options.hits.drawingAt(point, reachPx);
  }
  #handleAt(point: Point): { shape: DrawnShape; anchor: number } | null {
    const shape = this.selected;
    const anchor = shape === undefined || shape.IsLocked === true ? null : this.#options.hits.handleAt(point);
    return shape === undefined || anchor === null ? null : { shape, anchor };
  }
  #begin(shape: DrawnShape, from: Point, anchor: number | null, copyOf?: string): boolean {
    this.#selected = shape.Id;
    this.#drag = {
      shape,
      isNew: copyOf !== undefined,
      ...(copyOf === undefined ? {} : { copyOf }),
      from,
      anchor,
      points: shape.Points.map((each) => this.#options.scene.pointOf(each, shape.BarSize)),
    };
    this.#dragged = shape;
    this.#options.onRedraw();
    return true;
  }
  #beginNew(kind: DrawingKind, from: Point): boolean {
    const anchor = this.#options.scene.anchorAt(from);
    if (anchor === undefined) return false;
    const Points: readonly Anchor[] = kind.anchors === 1 ? [anchor] : [anchor, anchor];
    const shape: DrawnShape = {
      Id: this.#options.newId(),
      Type: kind.type,
      Points,
      BarSize: this.#options.scene.view.barSize(),
      ...kind.defaults,
    };
    this.#selected = shape.Id;
    this.#drag = {
      shape,
      isNew: true,
      from,
      points: Points.map(() => from),
      anchor: kind.anchors === 1 ? 0 : 1,
    };
    this.#dragged = shape;
    this.#options.onRedraw();
    return true;
  }
  /** The shape whose untouched anchors speak of the bars that the chart shows now. */
  #inTodaysBars({ shape, points }: Drag): DrawnShape {
    return shape.BarSize === this.#options.scene.view.barSize()
      ? shape
      : (this.#moved(shape, points) ?? shape);
  }
  #moved(shape: DrawnShape, points: readonly Point[]): DrawnShape | undefined {
    const anchors = points.map((point) => this.#options.scene.anchorAt(point));
    return anchors.some((anchor) => anchor === undefined)
      ? undefined
      : {
          ...shape,
          BarSize: this.#options.scene.view.barSize(),
          Points: anchors.flatMap((anchor) => anchor ?? []),
        };
  }
  #keep({ shape: before, isNew, copyOf }: Drag, dragged: DrawnShape, kind: DrawingKind): void {
    if (isNew) this.#store([...this.#stored, dragged]);
    else if (dragged !== before)
      this.#store(this.#stored.map((shape) => (shape.Id === dragged.Id ? movedTo(dragged, shape) : shape)));
    if (isNew && copyOf === undefined && kind.hasText === true) this.#options.onNewText(dragged.Id);
  }
  #copyOf(model: DrawnShape): DrawnShape {
    return { ...model, Id: this.#options.newId(), IsLocked: false };
  }
  /** Adds a copy beside its model and selects it: keys are for the copy then. */
  #addCopy(model: DrawnShape): DrawnShape | undefined {
    const { scene } = this.#options;
    const moved = this.#moved(
      model,
      model.Points.map((anchor) => scene.pointOf(anchor, model.BarSize)).map(({ x, y }) => ({
        x: x + COPY_SHIFT_PX,
        y: y + COPY_SHIFT_PX,
      })),
    );
    if (moved === undefined) return undefined;
    const copy = this.#copyOf(moved);
    this.#store([...this.#stored, copy]);
    this.select(copy.Id);
    return copy;
  }
  #change(id: string, change: (shape: DrawnShape) => DrawnShape): void {
    const before = this.#stored.find((shape) => shape.Id === id);
    if (before === undefined) return;
    const after = change(before);
    if (after !== before) this.#replace(after);
  }
  #replace(changed: DrawnShape): void {
    this.#store(this.#stored.map((shape) => (shape.Id === changed.Id ? changed : shape)));
    this.#options.onRedraw();
  }
  #store(shapes: Shapes): void {
    this.#stored = shapes;
    this.#options.onStored(shapes);
  }
}

/** A drawing in the place of another one: what was changed of it during a drag stays. */
const movedTo = ({ Points, BarSize }: DrawnShape, shape: DrawnShape): DrawnShape => ({
  ...shape,
  Points,
  BarSize,
});

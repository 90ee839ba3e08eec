import type { SharedDrawingStore, ToolWindow } from '../../../src/plugin-api/index.ts';
import { type Drawing, drawingIdOf, isSameDrawing, orderAbove } from '../../../src/domain/drawings/index.ts';
import { PRICE_PANE } from '../model/panes.ts';
import type { ChartState } from '../state.ts';
import { kindOf } from './kinds/index.ts';
import { shapesFrom, withShapes, type StoredDrawings } from './schema.ts';
import type { DrawnShape } from './shape.ts';

type Shapes = readonly DrawnShape[];
type Window = Pick<ToolWindow<ChartState>, 'getState' | 'update' | 'subscribe'>;

/** Where a chart has its drawings: in the state of its window, or with all charts of the symbol. */
export interface DrawingSource {
  /** True when the ids of drawings stay the same, so that a selection outlives changes by others. */
  readonly hasLastingIds: boolean;
  /** The drawings of a symbol, the lowest first: the same list until one is changed. */
  shapes(symbol: string): Shapes;
  /** Replaces the drawings of a symbol. */
  store(symbol: string, shapes: Shapes): void;
  /** The id of a new drawing, from a random one. */
  idOf(symbol: string, unique: string): string;
  /** Calls the listener when drawings of the symbol may have changed. Returns the function that unsubscribes. */
  subscribe(symbol: string, listener: () => void): () => void;
}

/** A value by what it was made from, so that it stays the same object as long as that is the same. */
function remembered<From extends object | undefined, Made>(make: (from: From) => Made): (from: From) => Made {
  let last: { readonly from: From; readonly made: Made } | undefined;
  return (from) => {
    if (last === undefined || last.from !== from) last = { from, made: make(from) };
    return last.made;
  };
}

/** The drawings in the state of a chart's window. */
class OwnDrawings implements DrawingSource {
  // A shape without an id of its own is known by its place in the list.
  readonly hasLastingIds = false;
  readonly #window: Window;
  readonly #read = remembered((stored: StoredDrawings[string][string] | undefined) => shapesFrom(stored));

  constructor(window: Window) {
    this.#window = window;
  }

  shapes(symbol: string): Shapes {
    return this.#read(this.#window.getState().Drawings[symbol]?.[PRICE_PANE]);
  }

  store(symbol: string, shapes: Shapes): void {
    const { Drawings } = this.#window.getState();
    this.#window.update({ Drawings: withShapes(Drawings, symbol, PRICE_PANE, shapes) });
  }

  idOf(_symbol: string, unique: string): string {
    return unique;
  }

  subscribe(_symbol: string, listener: () => void): () => void {
    return this.#window.subscribe(listener);
  }
}

/** The drawings that all charts of a symbol share. */
class SharedByCharts implements DrawingSource {
  readonly hasLastingIds = true;
  readonly #store: SharedDrawingStore;
  /** Each document's shape, so that an unchanged one stays the same object. */
  readonly #shapes = new WeakMap<Drawing, DrawnShape | null>();
  readonly #lists = new WeakMap<readonly Drawing[], Shapes>();

  constructor(store: SharedDrawingStore) {
    this.#store = store;
  }

  shapes(symbol: string): Shapes {
    const { rows } = this.#store.drawingsOf(symbol).get();
    const known = this.#lists.get(rows);
    if (known !== undefined) return known;
    const shapes = rows.flatMap((row) => this.#shapeOf(row) ?? []);
    this.#lists.set(rows, shapes);
    return shapes;
  }

  store(symbol: string, shapes: Shapes): void {
    const { rows } = this.#store.drawingsOf(symbol).get();
    const before = new Map(rows.map((row) => [row.Id, row]));
    let order = orderAbove(rows);
    const changed = shapes.flatMap((shape) => {
      const present = before.get(shape.Id);
      const row = toDrawing(shape, symbol, present?.Order ?? order);
      if (present === undefined) order += 1;
      else if (isSameDrawing(present, row)) return [];
      this.#shapes.set(row, shape);
      return [row];
    });
    const kept = new Set(shapes.map(({ Id }) => Id));
    // Documents that this chart does not draw, such as those of an unknown kind, are no part of its list and stay.
    const gone = this.shapes(symbol).filter(({ Id }) => !kept.has(Id));
    if (changed.length > 0) this.#store.put(changed);
    if (gone.length > 0) this.#store.remove(gone.map(({ Id }) => Id));
  }

  idOf(symbol: string, unique: string): string {
    return drawingIdOf(symbol, unique);
  }

  subscribe(symbol: string, listener: () => void): () => void {
    return this.#store.drawingsOf(symbol).subscribe(listener);
  }

  #shapeOf(row: Drawing): DrawnShape | null {
    let shape = this.#shapes.get(row);
    if (shape === undefined) this.#shapes.set(row, (shape = shapeOf(row)));
    return shape;
  }
}

const NO_SHAPES: Shapes = [];
/** What a chart shows while the code of the shared drawings is being loaded. */
const NOT_LOADED: DrawingSource = {
  hasLastingIds: true,
  shapes: () => NO_SHAPES,
  store: () => {},
  idOf: drawingIdOf,
  subscribe: () => () => {},
};

const ownByWindow = new WeakMap<object, DrawingSource>();
const sharedByStore = new WeakMap<SharedDrawingStore, DrawingSource>();

/** The drawings in the state of a window, whether or not the chart shows them. */
export function ownDrawings(window: Window): DrawingSource {
  let source = ownByWindow.get(window);
  if (source === undefined) ownByWindow.set(window, (source = new OwnDrawings(window)));
  return source;
}

/** The drawings that all charts share; a source without any while their code is not loaded. */
export function sharedDrawings(store: SharedDrawingStore | null): DrawingSource {
  if (store === null) return NOT_LOADED;
  let source = sharedByStore.get(store);
  if (source === undefined) sharedByStore.set(store, (source = new SharedByCharts(store)));
  return source;
}

/** The drawings that a chart shows. */
export function drawingSourceOf(
  window: Window & { readonly platform: Pick<ToolWindow<ChartState>['platform'], 'sharedDrawings'> },
): DrawingSource {
  return window.getState().SharesDrawings
    ? sharedDrawings(window.platform.sharedDrawings.get())
    : ownDrawings(window);
}

/** Null for a kind that this release does not know, and for other areas than that of the prices. */
function shapeOf(row: Drawing): DrawnShape | null {
  const { Id, Area, Type, Points, BarSize, Color, Thickness, FontSize, Text, IsLocked, IsHidden } = row;
  if (Area !== PRICE_PANE || kindOf(Type)?.anchors !== Points.length) return null;
  const marks = { ...(IsLocked ? { IsLocked } : {}), ...(IsHidden ? { IsHidden } : {}) };
  return { Id, Type, Points, BarSize, Color, Thickness, FontSize, Text, ...marks };
}

function toDrawing(shape: DrawnShape, symbol: string, order: number): Drawing {
  const { Id, Type, Points, BarSize, Color, Thickness, FontSize, Text } = shape;
  const { IsLocked = false, IsHidden = false } = shape;
  return {
    Id,
    Symbol: symbol,
    Area: PRICE_PANE,
    Order: order,
    ...{ Type, Points, BarSize, Color, Thickness, FontSize, Text, IsLocked, IsHidden },
  };
}

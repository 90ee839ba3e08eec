import type { Readable } from '../../../src/plugin-api/index.ts';
import type { Board, Shapes } from './board.ts';
import type { DrawnShape } from './shape.ts';

/** What React renders of the drawings. Points of the shapes may be older than those of the board. */
export interface Shown {
  readonly shapes: Shapes;
  readonly selectedId: string | undefined;
}

const hasSameStyle = (a: DrawnShape | undefined, b: DrawnShape): boolean =>
  a === b ||
  (a !== undefined &&
    a.Id === b.Id &&
    a.Type === b.Type &&
    a.Color === b.Color &&
    a.Thickness === b.Thickness &&
    a.FontSize === b.FontSize &&
    a.Text === b.Text &&
    a.IsLocked === b.IsLocked &&
    a.IsHidden === b.IsHidden);

/** The drawings to render. It notifies of a drawing that was added, removed or restyled, and of the selection, not of one that was moved. */
export class ShownDrawings implements Readable<Shown> {
  readonly #listeners = new Set<() => void>();
  #shown: Shown = { shapes: [], selectedId: undefined };

  get(): Shown {
    return this.#shown;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Takes over what the board has now. */
  refresh({ shapes, selected }: Pick<Board, 'shapes' | 'selected'>): void {
    const before = this.#shown;
    const isSame =
      selected?.Id === before.selectedId &&
      shapes.length === before.shapes.length &&
      shapes.every((shape, n) => hasSameStyle(before.shapes[n], shape));
    if (isSame) return;
    this.#shown = { shapes, selectedId: selected?.Id };
    for (const listener of [...this.#listeners]) listener();
  }
}

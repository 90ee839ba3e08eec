import { Board, type BoardOptions, type Shapes } from './board.ts';
import type { DrawingSource } from './drawing-source.ts';
import type { Scene } from './scene.ts';

interface SymbolDrawingsOptions extends Pick<BoardOptions, 'hits' | 'newId' | 'onRedraw' | 'onNewText'> {
  /** Creates the scene; `barSize` is the bar size on screen. */
  readonly createScene: (barSize: () => string) => Scene;
}

/** The drawings of one chart, a symbol at a time: read from where the chart has them, stored there after each change. */
export class SymbolDrawings {
  readonly scene: Scene;
  readonly board: Board;
  #source: DrawingSource | null = null;
  #symbol = '';
  #barSize = '';
  /** What the source had for the symbol when it was last read or written here. */
  #shown: Shapes = [];
  #isStoring = false;

  constructor({ createScene, newId, ...options }: SymbolDrawingsOptions) {
    this.scene = createScene(() => this.#barSize);
    this.board = new Board({
      ...options,
      scene: this.scene,
      newId: () => this.#source?.idOf(this.#symbol, newId()) ?? newId(),
      onStored: (shapes) => this.#store(shapes),
    });
  }

  setBarSize(barSize: string): void {
    this.#barSize = barSize;
  }

  /**
   * Shows the drawings of another symbol, or those of another source.
   * @param editedText text of the editor, if one is open: it belongs to the drawings before
   */
  showSymbol(source: DrawingSource, symbol: string, editedText: string): void {
    this.board.endEdit(editedText, false);
    this.#source = source;
    this.#symbol = symbol;
    this.#shown = source.shapes(symbol);
    this.board.load(this.#shown);
  }

  /** Takes over drawings that were changed elsewhere: by undo, on another chart, in another tab or on another machine. */
  follow(): void {
    const source = this.#source;
    if (source === null || this.#isStoring) return;
    const shapes = source.shapes(this.#symbol);
    if (shapes === this.#shown) return;
    this.#shown = shapes;
    if (source.hasLastingIds) this.board.follow(shapes);
    else this.board.load(shapes);
  }

  #store(shapes: Shapes): void {
    const source = this.#source;
    if (source === null) return;
    this.#isStoring = true;
    source.store(this.#symbol, shapes);
    this.#isStoring = false;
    this.#shown = source.shapes(this.#symbol);
    // Others may have removed what was changed here.
    if (source.hasLastingIds) this.board.follow(this.#shown);
  }
}

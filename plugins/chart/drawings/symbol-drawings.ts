import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import { PRICE_PANE } from '../model/panes.ts';
import type { ChartState } from '../state.ts';
import { Board, type BoardOptions, type Shapes } from './board.ts';
import type { Scene } from './scene.ts';
import { shapesFrom, withShapes, type StoredDrawings } from './schema.ts';

interface SymbolDrawingsOptions extends Pick<BoardOptions, 'hits' | 'newId' | 'onRedraw' | 'onNewText'> {
  /** Creates the scene; `barSize` is the bar size on screen. */
  readonly createScene: (barSize: () => string) => Scene;
  readonly window: Pick<ToolWindow<ChartState>, 'getState' | 'update'>;
}

/** The drawings of one chart, a symbol at a time: read from the window's state, stored there after each change. */
export class SymbolDrawings {
  readonly scene: Scene;
  readonly board: Board;
  readonly #window: SymbolDrawingsOptions['window'];
  #symbol = '';
  #barSize = '';
  /** What the state of the window had for the symbol when it was last read or written here. */
  #shown: StoredDrawings[string][string] | undefined;
  #isStoring = false;

  constructor({ createScene, window, ...options }: SymbolDrawingsOptions) {
    this.#window = window;
    this.scene = createScene(() => this.#barSize);
    this.board = new Board({
      ...options,
      scene: this.scene,
      onStored: (shapes) => this.#store(shapes),
    });
  }

  setBarSize(barSize: string): void {
    this.#barSize = barSize;
  }

  /**
   * Shows the drawings of another symbol.
   * @param editedText text of the editor, if one is open: it belongs to the symbol before
   */
  showSymbol(symbol: string, editedText: string): void {
    this.board.endEdit(editedText, false);
    this.#symbol = symbol;
    this.#load();
  }

  /** Takes over drawings that were changed elsewhere: by undo, or in another tab. */
  follow(): void {
    if (!this.#isStoring && this.#storedNow() !== this.#shown) this.#load();
  }

  #load(): void {
    this.#shown = this.#storedNow();
    this.board.load(shapesFrom(this.#shown));
  }

  #storedNow(): StoredDrawings[string][string] | undefined {
    return this.#window.getState().Drawings[this.#symbol]?.[PRICE_PANE];
  }

  #store(shapes: Shapes): void {
    const { Drawings } = this.#window.getState();
    this.#isStoring = true;
    this.#window.update({ Drawings: withShapes(Drawings, this.#symbol, PRICE_PANE, shapes) });
    this.#isStoring = false;
    this.#shown = this.#storedNow();
  }
}

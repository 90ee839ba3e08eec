import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import { PRICE_PANE } from '../model/panes.ts';
import type { ChartState } from '../state.ts';
import { Board, type BoardOptions, type Shapes } from './board.ts';
import { type History, startHistory } from './history.ts';
import type { Scene } from './scene.ts';
import { shapesFrom, withShapes } from './schema.ts';

/** The undo steps of each symbol whose drawings were changed. */
export type Histories = Map<string, History<Shapes>>;

interface SymbolDrawingsOptions extends Pick<BoardOptions, 'newId' | 'onRedraw' | 'onNewText'> {
  /** Creates the scene; `barSize` is the bar size on screen. */
  readonly createScene: (barSize: () => string) => Scene;
  readonly window: Pick<ToolWindow<ChartState>, 'getState' | 'update'>;
  readonly histories: Histories;
}

const storedText = (shapes: Shapes): string => JSON.stringify(withShapes({}, '', PRICE_PANE, shapes));

/** The drawings of one chart, a symbol at a time: read from the window's state, stored there after each change. */
export class SymbolDrawings {
  readonly scene: Scene;
  readonly board: Board;
  readonly #window: SymbolDrawingsOptions['window'];
  readonly #histories: Histories;
  #symbol = '';
  #barSize = '';

  constructor({ createScene, window, histories, ...options }: SymbolDrawingsOptions) {
    this.#window = window;
    this.#histories = histories;
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
   * Shows the drawings of another symbol with their undo steps. The steps are dropped when the drawings were changed outside of this chart.
   * @param editedText text of the editor, if one is open: it belongs to the symbol before
   */
  showSymbol(symbol: string, editedText: string): void {
    this.board.endEdit(editedText, false);
    this.#symbol = symbol;
    const stored = shapesFrom(this.#window.getState().Drawings[symbol]?.[PRICE_PANE]);
    const history = this.#histories.get(symbol);
    const isCurrent = history !== undefined && storedText(history.present) === storedText(stored);
    this.board.load(isCurrent ? history : startHistory(stored));
  }

  #store(shapes: Shapes): void {
    this.#histories.set(this.#symbol, this.board.history);
    const { Drawings } = this.#window.getState();
    this.#window.update({ Drawings: withShapes(Drawings, this.#symbol, PRICE_PANE, shapes) });
  }
}

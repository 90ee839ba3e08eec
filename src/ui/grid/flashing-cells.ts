/** How long a changed cell is lit, ms. */
const FLASH_MS = 300;

/**
 * Lights cells whose value has changed, for a moment: `data-flash` is 'up' or 'down' while one is lit. One timer puts them out. An animation
 * would restyle and repaint them in every frame, and each that begins or ends makes the browser arrange the layers of the whole page.
 */
export class FlashingCells {
  /** Lit cells, and until when. */
  readonly #lit = new Map<HTMLElement, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Lights a cell, or keeps it lit for longer. */
  light(cell: HTMLElement, move: 'up' | 'down'): void {
    if (cell.dataset['flash'] !== move) cell.dataset['flash'] = move;
    this.#lit.set(cell, performance.now() + FLASH_MS);
    if (this.#timer === undefined) this.#timer = setTimeout(() => this.#putOut(), FLASH_MS);
  }

  /** Puts one cell out at once. */
  clear(cell: HTMLElement): void {
    if (this.#lit.delete(cell)) delete cell.dataset['flash'];
  }

  #putOut(): void {
    const nowMs = performance.now();
    this.#timer = undefined;
    for (const [cell, untilMs] of this.#lit)
      if (untilMs <= nowMs + 8) {
        delete cell.dataset['flash'];
        this.#lit.delete(cell);
      }
    if (this.#lit.size > 0) this.#timer = setTimeout(() => this.#putOut(), FLASH_MS / 3);
  }
}

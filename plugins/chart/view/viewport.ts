/** Widest a bar gets, px. */
export const MAX_BAR_PX = 20;

/**
 * Which bars are visible, as fractions of bars: bar `i` takes [i, i + 1). Zoom 1 shows the whole range with a margin at the right. No bar gets
 * wider than 20 px: where a range has too few bars to fill the width, such as a session that has just begun, the bars before it are visible too.
 * Without those it stands at the right, with room at its left.
 */
export class Viewport {
  left = 0;
  span = 1;
  /** Bars that were put in front so far: an index that was remembered moves by what was added since. */
  shifted = 0;
  /** First bar of the range. */
  #first = 0;
  #count = 0;
  #margin = 1;
  #widthPx = 1;
  #isFull = true;

  get right(): number {
    return this.left + this.span;
  }
  /** The earliest bar that can be visible: that of the range, or one before it when the range does not fill the width. */
  get first(): number {
    return Math.max(0, Math.floor(this.#lowest()));
  }
  get count(): number {
    return this.#count;
  }
  get widthPx(): number {
    return this.#widthPx;
  }
  get barPx(): number {
    return this.#widthPx / this.span;
  }
  /** Bars of the whole range, margin included. */
  get total(): number {
    return Math.max(1, this.#count - this.#first + this.#margin);
  }
  get minSpan(): number {
    return Math.max(2, this.#widthPx / MAX_BAR_PX);
  }
  /** The span at zoom 1, which shows the whole range. */
  get fullSpan(): number {
    return Math.max(this.total, this.minSpan);
  }
  /** 1 = the whole range. */
  get zoom(): number {
    return this.fullSpan / this.span;
  }
  /** First visible bar, and one after the last. */
  get from(): number {
    return Math.max(0, Math.floor(this.left));
  }
  /** Where a line begins: a bar before the visible ones, so that it reaches the edge. */
  get lineFrom(): number {
    return Math.max(0, this.from - 1);
  }
  get to(): number {
    return Math.min(this.#count, Math.ceil(this.right));
  }
  get isAtEnd(): boolean {
    return this.right >= this.#count;
  }

  xOf(index: number): number {
    return ((index + 0.5 - this.left) * this.#widthPx) / this.span;
  }
  /** The bar under a place; may lie outside of the bars. */
  indexAt(x: number): number {
    return Math.floor(this.left + (x * this.span) / this.#widthPx);
  }

  setWidth(widthPx: number): void {
    const right = this.right;
    const wasAtEnd = this.isAtEnd;
    const barPx = this.barPx;
    this.#widthPx = Math.max(1, widthPx);
    if (this.#isFull) {
      this.fit();
      return;
    }
    // A window made wider shows more bars, not wider ones.
    this.#setSpan(this.#widthPx / barPx);
    this.left = wasAtEnd ? right - this.span : this.left;
    this.#clamp();
  }

  /** The whole range of bars: what is shown at zoom 1 is [first, count) and the margin. */
  setBars(first: number, count: number, margin: number): void {
    this.#first = Math.max(0, Math.min(first, count - 1));
    this.#count = count;
    this.#margin = margin;
    this.fit();
  }

  /** Bars were put in front: what is visible stays where it is. */
  shift(added: number, first: number, count: number): void {
    this.left += added;
    this.shifted += added;
    this.#first = Math.max(0, Math.min(first, count - 1));
    this.#count = count;
    this.#isFull = false;
    this.#clamp();
  }

  /** A bar was added at the end: a view that shows the end follows it. */
  grow(count: number): void {
    const follows = this.isAtEnd;
    const added = count - this.#count;
    this.#count = count;
    if (this.#isFull) this.fit();
    else if (follows) this.left += added;
    this.#clamp();
  }

  setMargin(margin: number): void {
    if (margin === this.#margin) return;
    this.#margin = margin;
    if (this.#isFull) this.fit();
    else this.#clamp();
  }

  fit(): void {
    this.span = this.fullSpan;
    this.left = this.#lowest();
    this.#isFull = true;
  }

  /** Zooms in (factor above 1) or out; what is under `x` stays under it. */
  zoomAt(factor: number, x: number): void {
    if (!(factor > 0) || !Number.isFinite(factor)) return;
    const part = x / this.#widthPx;
    const anchor = this.left + part * this.span;
    this.#setSpan(this.span / factor);
    this.left = anchor - part * this.span;
    this.#clamp();
  }

  /** Moves by bars, to later ones when positive. Returns how many bars it could not go to the left. */
  panBy(bars: number): number {
    if (!Number.isFinite(bars)) return 0;
    this.left += bars;
    const missing = Math.max(0, this.#lowest() - this.left);
    this.#clamp();
    return missing;
  }

  showEnd(): void {
    this.left = this.#count + this.#margin - this.span;
    this.#clamp();
  }

  showStart(): void {
    this.left = this.#lowest();
  }

  /** Where the view begins at its earliest: at the first bar of the range, or before it when the range does not fill the width. */
  #lowest(): number {
    return Math.min(this.#first, this.#count + this.#margin - this.fullSpan);
  }

  #setSpan(span: number): void {
    this.span = Math.min(this.fullSpan, Math.max(this.minSpan, span));
    this.#isFull = this.span >= this.fullSpan;
  }

  #clamp(): void {
    this.span = Math.min(this.fullSpan, Math.max(this.minSpan, this.span));
    const highest = this.#count + this.#margin - this.span;
    this.left = Math.max(this.#lowest(), Math.min(this.left, highest));
  }
}

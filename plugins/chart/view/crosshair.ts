/** Where the crosshair stands. */
export interface Crosshair {
  readonly index: number;
  /** Height in CSS px; null when it came from another window or by key: then the price decides. */
  readonly y: number | null;
  readonly source: 'pointer' | 'key' | 'link';
}

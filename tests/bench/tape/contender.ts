/** A tape under test: shows prints in an element, newest first. */
export interface Contender {
  /** Takes one print. */
  print(price: number, size: number, timeMs: number, volume: number): void;
  /** Text of the newest line on screen. */
  newest(): string;
  destroy(): void;
}
export type CreateContender = (place: HTMLElement) => Contender;

/** Lines on screen in every contender. */
export const LINES = 40;

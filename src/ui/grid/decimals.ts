/** As wide as a digit, and as a point, where digits are tabular. */
const FIGURE_SPACE = '\u2007';
const POINT_SPACE = '\u2008';

/** Digits after the point; 0 for a text without one. */
export function decimalsOf(text: string): number {
  const point = text.lastIndexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

/** A number's text with room for decimals that it does not have, so that it ends where the others do. Texts without a digit stay. */
export function padDecimals(text: string, decimals: number): string {
  if (decimals === 0) return text;
  const present = decimalsOf(text);
  if (present >= decimals || !/\d$/.test(text)) return text;
  return text + (present === 0 ? POINT_SPACE : '') + FIGURE_SPACE.repeat(decimals - present);
}

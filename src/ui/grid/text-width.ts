/** Upper bounds of a character's width in the grid's font, in em: its digits are of one width. */
const DIGIT_EM = 0.66;
const NARROW_EM = 0.36;
const SIGN_EM = 0.7;
const OTHER_EM = 1.02;
/** The font size of a grid and the padding of a cell, px: `--size-grid`, and the cell's own style. */
const FONT_PX = 12;
const PADDING_PX = 12;

function widthEm(code: number): number {
  if (code >= 48 && code <= 57) return DIGIT_EM;
  // Space, apostrophe, comma, full stop, colon.
  if (code === 32 || code === 39 || code === 44 || code === 46 || code === 58) return NARROW_EM;
  // Plus, hyphen, minus, en dash.
  if (code === 43 || code === 45 || code === 0x2212 || code === 0x2013) return SIGN_EM;
  return OTHER_EM;
}

/**
 * True when a text is in no font wider than the room of a cell so many px wide. A text that may be wider has to be cut
 * off, and a cell that cuts off costs the browser a clip of its own in every frame that is painted.
 */
export function surelyFits(text: string, cellPx: number): boolean {
  let leftEm = (cellPx - PADDING_PX) / FONT_PX;
  for (let index = 0; index < text.length && leftEm >= 0; index++) leftEm -= widthEm(text.charCodeAt(index));
  return leftEm >= 0;
}

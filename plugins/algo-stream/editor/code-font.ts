import { monaco } from './monaco.ts';

export const CODE_FONT = "'JetBrains Mono Variable'";
export const CODE_FONT_PX = 12;

/** Lets the editors measure their letters again once the font has arrived: they do it once. Without the font the fallback stays. */
export function remeasureCodeFont(): void {
  document.fonts.load(`${CODE_FONT_PX}px ${CODE_FONT}`).then(
    () => monaco.editor.remeasureFonts(),
    () => {},
  );
}

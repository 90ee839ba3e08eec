import { DEFAULT_COLOR, type DrawnShape } from './shape.ts';

/** What drawings take from the theme. The object is another one when the theme changes. */
export interface DrawingTheme {
  readonly text: string;
  readonly background: string;
  readonly fontFamily: string;
}

/** The colour a drawing is shown in: black is shown in the colour of the text, so that it is seen in every theme. */
export const shownColor = (
  { Color }: Pick<DrawnShape, 'Color'>,
  { text }: Pick<DrawingTheme, 'text'>,
): string => (Color === DEFAULT_COLOR ? text : Color);

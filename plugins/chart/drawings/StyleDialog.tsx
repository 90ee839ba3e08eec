import { useState, type CSSProperties, type FormEvent } from 'react';
import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import { Button, DialogActions, NumberField } from '../../../src/ui/index.ts';
import type { ShapeStyle } from './board.ts';
import type { StyleField } from './kind.ts';
import { kindOf } from './kinds/index.ts';
import { type DrawnShape, FONT_SIZE_BOUNDS, styleFontSize, THICKNESS_BOUNDS } from './shape.ts';
import styles from './Drawings.module.css';

/** Colours at a click; the first is shown in the colour of the text of each theme. */
const PALETTE: readonly { readonly color: string; readonly name: string }[] = [
  { color: '#000000', name: 'Black (white on dark)' },
  { color: '#1a5fc0', name: 'Blue' },
  { color: '#0b8a8f', name: 'Teal' },
  { color: '#1d8a4e', name: 'Green' },
  { color: '#b38600', name: 'Yellow' },
  { color: '#c25700', name: 'Orange' },
  { color: '#c0392b', name: 'Red' },
  { color: '#b0267f', name: 'Pink' },
  { color: '#7a3fc0', name: 'Violet' },
  { color: '#7a8594', name: 'Gray' },
];

const problemOf = (value: number | null, [least, largest]: readonly [number, number]): string | null =>
  value === null || !Number.isInteger(value) || value < least || value > largest
    ? `Enter a whole number from ${least} to ${largest}`
    : null;

// React's types know no custom properties.
const swatch = (color: string): CSSProperties => ({ '--swatch': color }) as CSSProperties;

function ColorField({
  color,
  onChange,
}: {
  readonly color: string;
  readonly onChange: (color: string) => void;
}) {
  return (
    <fieldset className={styles.colors}>
      <legend>Color</legend>
      {PALETTE.map(({ color: each, name }) => (
        <label key={each} className={styles.swatch} style={swatch(each)} title={name}>
          <input
            type="radio"
            name="color"
            className="visually-hidden"
            checked={color === each}
            onChange={() => onChange(each)}
            aria-label={name}
          />
        </label>
      ))}
      <label className={styles.custom}>
        <span>Other</span>
        <input type="color" value={color} onChange={(event) => onChange(event.target.value)} />
      </label>
    </fieldset>
  );
}

function StyleForm({
  shape,
  fields,
  close,
}: {
  readonly shape: DrawnShape;
  readonly fields: readonly StyleField[];
  readonly close: (style: ShapeStyle | null) => void;
}) {
  const [color, setColor] = useState(shape.Color);
  const [thickness, setThickness] = useState<number | null>(shape.Thickness);
  const [fontSize, setFontSize] = useState<number | null>(styleFontSize(shape));
  const [isTried, setTried] = useState(false);
  const problems = {
    Color: null,
    Thickness: problemOf(thickness, THICKNESS_BOUNDS),
    FontSize: problemOf(fontSize, FONT_SIZE_BOUNDS),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fields.every((field) => problems[field] === null))
      close({ Color: color, Thickness: thickness ?? shape.Thickness, FontSize: fontSize ?? shape.FontSize });
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <ColorField color={color} onChange={setColor} />
      {fields.includes('Thickness') ? (
        <NumberField
          label="Thickness"
          value={thickness}
          onChange={setThickness}
          min={THICKNESS_BOUNDS[0]}
          max={THICKNESS_BOUNDS[1]}
          isFirst
          error={isTried ? problems.Thickness : null}
        />
      ) : null}
      {fields.includes('FontSize') ? (
        <NumberField
          label="Font size"
          value={fontSize}
          onChange={setFontSize}
          min={FONT_SIZE_BOUNDS[0]}
          max={FONT_SIZE_BOUNDS[1]}
          isFirst
          error={isTried ? problems.FontSize : null}
        />
      ) : null}
      <DialogActions>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary">
          Ok
        </Button>
      </DialogActions>
    </form>
  );
}

/** Color, and thickness or font size of a drawing; resolves null when left. */
export function askStyle(
  platform: Pick<ToolPlatform, 'dialogs'>,
  shape: DrawnShape,
): Promise<ShapeStyle | null> {
  return platform.dialogs.open<ShapeStyle>({
    title: 'Drawing style',
    width: 300,
    content: ({ close }) => (
      <StyleForm shape={shape} fields={kindOf(shape.Type)?.style ?? ['Color']} close={close} />
    ),
  });
}

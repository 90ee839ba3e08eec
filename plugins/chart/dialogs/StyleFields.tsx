import { Checkbox, Select } from '../../../src/ui/index.ts';
import styles from '../Chart.module.css';
import {
  LINE_COLORS,
  LINE_WIDTHS_PX,
  PRICE_SOURCES,
  SHOWN_AT,
  type LineColor,
  type PriceSource,
  type ShownAt,
  type StudyStyle,
} from '../model/indicator.ts';

const COLOR_NAMES: Readonly<Record<LineColor, string>> = {
  blue: 'Blue',
  orange: 'Orange',
  purple: 'Purple',
  teal: 'Teal',
  red: 'Red',
  ink: 'Ink',
};
const SOURCE_NAMES: Readonly<Record<PriceSource, string>> = {
  close: 'Close',
  open: 'Open',
  high: 'High',
  low: 'Low',
  hl2: 'HL2 (middle)',
  hlc3: 'HLC3 (typical)',
  ohlc4: 'OHLC4 (mean)',
};
const SHOWN_AT_NAMES: Readonly<Record<ShownAt, string>> = {
  all: 'All bar sizes',
  intraday: 'Intraday bars',
  daily: 'Daily bars and longer',
};

const COLOR_OPTIONS = [
  { value: 'automatic', label: 'Automatic' },
  ...LINE_COLORS.map((color) => ({ value: color, label: COLOR_NAMES[color] })),
] as const;
const WIDTH_OPTIONS = LINE_WIDTHS_PX.map((widthPx) => ({ value: `${widthPx}`, label: `${widthPx} px` }));
const SOURCE_OPTIONS = PRICE_SOURCES.map((source) => ({ value: source, label: SOURCE_NAMES[source] }));
const SHOWN_AT_OPTIONS = SHOWN_AT.map((sizes) => ({ value: sizes, label: SHOWN_AT_NAMES[sizes] }));

interface StyleFieldsProps {
  readonly style: StudyStyle;
  /** Whether the study has a line, and whether it can read another price than closes. */
  readonly hasLine: boolean;
  readonly hasSource: boolean;
  readonly onChange: (style: StudyStyle) => void;
}

/** How an instance of a study is drawn, what it reads, and where it is shown. */
export function StyleFields({ style, hasLine, hasSource, onChange }: StyleFieldsProps) {
  const { Color: _color, ...withoutColor } = style;
  return (
    <div className={styles.pair}>
      {hasSource ? (
        <Select
          label="Source"
          value={style.Source ?? 'close'}
          options={SOURCE_OPTIONS}
          onChange={(source) => onChange({ ...style, Source: source })}
        />
      ) : null}
      {hasLine ? (
        <>
          <Select
            label="Color"
            value={style.Color ?? 'automatic'}
            options={COLOR_OPTIONS}
            onChange={(color) =>
              onChange(color === 'automatic' ? withoutColor : { ...withoutColor, Color: color })
            }
          />
          <Select
            label="Width"
            value={`${style.Width ?? 1}`}
            options={WIDTH_OPTIONS}
            onChange={(text) => {
              const width = LINE_WIDTHS_PX.find((each) => `${each}` === text);
              if (width !== undefined) onChange({ ...style, Width: width });
            }}
          />
        </>
      ) : null}
      <Select
        label="Shown at"
        value={style.ShownAt ?? 'all'}
        options={SHOWN_AT_OPTIONS}
        onChange={(sizes) => onChange({ ...style, ShownAt: sizes })}
      />
      <Checkbox
        label="Hidden"
        isChecked={style.IsHidden ?? false}
        onChange={(isHidden) => onChange({ ...style, IsHidden: isHidden })}
      />
    </div>
  );
}

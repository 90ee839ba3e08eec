import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * Contrast of the colours by WCAG 2.2: 4.5 for text (1.4.3), 3 for marks, borders of fields and the focus ring (1.4.11). It is computed
 * from the tokens for each theme and price palette, so the browser tests run axe in one theme. Text of disabled controls is exempt.
 */
type Colour = readonly [red: number, green: number, blue: number];
type Tokens = Readonly<Record<string, string>>;

const project = fileURLToPath(new URL('../../../', import.meta.url));
const rules = rulesOf(readFileSync(new URL('./tokens.css', import.meta.url), 'utf8'));

const THEMES = { light: [':root'], dark: [':root', "[data-theme='dark']"] } as const;
const PALETTES = {
  classic: [],
  'color-safe': ["[data-palette='color-safe']"],
  'red-up': ["[data-palette='red-up']"],
} as const;

/** What lines of grids, menus and panels are painted on. */
const SURFACES = ['panel', 'bar', 'header', 'field', 'float', 'hover', 'selected'].map(
  (name) => `surface-${name}`,
);
/** Where fields and what is disabled stand. */
const REST = ['surface-panel', 'surface-field', 'surface-float'];
const LINKS = Array.from({ length: 8 }, (_, at) => `link-${at + 1}`);

const TEXT_SURFACES: Readonly<Record<string, readonly string[]>> = {
  text: [
    ...SURFACES,
    'surface-desk',
    'surface-pressed',
    'warning-surface',
    'danger-surface',
    'flash-up',
    'flash-down',
    'side-buy-surface',
    'side-sell-surface',
  ],
  'text-muted': [...SURFACES, 'surface-desk', 'surface-pressed', 'warning-surface', 'danger-surface'],
  'text-faint': REST,
  'text-on-accent': ['accent', 'accent-hover'],
  'accent-text': [...SURFACES, 'surface-desk', 'surface-pressed'],
  danger: [...SURFACES, 'surface-desk', 'danger-surface'],
  warning: [...SURFACES, 'surface-desk', 'warning-surface'],
  success: [...SURFACES, 'surface-desk'],
  paper: [...SURFACES, 'paper-surface'],
  live: ['live-surface'],
  'side-buy': [...SURFACES, 'side-buy-surface'],
  'side-sell': [...SURFACES, 'side-sell-surface'],
  // A button in the colour of its side, and a tooltip, have the colours the other way round.
  'surface-panel': ['text', 'side-buy', 'side-sell'],
  'price-up': [...SURFACES, 'flash-up', 'price-up-surface'],
  'price-down': [...SURFACES, 'flash-down', 'price-down-surface'],
};

const MARK_SURFACES: Readonly<Record<string, readonly string[]>> = {
  'text-faint': SURFACES,
  'control-border': ['surface-field', 'surface-panel', 'surface-float'],
  focus: [...SURFACES, 'surface-desk', 'surface-pressed'],
  accent: ['surface-panel', 'surface-field'],
  ...Object.fromEntries(LINKS.map((name) => [name, SURFACES])),
};

/** Custom properties of one component, which stand for a token of the tables. */
const LOCAL = ['side', 'line-color'];

for (const [theme, themeRules] of Object.entries(THEMES))
  for (const [palette, paletteRules] of Object.entries(PALETTES))
    describe(`contrast in the ${theme} theme with the ${palette} prices`, () => {
      const tokens: Tokens = Object.assign(
        {},
        ...[...themeRules, ...paletteRules].map((name) => rules[name]),
      );
      it('of text is at least 4.5', () => {
        expect(pairsBelow(tokens, TEXT_SURFACES, 4.5)).toEqual([]);
      });
      it('of marks, borders of fields and the focus ring is at least 3', () => {
        expect(pairsBelow(tokens, MARK_SURFACES, 3)).toEqual([]);
      });
    });

it('covers each colour that a style sheet gives to text', () => {
  const covered = [...Object.keys(TEXT_SURFACES), ...Object.keys(MARK_SURFACES), ...LOCAL];
  const used = new Set(
    ['src', 'plugins']
      .flatMap((folder) => styleSheets(folder))
      .flatMap((sheet) =>
        [...sheet.matchAll(/(?:^|[\s;{])color:\s*var\(--([a-z0-9-]+)\)/g)].map(([, name = '']) => name),
      ),
  );
  expect(used.size).toBeGreaterThan(10);
  expect([...used].filter((name) => !covered.includes(name))).toEqual([]);
});

function pairsBelow(
  tokens: Tokens,
  surfaces: Readonly<Record<string, readonly string[]>>,
  least: number,
): string[] {
  return Object.entries(surfaces).flatMap(([front, backs]) =>
    backs.flatMap((back) => {
      const ratio = contrast(colourOf(tokens, front), colourOf(tokens, back));
      return ratio >= least ? [] : [`${front} on ${back}: ${ratio.toFixed(2)}`];
    }),
  );
}

function contrast(text: Colour, surface: Colour): number {
  const [dark, light] = [luminance(text), luminance(surface)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A token as red, green and blue from 0 to 255. What is mixed with transparent lies on a panel. */
function colourOf(tokens: Tokens, name: string): Colour {
  const value = tokens[name] ?? '';
  const [, referred] = /^var\(--([a-z0-9-]+)\)$/.exec(value) ?? [];
  if (referred !== undefined) return colourOf(tokens, referred);
  const [, front, percent, back] =
    /^color-mix\(in srgb, var\(--([a-z0-9-]+)\) (\d+)%, (?:transparent|var\(--([a-z0-9-]+)\))\)$/.exec(
      value,
    ) ?? [];
  if (front !== undefined)
    return mixed(colourOf(tokens, front), colourOf(tokens, back ?? 'surface-panel'), Number(percent) / 100);
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(value) ?? [];
  if (red === undefined || green === undefined || blue === undefined)
    throw new Error(`--${name} is no colour that this test can read: "${value}"`);
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

function mixed(front: Colour, back: Colour, share: number): Colour {
  const part = (index: 0 | 1 | 2): number => front[index] * share + back[index] * (1 - share);
  return [part(0), part(1), part(2)];
}

/** The custom properties of each rule, by its selector; names without their dashes. */
function rulesOf(sheet: string): Readonly<Record<string, Tokens>> {
  const plain = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return Object.fromEntries(
    [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => [
      selector.trim(),
      Object.fromEntries(
        [...body.matchAll(/--([a-z0-9-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
          name,
          value.trim(),
        ]),
      ),
    ]),
  );
}

function styleSheets(folder: string): string[] {
  return readdirSync(`${project}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(`${project}${folder}/${name}`, 'utf8'));
}

/** Colours and fonts of the chart, from the tokens of the desk. */
export interface ChartTheme {
  readonly background: string;
  readonly grid: string;
  readonly line: string;
  readonly separator: string;
  readonly text: string;
  readonly textMuted: string;
  readonly up: string;
  readonly down: string;
  readonly upFaint: string;
  readonly downFaint: string;
  readonly accent: string;
  readonly accentFaint: string;
  /** The accent as text on the panel. */
  readonly accentText: string;
  readonly crosshair: string;
  readonly label: string;
  readonly labelText: string;
  readonly onPrice: string;
  /** Sides of orders and executions. */
  readonly buy: string;
  readonly sell: string;
  /** Colours of lines over the prices, distinct for the colour-blind, too; the first three are those of the tones. */
  readonly lines: readonly string[];
  readonly main: string;
  readonly second: string;
  readonly third: string;
  readonly muted: string;
  readonly shade: string;
  readonly font: string;
  readonly fontStrong: string;
  readonly fontPx: number;
}

const FONT_PX = 11;
/** Blue, orange, purple, teal, wine (rose on dark), ink (cream on dark). */
export const LIGHT_LINES = ['#1a5fc0', '#b35c00', '#5b1a8b', '#00736b', '#990f38', '#20262e'] as const;
export const DARK_LINES = ['#5fa3fb', '#f19a45', '#9a5fe0', '#6fe3c4', '#f4517f', '#ffe98f'] as const;

/** Colours by token, with what stands in where a page has no tokens. */
const TOKENS = {
  '--surface-panel': '#ffffff',
  '--hairline-faint': '#eceef1',
  '--hairline': '#d3d8df',
  '--text': '#171c23',
  '--text-muted': '#596370',
  '--text-faint': '#6b7583',
  '--price-up': '#09703e',
  '--price-down': '#c22a2a',
  '--accent': '#1d5fc4',
  '--accent-text': '#1a57b5',
  '--side-buy': '#0b6688',
  '--side-sell': '#9c2377',
} as const;

/** Reads the tokens as they are on an element now: all at once, since each read of a style may lay the page out again. */
export function readTheme(element: Element): ChartTheme {
  const page = element.ownerDocument;
  const view = page.defaultView ?? window;
  const style = view.getComputedStyle(element);
  const isDark = style.colorScheme.includes('dark');
  const family = style.getPropertyValue('--font-text').trim() || 'sans-serif';
  const holder = page.createElement('span');
  holder.style.display = 'none';
  const probes = Object.entries(TOKENS).map(([token, fallback]) => {
    const probe = page.createElement('i');
    probe.style.color = `var(${token}, ${fallback})`;
    holder.append(probe);
    return [token, probe] as const;
  });
  element.append(holder);
  const colors = new Map<string, string>(
    probes.map(([token, probe]) => [token, view.getComputedStyle(probe).color]),
  );
  holder.remove();
  const color = (token: keyof typeof TOKENS) => colors.get(token) ?? TOKENS[token];
  const up = color('--price-up');
  const down = color('--price-down');
  const accent = color('--accent');
  const lines = isDark ? DARK_LINES : LIGHT_LINES;
  const [main, second, third] = lines;
  return {
    background: color('--surface-panel'),
    grid: color('--hairline-faint'),
    line: color('--hairline'),
    separator: color('--hairline'),
    text: color('--text'),
    textMuted: color('--text-muted'),
    up,
    down,
    upFaint: withAlpha(up, isDark ? 0.42 : 0.38),
    downFaint: withAlpha(down, isDark ? 0.42 : 0.38),
    accent,
    accentFaint: withAlpha(accent, 0.14),
    accentText: color('--accent-text'),
    crosshair: color('--text-faint'),
    label: color('--text'),
    labelText: color('--surface-panel'),
    onPrice: isDark ? '#0b0e11' : '#ffffff',
    buy: color('--side-buy'),
    sell: color('--side-sell'),
    lines,
    main,
    second,
    third,
    muted: color('--text-faint'),
    shade: withAlpha(color('--text-faint'), 0.07),
    font: `${FONT_PX}px ${family}`,
    fontStrong: `600 ${FONT_PX}px ${family}`,
    fontPx: FONT_PX,
  };
}

function withAlpha(color: string, alpha: number): string {
  const parts = /^rgba?\(([^)]+)\)$/
    .exec(color)?.[1]
    ?.split(/[,\s/]+/)
    .slice(0, 3);
  return parts === undefined ? color : `rgba(${parts.join(', ')}, ${alpha})`;
}

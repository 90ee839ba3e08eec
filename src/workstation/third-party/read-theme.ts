import type { Theme } from '../../client/types.ts';
import type { ToolTheme } from '../../tool-channel/index.ts';

/** The tokens of the design system that the page of a tool gets. */
const COLOR_TOKENS = [
  'text',
  'text-muted',
  'surface-panel',
  'surface-field',
  'surface-hover',
  'hairline',
  'control-border',
  'focus',
  'accent',
  'price-up',
  'price-down',
  'price-up-surface',
  'price-down-surface',
];

/** The theme of the workstation with the colours that its tokens have now. */
export function readTheme(name: Theme, root: Element): ToolTheme {
  const style = getComputedStyle(root);
  return {
    name,
    colors: Object.fromEntries(
      COLOR_TOKENS.map((token) => [token, style.getPropertyValue(`--${token}`).trim()]),
    ),
  };
}

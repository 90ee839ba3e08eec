/** The style of a report's HTML page. The page stands alone, so it has the colours of the light and the dark theme as values. */
export const REPORT_PAGE_STYLE = `
:root { --page: #ffffff; --text: #171c23; --muted: #596370; --line: #d3d8df; --faint: #eceef1; --equity: #1d5fc4; --hold: #6b7583; --up: #09703e; --down: #c22a2a; --sharpe: #6b3fb5; }
@media (prefers-color-scheme: dark) {
  :root { --page: #101317; --text: #dbe0e7; --muted: #98a2af; --line: #272d35; --faint: #1a1f25; --equity: #78aaf8; --hold: #828d9b; --up: #2fbd80; --down: #f2645f; --sharpe: #b79af5; }
}
body { margin: 0; background: var(--page); color: var(--text); font: 13px/1.45 Inter, system-ui, sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 1080px; margin: 0 auto; padding: 24px; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 18px; }
h2 { margin: 16px 0 4px; font-size: 13px; }
p { margin: 4px 0; color: var(--muted); }
.parameters { white-space: pre-line; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(260px, 1fr)); gap: 0 32px; }
dl { margin: 0; }
dl > div { display: flex; justify-content: space-between; gap: 12px; padding: 2px 0; border-bottom: 1px solid var(--faint); }
dt { color: var(--muted); }
dd { margin: 0; }
.legend { margin-top: 20px; }
.legend span { margin-right: 16px; }
.legend span::before { content: ''; display: inline-block; width: 12px; height: 2px; margin-right: 5px; vertical-align: 4px; background: currentColor; }
.legend .equity { color: var(--equity); }
.legend .hold { color: var(--hold); }
.legend .drawdown { color: var(--down); }
svg { display: block; width: 100%; height: auto; font-size: 11px; }
svg text { fill: var(--muted); }
svg .time { text-anchor: middle; }
svg .grid { stroke: var(--faint); }
svg .axis { stroke: var(--line); }
svg .line { fill: none; stroke: var(--equity); stroke-width: 1.5; stroke-linejoin: round; }
svg .line.hold { stroke: var(--hold); stroke-dasharray: 4 3; }
svg .line.drawdown { stroke: var(--down); }
svg .line.sharpe { stroke: var(--sharpe); }
svg .area { fill: var(--down); opacity: 0.14; }
table { width: 100%; margin-top: 24px; border-collapse: collapse; font-size: 12px; }
caption { padding-bottom: 4px; text-align: left; font-weight: 600; }
th { color: var(--muted); font-weight: 400; }
th, td { padding: 3px 6px; border-bottom: 1px solid var(--faint); text-align: right; white-space: nowrap; }
.text { text-align: left; }
td.up { background: color-mix(in srgb, var(--up) var(--heat), transparent); }
td.down { background: color-mix(in srgb, var(--down) var(--heat), transparent); }
@media print { main { padding: 0; } tr { break-inside: avoid; } }
`;

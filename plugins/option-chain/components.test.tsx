import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { expirationSeconds, YEAR_MS } from '../../src/domain/options/index.ts';
import type { ToolPlatform, ToolWindow } from '../../src/plugin-api/index.ts';
import { chainCells } from './grid/chain-cells.ts';
import { ChainHeader } from './grid/ChainHeader.tsx';
import { ExpirationLine, StrikeLine } from './grid/ChainLines.tsx';
import { ChainAnalytics } from './model/analytics.ts';
import { chainLines, expirationGroups } from './model/chain-lines.ts';
import { chainLayout, contractColumnSetting } from './model/contract-columns.ts';
import { openExpirations } from './model/expirations.ts';
import { NoChain } from './OptionChain.tsx';
import type { OptionChainState } from './state.ts';
import { strikeProblems, strikeTexts } from './strike-figures.ts';
import { StrikePopup } from './StrikePopup.tsx';
import { contractOf } from './testing.ts';
import { UnderlyingBar } from './UnderlyingBar.tsx';

const seconds = expirationSeconds('2026-12-18');
const analytics = new ChainAnalytics();
analytics.setPricing({ spot: 100, nowMs: seconds * 1000 - YEAR_MS / 4 });
const groups = expirationGroups(
  [contractOf('C', 100), contractOf('P', 100)],
  openExpirations([{ Expiration: seconds, IsWeekly: false }], 0),
);
const lines = chainLines(groups, new Set(groups.map(({ id }) => id)));
const cells = chainCells(chainLayout(['Bid', 'Ask'].map(contractColumnSetting)), analytics, {
  base: 'cell',
  strike: 'strike',
  parity: 'parity',
  inTheMoney: 'money',
  trade: 'trade',
  tones: { up: 'up', down: 'down', muted: 'muted', warning: 'warning' },
});
const [headingLine, strikeLine] = lines;
const row = strikeLine?.kind === 'row' ? strikeLine.row : undefined;

describe('the grid of the chain', () => {
  it('has call and put groups around the strike, each with its columns', () => {
    const html = renderToStaticMarkup(<ChainHeader cells={cells} onResize={() => {}} />);
    expect(html).toMatch(/role="columnheader" aria-colindex="1" aria-colspan="2"[^>]*><span[^>]*>Calls</);
    expect(html).toMatch(/role="columnheader" aria-colindex="4" aria-colspan="2"[^>]*><span[^>]*>Puts</);
    expect([...html.matchAll(/<span>([^<]+)<\/span>/g)].map(([, name]) => name)).toEqual([
      'Bid',
      'Ask',
      'Bid',
      'Ask',
    ]);
    expect(html).toContain('>Strike</div>');
  });

  it('has a heading that opens, with date and kind of the expiration', () => {
    if (headingLine?.kind !== 'group') throw new Error('the first line is no heading');
    const html = renderToStaticMarkup(
      <ExpirationLine line={headingLine} index={0} startPx={0} columnCount={5} />,
    );
    expect(html).toContain('aria-level="1"');
    expect(html).toContain('aria-expanded="true"');
    expect(html).toContain('Fri Dec 18 &#x27;26');
    expect(html).toContain('data-kind="Monthly"');
  });

  it('has the strike as the header of its line', () => {
    if (strikeLine?.kind !== 'row') throw new Error('the second line is no strike');
    const html = renderToStaticMarkup(
      <StrikeLine line={strikeLine} index={1} startPx={26} cells={cells} isSelected isTarget />,
    );
    expect(html).toContain('aria-level="2"');
    expect(html).toContain('aria-selected="true"');
    expect(html).toContain('aria-current="true"');
    expect(html).toMatch(/role="rowheader" aria-colindex="3" data-column="strike"/);
  });

  it('names the underlying and keeps places for its prices', () => {
    const html = renderToStaticMarkup(<UnderlyingBar symbol="SPY" />);
    expect(html).toContain('aria-label="Underlying SPY"');
    for (const place of ['last', 'change', 'bid', 'ask']) expect(html).toContain(`data-at="${place}"`);
  });
});

describe('the popup of a strike', () => {
  // Only the parts that are used before the first effect.
  const platform = { canTrade: () => ({ ok: true }) } as unknown as ToolPlatform;
  const markup = (volatility: number | null, call = true, volatilityProblem: string | null = null) =>
    row === undefined
      ? ''
      : renderToStaticMarkup(
          <StrikePopup
            platform={platform}
            row={call ? row : { ...row, call: undefined }}
            analytics={analytics}
            reprice={() => {}}
            underlying="ACME"
            volatility={volatility}
            volatilityProblem={volatilityProblem}
            isSpread={false}
            onTrade={() => {}}
            onClose={() => {}}
          />,
        );

  it('has both sides with details and greeks, and a trade of each', () => {
    const html = markup(0.3);
    const names = [...html.matchAll(/<th scope="row"[^>]*>([^<]+)<\/th>/g)].map(([, name]) => name);
    expect(names.slice(0, 7)).toEqual([
      'Last',
      'Change',
      'Previous close',
      'Bid',
      'Ask',
      'Volume',
      'Open interest',
    ]);
    expect(names.slice(7, 13)).toEqual(['Volatility', 'Delta', 'Gamma', 'Theta', 'Vega', 'Rho']);
    for (const trade of ['Buy call', 'Sell call', 'Buy put', 'Sell put']) expect(html).toContain(trade);
  });

  it('has no trade of a side that is not listed', () => {
    expect(markup(0.3, false)).not.toContain('Buy call');
  });

  it('counts its greeks by the 252-day volatility and a rate of 0.0125, to three decimals', () => {
    const texts = row === undefined ? new Map<string, string>() : strikeTexts(row, analytics, 0.3);
    const ids = ['delta', 'gamma', 'theta', 'vega', 'rho'];
    // Without dividends the call is European: Black-Scholes with S = K = 100, T = 0.25, r = 0.0125, volatility 0.3, worked out by hand.
    expect(ids.map((id) => texts.get(`call.historical.${id}`))).toEqual([
      '0.538',
      '0.026',
      '-0.050',
      '0.199',
      '0.119',
    ]);
    for (const id of ids) expect(texts.get(`put.historical.${id}`)).toMatch(/^-?0\.\d{3}$/);
    expect(texts.get('call.historical.volatility')).toBe('30.0%');
    expect(texts.get('call.implied.volatility')).toBe('25.0%');
  });

  it('states why the greeks by the 252-day volatility are unknown', () => {
    const reason = 'There are not enough daily closes of ACME to compute its volatility.';
    expect(markup(null, true, reason)).toContain(reason);
    expect(markup(0.3)).not.toContain('daily closes');
  });

  it('shows an unknown volume and the known open interest before the first snapshot of a recording', () => {
    const call = contractOf('C', 100, '2026-12-18', {
      Volume: 0,
      OpenInterest: 500,
      Recorded: { UnderlyingPrice: 0 },
    });
    const texts =
      row === undefined ? new Map<string, string>() : strikeTexts({ ...row, call }, analytics, 0.3);
    expect(['volume', 'openInterest'].map((id) => texts.get(`call.detail.${id}`))).toEqual(['–', '500']);
    expect(['volume', 'openInterest'].map((id) => texts.get(`put.detail.${id}`))).toEqual(['150', '900']);
  });

  it('gives the reason for the missing figures of a quote without a bid', () => {
    const call = contractOf('C', 100, '2026-12-18', { Bid: 0 });
    const problems = row === undefined ? new Map<string, string>() : strikeProblems({ ...row, call });
    expect([...problems]).toEqual([
      ['call.detail.bid', 'No bid'],
      ['call.detail.ask', 'No bid'],
      ['call.implied.volatility', 'No bid'],
    ]);
  });

  it('shows no number where the server has no volatility', () => {
    const texts = row === undefined ? new Map<string, string>() : strikeTexts(row, analytics, null);
    expect(texts.get('call.historical.delta')).toBe('–');
    expect([...texts.values()].join(' ')).not.toMatch(/NaN|Infinity/);
  });
});

describe('a window without a chain', () => {
  const tool = {} as ToolWindow<OptionChainState>;
  const markup = (state: Parameters<typeof NoChain>[0]['state']) =>
    renderToStaticMarkup(<NoChain tool={tool} state={state} onRetry={() => {}} />);

  it.each([
    ['unknown', 'There is no symbol TINY'],
    ['malformed', 'TINY is not an option symbol'],
    ['none', 'TINY has no options'],
  ] as const)('says that the symbol is %s, and offers another', (phase, message) => {
    const html = markup({ phase, symbol: 'TINY' });
    expect(html).toContain(message);
    expect(html).toContain('Choose a symbol');
  });

  it('shows what is loading, and why it failed with a way to try again', () => {
    expect(markup({ phase: 'loading', symbol: 'SPY' })).toContain('Loading the options of SPY');
    const html = markup({ phase: 'failed', symbol: 'SPY', message: 'Timeout has occured loading data' });
    expect(html).toContain('The options of SPY did not load');
    expect(html).toContain('Timeout has occured loading data');
    expect(html).toContain('Try again');
  });
});

import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { fakeDesk, instance, strategy } from '../testing/fakes.ts';
import type { AlgoStreamWindow } from '../types.ts';
import { RunLogView } from './log.tsx';
import { Profit } from './profit.tsx';

/** What a view shows in the turn it opens, before the server has answered: effects do not run. */
function markupOf(view: 'profit' | 'log'): string {
  const { platform } = fakeDesk();
  const settings = { get: () => ({ theme: 'light', pricePalette: 'usual' }), subscribe: () => () => {} };
  const run = { id: 'r', strategy: strategy(), instance: instance() };
  // The parts of a window that the views read.
  const window = { platform: { ...platform, settings } } as unknown as AlgoStreamWindow;
  return renderToStaticMarkup(
    view === 'profit' ? <Profit window={window} run={run} /> : <RunLogView platform={platform} run={run} />,
  );
}

describe('a dialog of a run, while its data are loading', () => {
  it('has the P&L plot that takes the focus', () => {
    const html = markupOf('profit');
    expect(html).toContain('Loading P&amp;L');
    expect(html.match(/data-autofocus/g)).toHaveLength(1);
    expect(/<div[^>]*data-autofocus[^>]*>/.exec(html)?.[0]).toContain('aria-label="Profit of Cross');
  });

  it('has the search field of the log that takes the focus', () => {
    const html = markupOf('log');
    expect(html).toContain('Loading the log');
    expect(/<input[^>]*data-autofocus[^>]*>/.exec(html)?.[0]).toContain('placeholder="Search"');
  });
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Platform } from '../../client/types.ts';
import { SymbolLookup } from './SymbolLookup.tsx';

test('accepts several symbols of any length in a field for a list', () => {
  const symbols = {} as Platform['symbols'];
  const html = (initial: string, isList: boolean) =>
    renderToStaticMarkup(
      <SymbolLookup symbols={symbols} initial={initial} isList={isList} onAccept={() => {}} />,
    );
  expect(html('AAPL, MSFT', true)).toContain('2 symbols. Press Enter to add them.');
  expect(html('', true)).not.toContain('maxLength');
  expect(html('AAPL, MSFT', false)).not.toContain('symbols. Press Enter');
});

test('no query becomes longer than the server takes', () => {
  // Nothing is looked up before the first effect.
  const symbols = {} as Platform['symbols'];
  const html = renderToStaticMarkup(
    <SymbolLookup symbols={symbols} initial={'X'.repeat(100)} onAccept={() => {}} />,
  );
  expect(html).toContain('maxLength="64"');
  expect(html).toContain(`value="${'X'.repeat(64)}"`);
});

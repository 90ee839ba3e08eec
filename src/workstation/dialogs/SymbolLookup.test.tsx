import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Platform } from '../../client/types.ts';
import { SymbolLookup } from './SymbolLookup.tsx';

test('no query becomes longer than the server takes', () => {
  // Nothing is looked up before the first effect.
  const symbols = {} as Platform['symbols'];
  const html = renderToStaticMarkup(
    <SymbolLookup symbols={symbols} initial={'X'.repeat(100)} onAccept={() => {}} />,
  );
  expect(html).toContain('maxLength="64"');
  expect(html).toContain(`value="${'X'.repeat(64)}"`);
});

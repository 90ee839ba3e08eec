import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DataGrid } from './DataGrid.tsx';
import type { GridColumn } from './types.ts';

const columns: GridColumn<string>[] = [
  { id: 'name', header: 'Name', text: (row) => row },
  { id: 'last', header: 'Last', width: 70, text: (row) => row },
];
const render = (layout?: { Id: string; Width: number }[]) =>
  renderToStaticMarkup(
    <DataGrid
      label="Watch list"
      rows={['a', 'b']}
      columns={columns}
      rowId={(row) => row}
      layout={layout}
      sort={{ By: 'last', Asc: false }}
    />,
  );

test('the grid names itself, counts rows with the header, and says what it is sorted by', () => {
  const html = render();
  expect(html).toContain(
    'role="grid" tabindex="0" aria-label="Watch list" aria-rowcount="3" aria-colcount="2"',
  );
  expect(html).toMatch(/role="columnheader" aria-colindex="2" aria-label="Last"[^>]*aria-sort="descending"/);
  expect(html).toContain('--grid-columns:84px 70px minmax(0, 1fr)');
});

test('the grid shows only the columns of the layout, in its order and widths', () => {
  const html = render([
    { Id: 'last', Width: 10 },
    { Id: 'gone', Width: 90 },
  ]);
  expect(html).toContain('aria-colcount="1"');
  expect(html).not.toContain('data-column="name"');
  expect(html).toContain('--grid-columns:24px minmax(0, 1fr)');
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TreeGrid } from './TreeGrid.tsx';
import type { GridColumn } from './types.ts';

const columns: GridColumn<string>[] = [
  { id: 'run', header: 'Run', text: (row) => row },
  { id: 'profit', header: 'Profit', width: 70, text: (row) => row },
];
const groups = [
  { id: 'a', rows: ['a1', 'a2'] },
  { id: 'b', rows: [] },
];
const render = (open: readonly string[], shown: typeof groups = groups) =>
  renderToStaticMarkup(
    <TreeGrid
      label="Strategies"
      groups={shown}
      rowId={(row) => row}
      columns={columns}
      GroupCell={({ group }) => <b>{group.id}</b>}
      groupText={({ id }) => id}
      open={open}
      onOpenChange={() => {}}
      sort={{ By: 'profit', Asc: true }}
      empty={<p>Nothing yet</p>}
    />,
  );

test('the tree grid names itself and counts the header and every line in sight', () => {
  expect(render([])).toContain(
    'role="treegrid" tabindex="0" aria-label="Strategies" aria-rowcount="3" aria-colcount="2"',
  );
  expect(render(['a', 'b'])).toContain('aria-rowcount="5"');
  expect(render([])).toMatch(
    /role="columnheader" aria-colindex="2" aria-label="Profit"[^>]*aria-sort="ascending"/,
  );
});

test('without groups it says what it is given to say', () => {
  expect(render([], [])).toContain('Nothing yet');
  expect(render([])).not.toContain('Nothing yet');
});

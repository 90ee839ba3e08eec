import { fireEvent, screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { describe, expect, test } from 'vitest';
import { closeAfterTest } from '../../testing/rendered.ts';
import { DataGrid } from './DataGrid.tsx';
import { TreeGrid } from './TreeGrid.tsx';
import type { GridColumn, GridColumnSetting, GridProps, GridSort } from './types.ts';

interface Row {
  readonly id: string;
  readonly price: number;
}
const rows: readonly Row[] = [
  { id: 'AAA', price: 3 },
  { id: 'BBB', price: 1 },
];
const columns: readonly GridColumn<Row>[] = [
  { id: 'mark', header: 'Mark', width: 24, isMovable: false, isSortable: false, text: () => '•' },
  { id: 'symbol', header: 'Symbol', width: 70, minWidth: 60, text: ({ id }) => id },
  {
    id: 'price',
    header: 'Price',
    width: 80,
    text: ({ price }) => String(price),
    value: ({ price }) => price,
  },
];
const rowId = ({ id }: Row) => id;
const menu = () => [{ id: 'open', label: 'Open', run: () => {} }];

const grids = [
  {
    name: 'DataGrid',
    role: 'grid' as const,
    element: (props: GridProps<Row>) => <DataGrid {...props} rows={rows} menu={menu} />,
  },
  {
    name: 'TreeGrid',
    role: 'treegrid' as const,
    element: (props: GridProps<Row>) => (
      <TreeGrid
        {...props}
        groups={[{ id: 'all', rows }]}
        open={['all']}
        onOpenChange={() => {}}
        GroupCell={() => <b>All</b>}
        groupText={() => 'All'}
        groupMenu={menu}
        rowMenu={menu}
      />
    ),
  },
];

describe.each(grids)('the shell of a $name', ({ role, element }) => {
  function show() {
    const sorts: (GridSort | null)[] = [];
    const layouts: (readonly GridColumnSetting[])[] = [];
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    closeAfterTest(() => {
      root.unmount();
      place.remove();
    });
    const props: GridProps<Row> = {
      label: 'Prices',
      columns,
      rowId,
      onSortChange: (sort) => sorts.push(sort),
      onLayoutChange: (layout) => layouts.push(layout),
    };
    flushSync(() => root.render(element(props)));
    const grid = screen.getByRole(role, { name: 'Prices' });
    grid.focus();
    const user = userEvent.setup();
    return {
      grid,
      sorts,
      layouts,
      press: (keys: string) => user.keyboard(keys),
      activeText: () =>
        document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null,
      ids: () =>
        [...grid.querySelectorAll('[data-row-id]')].map((line) => line.getAttribute('data-row-id')).join(' '),
    };
  }
  const header = (name: string) => screen.getByRole('columnheader', { name });

  test('sorts by Enter and Space on a header, both ways', async () => {
    const { press, sorts, ids, activeText } = show();
    await press('{ArrowUp}{ArrowRight}{ArrowRight}');
    expect(activeText()).toBe('Price');
    await press('{Enter}');
    await press(' ');
    expect(sorts).toEqual([
      { By: 'price', Asc: true },
      { By: 'price', Asc: false },
    ]);
    expect(header('Price').getAttribute('aria-sort')).toBe('descending');
    expect(ids()).toMatch(/AAA BBB$/);
  });

  test('changes the width of a column by Alt and an arrow, but not that of a fixed one', async () => {
    const { press, layouts } = show();
    await press('{ArrowUp}{Alt>}{ArrowRight}{/Alt}');
    expect(layouts).toEqual([]);
    await press('{ArrowRight}{Alt>}{ArrowRight}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Alt}');
    const widths = layouts.map((layout) => layout.find(({ Id }) => Id === 'symbol')?.Width);
    expect(widths).toEqual([78, 70, 62, 60]);
  });

  test('moves a column by Alt, Shift and an arrow, and the keyboard with it', async () => {
    const { press, layouts, activeText } = show();
    await press('{ArrowUp}{ArrowRight}{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
    expect(layouts.at(-1)?.map(({ Id }) => Id)).toEqual(['mark', 'price', 'symbol']);
    expect(activeText()).toBe('Symbol');
  });

  test('keeps the keyboard on a column that a fixed one keeps from moving', async () => {
    const { press, layouts, activeText } = show();
    await press('{ArrowUp}{ArrowRight}{Alt>}{Shift>}{ArrowLeft}{/Shift}{/Alt}');
    expect([layouts, activeText()]).toEqual([[], 'Symbol']);
  });

  test('opens the menu of the active line by Shift+F10', async () => {
    const { press } = show();
    await press('{Shift>}{F10}{/Shift}');
    const menu = await screen.findByRole('menu');
    expect(within(menu).getByRole('menuitem', { name: 'Open' }).textContent).toBe('Open');
  });

  test('copies the active line and announces it', async () => {
    const { grid, press } = show();
    await press('{ArrowDown}');
    const copied: string[] = [];
    fireEvent.copy(grid, { clipboardData: { setData: (_type: string, text: string) => copied.push(text) } });
    expect(copied).toEqual([role === 'grid' ? '•\tBBB\t1' : '•\tAAA\t3']);
    expect((await screen.findByText('1 row copied')).getAttribute('role')).toBe('status');
  });

  test('follows its line with the keyboard where that is sorted to', async () => {
    const { grid, press, activeText } = show();
    await press('{ArrowDown}{ArrowRight}');
    const before = activeText();
    // A click: the keyboard stays on its cell, and rows are not held.
    await userEvent.click(header('Price'));
    expect(grid.querySelector('[aria-sort="ascending"]')).not.toBeNull();
    expect(activeText()).toBe(before);
  });
});

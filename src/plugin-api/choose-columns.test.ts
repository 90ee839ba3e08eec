import { expect, test } from 'vitest';
import { chooseColumns } from './choose-columns.ts';
import type { ColumnSetting } from './grid-state.ts';

const columns = ['A', 'B', 'C'].map((id) => ({ id, label: id }));

test('keeps the widths that columns have when the dialog is closed', async () => {
  let present: readonly ColumnSetting[] = [{ Id: 'A', Width: 50 }];
  const chosen = await chooseColumns(
    {
      columns: async (options) => {
        expect([options.title, options.chosen, options.defaults]).toEqual(['Order columns', ['A'], ['B']]);
        present = [{ Id: 'A', Width: 70 }];
        return ['C', 'A'];
      },
    },
    {
      title: 'Order columns',
      setType: 'OrderColumns',
      columns,
      present: () => present,
      defaults: ['B'],
      settingOf: (Id) => ({ Id, Width: 99 }),
    },
  );
  expect(chosen).toEqual([
    { Id: 'C', Width: 99 },
    { Id: 'A', Width: 70 },
  ]);
});

test('resolves with null when the dialog is cancelled', async () => {
  const cancelled = chooseColumns(
    { columns: async () => null },
    { setType: 'OrderColumns', columns, present: () => [], defaults: [] },
  );
  await expect(cancelled).resolves.toBeNull();
});

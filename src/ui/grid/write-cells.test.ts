import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GridColumn } from './types.ts';
import { CellWriter } from './write-cells.ts';

interface Row {
  value: number;
}
const column: GridColumn<Row> = {
  id: 'last',
  header: 'Last',
  text: (row) => row.value.toFixed(2),
  flash: (row) => row.value,
};
/** As much of an element as is written to; counts the writes of its text. */
function cell() {
  let text = '';
  let writes = 0;
  const element = {
    className: 'base',
    dataset: {} as Record<string, string>,
    get textContent() {
      return text;
    },
    set textContent(next: string) {
      text = next;
      writes++;
    },
  };
  return {
    element: element as unknown as HTMLElement,
    flash: () => element.dataset['flash'],
    text: () => text,
    writes: () => writes,
  };
}
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('only a changed text is written, and a change lights the cell for 300 ms', () => {
  const writer = new CellWriter<Row>('whole');
  const { element, flash, text, writes } = cell();
  const row = { value: 5 };
  const round = () => {
    writer.begin();
    writer.write(element, column, row, 'base', 20);
  };
  round();
  round();
  expect([text(), writes(), flash()]).toEqual(['5.00', 1, undefined]);
  row.value = 6;
  round();
  expect([text(), writes(), flash()]).toEqual(['6.00', 2, 'up']);
  vi.advanceTimersByTime(290);
  expect(flash()).toBe('up');
  vi.advanceTimersByTime(110);
  expect(flash()).toBeUndefined();
  row.value = 4;
  round();
  expect(flash()).toBe('down');
});

test('a cell that another row takes over is not lit by the difference of the two, nor keeps the light', () => {
  const writer = new CellWriter<Row>('whole');
  const { element, flash, text } = cell();
  const first = { value: 5 };
  const write = (row: Row) => {
    writer.begin();
    writer.write(element, column, row, 'base', 20);
  };
  write(first);
  first.value = 6;
  write(first);
  expect(flash()).toBe('up');
  write({ value: 900 });
  expect([text(), flash()]).toEqual(['900.00', undefined]);
});

test('a row that moves to another place takes its light along', () => {
  const writer = new CellWriter<Row>('whole');
  const [first, second] = [cell(), cell()];
  const [lower, higher] = [{ value: 1 }, { value: 2 }];
  const round = (top: Row, bottom: Row) => {
    writer.begin();
    writer.write(first.element, column, top, 'base', 20);
    writer.write(second.element, column, bottom, 'base', 20);
  };
  round(lower, higher);
  lower.value = 3;
  round(higher, lower);
  expect([first.text(), first.flash(), second.text(), second.flash()]).toEqual([
    '2.00',
    undefined,
    '3.00',
    'up',
  ]);
});

test('what was off the screen in between does not flash when it comes back', () => {
  const writer = new CellWriter<Row>('whole');
  const { element, flash } = cell();
  const row = { value: 1 };
  writer.begin();
  writer.write(element, column, row, 'base', 20);
  writer.begin();
  writer.begin();
  row.value = 2;
  writer.write(element, column, row, 'base', 20);
  expect(flash()).toBeUndefined();
});

test('numbers are padded once one with more decimals has been written, and the round is done again', () => {
  const writer = new CellWriter<Row>('whole');
  const [first, second] = [cell(), cell()];
  const priced: GridColumn<Row> = {
    id: 'price',
    header: 'Price',
    decimals: 4,
    text: (row) => (row.value < 1 ? row.value.toFixed(4) : row.value.toFixed(2)),
  };
  const rows = [{ value: 12 }, { value: 0.1234 }] as const;
  writer.begin();
  writer.write(first.element, priced, rows[0], '', 20);
  writer.write(second.element, priced, rows[1], '', 20);
  expect([first.text(), second.text(), writer.takeGrown()]).toEqual(['12.00', '0.1234', true]);
  writer.write(first.element, priced, rows[0], '', 20);
  expect(first.text()).toBe('12.00\u2007\u2007');
});

test('a text that has room in its column is marked as whole, until one comes that may have none', () => {
  const writer = new CellWriter<Row>('whole');
  const { element } = cell();
  const row = { value: 5 };
  const write = () => {
    writer.begin();
    writer.write(element, column, row, 'base', 60);
  };
  write();
  expect(element.className).toBe('base whole');
  row.value = 123_456_789;
  write();
  expect(element.className).toBe('base');
});

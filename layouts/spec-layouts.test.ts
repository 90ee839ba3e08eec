import { describe, expect, test } from 'vitest';
import { findLayout, isStack, layouts, windowsOf, type LayoutPart } from './index.ts';

/** A layout in one line: `[1|2]` side by side, `[1/2]` one over the other, with the weights of unequal parts. */
function drawn(part: LayoutPart): string {
  if (isStack(part)) return part.windows.join('+').replaceAll('Window', '');
  const { children, direction } = part;
  const isEqual =
    Math.max(...children.map(({ weight }) => weight)) - Math.min(...children.map(({ weight }) => weight)) <=
    1;
  const [first, last] = [children[0], children.at(-1)];
  const kind =
    isEqual || first === undefined || last === undefined
      ? ''
      : first.weight < last.weight
        ? ' narrow first'
        : ' wide first';
  return `[${children.map(drawn).join(direction === 'row' ? '|' : '/')}]${kind}`;
}

describe('the window layouts', () => {
  test.each([
    ['1r1c', 'one row, one column', '[1]'],
    ['1r2c', 'one row, two equal columns', '[1|2]'],
    ['1r1n1w', 'one row, narrow then wide', '[1|2] narrow first'],
    ['1r1w1n', 'one row, wide then narrow', '[1|2] wide first'],
    ['2r1c', 'two rows, one column', '[1/2]'],
    ['1r3c', 'one row, three columns', '[1|2|3]'],
    ['l1r2', 'left one, right two stacked', '[1|[2/3]]'],
    ['2r2c', 'two rows, two columns', '[[1|2]/[3|4]]'],
  ])('%s is %s', (code, _description, picture) => {
    const layout = findLayout(code);
    expect(layout === undefined ? undefined : drawn(layout.root)).toBe(picture);
  });

  test('have up to four windows', () =>
    expect(layouts.map((layout) => windowsOf(layout.root).length).sort()).toEqual([1, 2, 2, 2, 2, 3, 3, 4]));
});

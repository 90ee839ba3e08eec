import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COLUMNS_DOC, columnsDoc } from '../../scripts/columns-doc.ts';
import { SYMBOL_COLUMNS } from '../../src/domain/columns/index.ts';

describe('docs/columns.md', () => {
  const page = readFileSync(COLUMNS_DOC, 'utf8');

  it('is what the catalogue says today (run `npm run docs` when this fails)', () => {
    expect(page).toBe(columnsDoc());
  });

  it.each(SYMBOL_COLUMNS.map(({ id, label, help }) => [id, label, help]))(
    'lists %s with its label and its help text',
    (id, label, help) => {
      expect(page).toContain(`| \`${id}\` | ${label} |`);
      expect(page).toContain(help);
    },
  );

  it('lists about ninety columns', () => {
    expect(SYMBOL_COLUMNS.length).toBeGreaterThanOrEqual(85);
    expect(SYMBOL_COLUMNS.length).toBeLessThanOrEqual(100);
  });
});

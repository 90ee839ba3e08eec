import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];

describe('the documentation', () => {
  test.each(pages)('%s links only to what is there', (page) => {
    // What stands in code is an example, not a link.
    const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```.*?^```|`[^`\n]+`/gms, '');
    const targets = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map((match) => match[1] ?? '')
      .filter((target) => !/^https?:/.test(target));
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });

  test('each row of the coverage table names test files that exist, and tests that are in them', () => {
    const rows = readFileSync(join(root, 'docs', 'spec-coverage.md'), 'utf8')
      .split('\n')
      .filter((line) => /^\| [PT]\d/.test(line));
    expect(rows.length).toBeGreaterThan(30);
    const faults = rows.flatMap((row) => {
      const files = [...row.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map((match) => match[1] ?? '');
      if (files.length === 0) return [`${row}: names no test`];
      const missing = files.filter((file) => !existsSync(join(root, file)));
      if (missing.length > 0) return missing;
      // A name in single quotes has its apostrophes escaped.
      const text = files
        .map((file) => readFileSync(join(root, file), 'utf8'))
        .join('\n')
        .replaceAll("\\'", "'");
      return [...row.matchAll(/"([^"]+)"/g)]
        .map((match) => match[1] ?? '')
        .filter((name) => !text.includes(name));
    });
    expect(faults).toEqual([]);
  });
});

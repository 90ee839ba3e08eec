import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { WORKSTATION_PAGES, WORKSTATION_PAGES_WITH_NAME } from '../../protocol/index.ts';

it('the server knows every page of the router: others are answered with 404', () => {
  const source = readFileSync(new URL('./routes.tsx', import.meta.url), 'utf8');
  const paths = [...source.matchAll(/path="([^"]+)"/g)].map(([, path = '']) => path.toLowerCase());
  const named = paths.filter((path) => path.includes('/:'));
  expect(named.map((path) => path.replace(/\/:.*/, '')).toSorted()).toEqual(
    [...WORKSTATION_PAGES_WITH_NAME].toSorted(),
  );
  const pages = paths.filter((path) => path !== '*').map((path) => path.replace(/\/:.*/, ''));
  expect(pages.toSorted()).toEqual([...WORKSTATION_PAGES].toSorted());
});

import { expect, test } from 'vitest';
import { cleanPage } from './clean-page.ts';
import { installCanvas } from './install-canvas.ts';
import { closeRendered } from './rendered.ts';

test('reports elements and stored items that a test leaves, and removes them', () => {
  document.body.append(document.createElement('aside'));
  localStorage.setItem('look', 'dark');
  sessionStorage.setItem('tab', '1');

  expect(cleanPage).toThrow('<aside></aside>, localStorage look, sessionStorage tab');
  expect(document.body.childNodes.length + localStorage.length + sessionStorage.length).toBe(0);
  expect(cleanPage).not.toThrow();
});

test('resets the address, the title and the theme', () => {
  history.replaceState({ from: 'test' }, '', '/Settings?tab=1#top');
  document.title = 'Settings';
  document.documentElement.dataset['theme'] = 'light';

  cleanPage();
  expect(location.pathname + location.search + location.hash).toBe('/');
  expect(document.title).toBe('');
  expect(document.documentElement.dataset['theme']).toBeUndefined();
});

test('takes the fonts of the canvas off the document', () => {
  installCanvas();
  expect('fonts' in document).toBe(true);

  closeRendered();
  expect('fonts' in document).toBe(false);
});

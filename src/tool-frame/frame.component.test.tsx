import { beforeEach, expect, test } from 'vitest';
import { readView, View } from './frame.ts';
import type { ToolEvent } from './tool-api.ts';

const LIMITS = { viewNodes: 50, viewDepth: 5 };
const events: (readonly [number, ToolEvent])[] = [];
let root: HTMLElement;
let view: View;

beforeEach(() => {
  root = document.createElement('main');
  events.length = 0;
  view = new View(root, 10, (handler, event) => events.push([handler, event]));
});

const show = (node: unknown): void => view.show(readView(node, LIMITS));

test.each([
  [['script', null, 'alert(1)'], 'A view cannot have the element script.'],
  [['iframe', { src: '/' }], 'A view cannot have the element iframe.'],
  [['form', null], 'A view cannot have the element form.'],
  [['a', { href: 'https://example.com' }], 'A view cannot have the element a.'],
  [['img', { src: 'https://example.com' }], 'A view cannot have the element img.'],
  [{ tag: 'div' }, 'A part of a view is a text, null, or [element, props, ...children].'],
  [['div', null, ...Array.from({ length: 50 }, () => 'x')], 'A view has at most 50 elements and texts.'],
  [['p', null, ['p', null, ['p', null, ['p', null, ['p', null, 'x']]]]], 'A view has at most 5 levels.'],
])('refuses the view %j', (node, message) => {
  expect(() => show(node)).toThrow(message);
  expect(root.childNodes).toHaveLength(0);
});

test('leaves out attributes that are not listed, and shows markup as text', () => {
  show([
    'p',
    { onclick: 'alert(1)', srcdoc: 'x', class: 'y', title: 'ok', 'aria-label': 'z', style: { color: 'red' } },
    '<b>bold</b>',
  ]);
  expect(root.innerHTML).toBe('<p title="ok" aria-label="z" style="color: red;">&lt;b&gt;bold&lt;/b&gt;</p>');
});

test('keeps an element and what was typed into it when the view around it changes', () => {
  const input = ['input', { key: 'name', 'aria-label': 'Name' }];
  show(['div', null, input, 'one']);
  const typed = root.querySelector('input');
  if (typed === null) throw new Error('no input');
  typed.value = 'SPY';
  show(['div', null, ['p', null, 'new'], input, 'two']);
  expect(root.querySelector('input')).toBe(typed);
  expect([typed.value, root.textContent]).toEqual(['SPY', 'newtwo']);
});

test('moves elements with keys, and removes those that are gone', () => {
  const rows = (...keys: string[]) => ['ul', null, ...keys.map((key) => ['li', { key }, key])];
  show(rows('a', 'b', 'c'));
  const [first] = root.querySelectorAll('li');
  show(rows('c', 'a', 'd'));
  const shown = [...root.querySelectorAll('li')];
  expect(shown.map(({ textContent }) => textContent)).toEqual(['c', 'a', 'd']);
  expect(shown[1]).toBe(first);
  show(rows());
  expect(root.querySelectorAll('li')).toHaveLength(0);
});

test('reports an event with the number of the handler in the present view', () => {
  show(['button', { on: { click: 1 } }, 'Go']);
  root.querySelector('button')?.click();
  show(['button', { on: { click: 2 } }, 'Go']);
  root.querySelector('button')?.click();
  show(['button', null, 'Go']);
  root.querySelector('button')?.click();
  expect(events.map(([handler]) => handler)).toEqual([1, 2]);
});

import { expect, test } from 'vitest';
import { PanelPlaces } from './panel-places.ts';

function fakeStorage(texts = new Map<string, string>()) {
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  };
}

test('keeps the place of each panel by user', () => {
  const storage = fakeStorage();
  const placesFor = (userId: string | null) =>
    new PanelPlaces({ storage: () => storage, userId: () => userId });
  placesFor('ann').keep('order-ticket', { left: 120.4, top: 80 });
  placesFor('ann').keep('notes', { left: 1, top: 2 });
  expect([
    placesFor('ann').get('order-ticket'),
    placesFor('ann').get('notes'),
    placesFor('ann').get('other'),
  ]).toEqual([{ left: 120, top: 80 }, { left: 1, top: 2 }, null]);
  expect(placesFor('bob').get('order-ticket')).toBeNull();
  // Nothing is kept of a page without a user.
  placesFor(null).keep('order-ticket', { left: 5, top: 5 });
  expect([...storage.texts.keys()]).toEqual(['tapedeck.panels.ann']);
});

test.each([
  '{',
  'null',
  '[1]',
  '{"order-ticket":"left"}',
  '{"order-ticket":[1]}',
  '{"order-ticket":[1,null]}',
])('knows no place in a damaged text: %s', (text) => {
  const storage = fakeStorage(new Map([['tapedeck.panels.ann', text]]));
  const places = new PanelPlaces({ storage: () => storage, userId: () => 'ann' });
  expect(places.get('order-ticket')).toBeNull();
  places.keep('order-ticket', { left: 9, top: 9 });
  expect(places.get('order-ticket')).toEqual({ left: 9, top: 9 });
});

test('works without storage: the panel is not remembered', () => {
  const places = new PanelPlaces({
    storage: () => {
      throw new Error('blocked');
    },
    userId: () => 'ann',
  });
  places.keep('order-ticket', { left: 9, top: 9 });
  expect(places.get('order-ticket')).toBeNull();
});

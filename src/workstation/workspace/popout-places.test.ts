import { produce } from 'immer';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_OFFERS, onScreen, PopoutPlaces } from './popout-places.ts';
import { start } from './testing.ts';
import { treeOfOne } from './undocked.ts';
import { lone, type LayoutGroup } from '../../../layouts/index.ts';
import { addWorkspace, deleteWorkspace } from './workspace-state.ts';

let items: Map<string, string>;
let userId: string | null;
let nowMs: number;
const rect = { x: 2000, y: 40, width: 700, height: 500 };
const state = produce(start(), (draft) => {
  addWorkspace(draft, 'Two');
});
/** The places as a load of the page makes them. */
const load = () =>
  new PopoutPlaces({
    storage: () => ({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    }),
    userId: () => userId,
    nowMs: () => nowMs,
  });

beforeEach(() => {
  items = new Map();
  userId = 'u1';
  nowMs = 0;
});

describe('the places of browser windows', () => {
  it('are there at the next load, for the same user alone', () => {
    load().keep({ workspaceId: 1, tree: treeOfOne('Window2'), rect });
    load().keep({ workspaceId: 2, tree: treeOfOne('Window1'), rect });
    expect(load().offer(state)).toEqual([
      { workspaceId: 1, tree: treeOfOne('Window2'), rect },
      { workspaceId: 2, tree: treeOfOne('Window1'), rect },
    ]);
    userId = 'u2';
    expect(load().offer(state)).toEqual([]);
    userId = null;
    load().keep({ workspaceId: 1, tree: treeOfOne('Window1'), rect });
    expect(load().all(state)).toEqual([]);
    expect([...items.keys()]).toEqual(['tapedeck.popouts.u1']);
  });

  it('have several windows as they lay, without those that are docked or gone, and none of them twice', () => {
    const both: LayoutGroup = {
      direction: 'column',
      weight: 100,
      children: [lone('Window1', 30), lone('Window2', 70)],
    };
    const places = load();
    places.keep({ workspaceId: 1, tree: treeOfOne('Window2'), rect });
    places.keep({ workspaceId: 1, tree: both, rect: { ...rect, x: 7 } });
    expect(load().offer(state)).toEqual([{ workspaceId: 1, tree: both, rect: { ...rect, x: 7 } }]);
    places.forget(1, ['Window1']);
    expect(load().all(state)).toEqual([
      { workspaceId: 1, tree: treeOfOne('Window2'), rect: { ...rect, x: 7 } },
    ]);
    // A workspace of one window, whose second one is gone; and a text in which one is named twice.
    places.keep({ workspaceId: 2, tree: both, rect });
    items.set(
      'tapedeck.popouts.u1',
      (items.get('tapedeck.popouts.u1') ?? '').replace('{', '{"2:Window1":[1,2,3,4,0],'),
    );
    expect(
      load()
        .all(state)
        .filter(({ workspaceId }) => workspaceId === 2),
    ).toEqual([{ workspaceId: 2, tree: treeOfOne('Window1'), rect }]);
  });

  it('go with a window that is docked or closed, and with its workspace', () => {
    const places = load();
    places.keep({ workspaceId: 1, tree: treeOfOne('Window1'), rect });
    places.keep({ workspaceId: 2, tree: treeOfOne('Window1'), rect });
    places.forget(1, ['Window1']);
    expect(places.all(state)).toEqual([{ workspaceId: 2, tree: treeOfOne('Window1'), rect }]);
    const without = produce(state, (draft) => {
      deleteWorkspace(draft, 2);
    });
    expect(places.all(without)).toEqual([]);
    load().offer(without);
    expect(items.size).toBe(0);
  });

  it('stay when the browser closes the windows just before the page, and not when the user did so earlier', () => {
    const places = load();
    places.keep({ workspaceId: 1, tree: treeOfOne('Window1'), rect });
    places.keep({ workspaceId: 1, tree: treeOfOne('Window2'), rect });
    places.forget(1, ['Window1'], { tree: treeOfOne('Window1'), rect: rect });
    nowMs = 60_000;
    places.forget(1, ['Window2'], { tree: treeOfOne('Window2'), rect: { ...rect, x: 5 } });
    nowMs += 300;
    places.leave();
    expect(load().all(state)).toEqual([
      { workspaceId: 1, tree: treeOfOne('Window2'), rect: { ...rect, x: 5 } },
    ]);
  });

  it('stay when the browser closes the windows after the page began to go', () => {
    const places = load();
    const place = { workspaceId: 1, tree: treeOfOne('Window1'), rect };
    places.keep(place);
    places.leave();
    places.forget(1, ['Window1'], place);
    expect(load().all(state)).toEqual([place]);
    // The page has stayed: a user closes the window.
    nowMs += 60_000;
    places.forget(1, ['Window1'], place);
    expect(load().all(state)).toEqual([]);
  });

  it('are offered a few times and then no more, unless the window was opened again', () => {
    load().keep({ workspaceId: 1, tree: treeOfOne('Window1'), rect });
    load().keep({ workspaceId: 1, tree: treeOfOne('Window2'), rect });
    for (let offer = 0; offer < MAX_OFFERS; offer++) expect(load().offer(state)).toHaveLength(2);
    load().keep({ workspaceId: 1, tree: treeOfOne('Window2'), rect });
    expect(load().offer(state)).toEqual([{ workspaceId: 1, tree: treeOfOne('Window2'), rect }]);
  });

  it('are none in damaged storage, and what can be read is kept', () => {
    for (const text of ['{', 'null', '7', '[]', '{"1:Window1":[1,2,3,4]}', '{"1:Window1":[1,2,null,4,0]}']) {
      items.set('tapedeck.popouts.u1', text);
      expect(load().offer(state)).toEqual([]);
    }
    items.set(
      'tapedeck.popouts.u1',
      '{"1:Window1":"x","1:Window2":[1,2,300,400,0],"1:__proto__":[1,2,3,4,0]}',
    );
    expect(load().offer(state)).toEqual([
      { workspaceId: 1, tree: treeOfOne('Window2'), rect: { x: 1, y: 2, width: 300, height: 400 } },
    ]);
  });
});

describe('a place on a screen that is not there any more', () => {
  const screen = { availWidth: 1440, availHeight: 860, availLeft: 0, availTop: 25 };
  it('is moved onto the only screen, and made smaller where it must be', () => {
    expect(onScreen(rect, screen)).toEqual({ ...rect, x: 740 });
    expect(onScreen({ x: -900, y: -50, width: 3000, height: 300 }, screen)).toEqual({
      x: 0,
      y: 25,
      width: 1440,
      height: 300,
    });
  });
  it('stays where there are several screens: the browser knows them', () => {
    expect(onScreen(rect, { ...screen, isExtended: true })).toEqual(rect);
  });
});

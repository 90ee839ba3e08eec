import { describe, expect, test } from 'vitest';
import {
  drawingIdOf,
  hasSameContent,
  isSameDrawing,
  mergeDrawings,
  orderAbove,
  readDrawing,
  symbolOfDrawing,
} from './index.ts';
import { drawing } from './testing.ts';

const moved = [{ Date: 1, Offset: 0, Value: 5 }];

describe('the id of a drawing', () => {
  const isRead = (Id: string, Symbol: string) => readDrawing(1, drawing({ Id, Symbol })).ok;
  test.each(['AAPL', 'BRK/B', '$SPX', 'SPY   260821C00645000'])('contains the symbol %s', (symbol) => {
    const id = drawingIdOf(symbol, 'a-1_B');
    expect(symbolOfDrawing(id)).toBe(symbol);
    expect(isRead(id, symbol)).toBe(true);
    expect(isRead(id, 'A')).toBe(false);
  });
  test.each(['AAPL:', 'AAPL', 'AAPL:a:b', `AAPL:${'x'.repeat(37)}`, 'AAPL:ä', 'aapl:x'])('is not %j', (id) =>
    expect(isRead(id, 'AAPL')).toBe(false),
  );
});

describe('the body of a drawing document', () => {
  test('reads all fields and leaves out unknown ones', () => {
    expect(readDrawing(1, { ...drawing(), Shadow: 3 })).toEqual({ ok: true, value: drawing() });
    expect(readDrawing(1, drawing({ Color: '#AAbbCC' }))).toMatchObject({ value: { Color: '#aabbcc' } });
  });
  test('rejects a later version as too new, and unknown versions as invalid', () => {
    expect(readDrawing(2, drawing())).toEqual({ ok: false, error: 'too-new' });
    for (const version of [0, -1, 0.5, Number.NaN])
      expect(readDrawing(version, drawing())).toEqual({ ok: false, error: 'invalid' });
  });
  test.each<[string, unknown]>([
    ['nothing', null],
    ['a list', [drawing()]],
    ['the id of another symbol', drawing({ Id: 'MSFT:d1' })],
    ['a symbol in lower case', drawing({ Id: 'aapl:d1', Symbol: 'aapl' })],
    ['an area without a name', drawing({ Area: '' })],
    ['a negative order', drawing({ Order: -1 })],
    ['a fractional kind', drawing({ Type: 1.5 })],
    ['no points', drawing({ Points: [] })],
    ['17 points', drawing({ Points: Array.from({ length: 17 }, () => ({ Date: 1, Offset: 0, Value: 5 })) })],
    ['a point without a value', { ...drawing(), Points: [{ Date: 1, Offset: 0 }] }],
    ['an endless point', drawing({ Points: [{ Date: 1, Offset: Infinity, Value: 5 }] })],
    ['a bar size of 21 characters', drawing({ BarSize: 'x'.repeat(21) })],
    ['a color by name', drawing({ Color: 'red' })],
    ['a line of 21 px', drawing({ Thickness: 21 })],
    ['a text of 9 px', drawing({ FontSize: 9 })],
    ['a text of 501 characters', drawing({ Text: 'x'.repeat(501) })],
    ['a mark that is a number', { ...drawing(), IsLocked: 1 }],
    ['a missing mark', { ...drawing(), IsHidden: undefined }],
  ])('rejects %s', (_name, value) => {
    expect(readDrawing(1, value)).toEqual({ ok: false, error: 'invalid' });
  });
});

describe('two drawings', () => {
  test('are the same when every field is', () => {
    expect(isSameDrawing(drawing(), structuredClone(drawing()))).toBe(true);
    expect(isSameDrawing(null, null)).toBe(true);
    expect(isSameDrawing(drawing(), null)).toBe(false);
    const changes = [{ Order: 1 }, { Points: moved }, { Text: '' }, { IsHidden: true }, { Type: 2 }];
    for (const change of changes) expect(isSameDrawing(drawing(), drawing(change))).toBe(false);
  });
  test('have the same content whatever their ids and orders', () => {
    expect(hasSameContent(drawing(), drawing({ Id: 'AAPL:d2', Order: 7 }))).toBe(true);
    expect(hasSameContent(drawing(), drawing({ Area: 'volume' }))).toBe(false);
  });
  test('are below one that is added', () => {
    expect(orderAbove([])).toBe(0);
    expect(orderAbove([drawing({ Order: 4 }), drawing()])).toBe(5);
  });
});

describe('a drawing that two writers changed', () => {
  test('has both changes when they are of different parts', () => {
    const mine = drawing({ Points: moved });
    const stored = drawing({ Color: '#ff0000', IsLocked: true });
    expect(mergeDrawings(drawing(), mine, stored)).toEqual({
      row: drawing({ Points: moved, Color: '#ff0000', IsLocked: true }),
      copy: null,
    });
  });
  test('becomes two when both moved it to different places', () => {
    const mine = drawing({ Points: moved, Color: '#00ff00' });
    const stored = drawing({ Points: [{ Date: 2, Offset: 0, Value: 6 }] });
    expect(mergeDrawings(drawing(), mine, stored)).toEqual({ row: stored, copy: mine });
  });
  test('stays one when both made the same change, or a change was stored before', () => {
    expect(mergeDrawings(drawing(), drawing({ Text: 'a' }), drawing({ Text: 'a' })).copy).toBeNull();
    expect(mergeDrawings(null, drawing(), drawing({ Order: 3 }))).toEqual({
      row: drawing({ Order: 3 }),
      copy: null,
    });
  });
  test('becomes two when the same id was added with different contents', () => {
    expect(mergeDrawings(null, drawing({ Text: 'a' }), drawing()).copy).toEqual(drawing({ Text: 'a' }));
  });
});

import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { canGo, currentTopic, go, owedAfter, startHistory, visit } from './help-history.ts';

describe('the history of the help', () => {
  it('begins at one page with nowhere to go', () => {
    const history = startHistory('home');
    expect([currentTopic(history), canGo(history, -1), canGo(history, 1)]).toEqual(['home', false, false]);
    expect(go(history, -1)).toBe(history);
    expect(go(history, 1)).toBe(history);
  });

  it('goes back and forward over the pages seen', () => {
    const history = visit(visit(startHistory('home'), 'demo'), 'columns');
    expect(currentTopic(go(history, -1))).toBe('demo');
    expect(currentTopic(go(go(go(history, -1), -1), 1))).toBe('demo');
  });

  it('a page visited after going back drops what was ahead', () => {
    const history = visit(go(visit(visit(startHistory('home'), 'demo'), 'columns'), -1), 'linking');
    expect(history).toEqual({ topics: ['home', 'demo', 'linking'], at: 2 });
    expect(canGo(history, 1)).toBe(false);
  });

  it('the page on screen reported again adds nothing', () => {
    const history = go(visit(startHistory('home'), 'demo'), -1);
    expect(visit(history, 'home')).toBe(history);
  });

  it('does not count a page as visited that was left before the frame reported it', () => {
    // Back pressed twice quickly: the frame reports the page in between after the history has moved on.
    expect(owedAfter(['columns', 'home'], 'columns')).toEqual(['home']);
    expect(owedAfter(['home'], 'home')).toEqual([]);
    expect(owedAfter(['columns', 'home', 'columns'], 'columns')).toEqual(['home', 'columns']);
    expect(owedAfter(['columns'], 'linking')).toEqual([]);
  });

  test.prop([fc.array(fc.oneof(fc.constantFrom<-1 | 1>(-1, 1), fc.constantFrom('a', 'b', 'c')))])(
    'always stands on a page it was led to',
    (moves) => {
      const seen = new Set(['start']);
      let history = startHistory('start');
      for (const move of moves) {
        if (typeof move === 'string') seen.add(move);
        history = typeof move === 'string' ? visit(history, move) : go(history, move);
        expect(seen).toContain(currentTopic(history));
      }
    },
  );
});

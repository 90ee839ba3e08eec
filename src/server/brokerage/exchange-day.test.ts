import { expect, it } from 'vitest';
import { turnsBetween } from './exchange-day.ts';

const on = (date: string) => (phase: 'closed' | 'pre' | 'open' | 'post') => ({ date, phase });
const monday = on('2026-03-02');
const tuesday = on('2026-03-03');

it.each([
  ['nothing', monday('open'), monday('open'), []],
  ['a whole day, step by step: the night before', monday('closed'), monday('pre'), ['pre']],
  ['its opening', monday('pre'), monday('open'), ['open']],
  ['its close', monday('open'), monday('post'), ['close']],
  ['its end', monday('post'), monday('closed'), ['dayEnd']],
  ['a close and an end at once', monday('open'), monday('closed'), ['close', 'dayEnd']],
  ['an opening with the new date', monday('pre'), tuesday('open'), ['open']],
  ['a night that nobody saw', monday('open'), tuesday('open'), ['close', 'dayEnd', 'open']],
  ['the hours after the close, then the next day', monday('post'), tuesday('open'), ['dayEnd', 'open']],
  ['a start in the morning after a stop at night', monday('closed'), tuesday('open'), ['open']],
  ['a whole day that nobody saw', monday('closed'), tuesday('post'), ['close']],
] as const)('publishes %s', (_title, before, now, turns) => expect(turnsBetween(before, now)).toEqual(turns));

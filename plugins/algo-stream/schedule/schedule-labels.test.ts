import { expect, it } from 'vitest';
import { newYorkMs } from '../../../src/domain/calendar/new-york-time.ts';
import { detailsOf } from '../dialogs/details.tsx';
import { liveInstance } from '../testing/fakes.ts';
import type { Instance } from '../types.ts';
import {
  firstStartText,
  nextScheduledText,
  runStatusLabel,
  scheduleText,
  statusSchedule,
} from './schedule-labels.ts';

const at = (Action: 'Start' | 'Stop', date: string): NonNullable<Instance['Schedule']> => ({
  IsOn: true,
  Days: ['Monday', 'Thursday'],
  Start: 571,
  Stop: 955,
  Next: { Action, At: newYorkMs(date, Action === 'Start' ? 571 : 955) },
  LastStart: null,
  Problem: '',
});

it('shows the next step of a run as it is: one that is stopped within its window starts after it', () => {
  const stop = at('Stop', '2026-03-02');
  const start = at('Start', '2026-03-05');
  const text = (Status: Instance['Status'], Schedule: Instance['Schedule']) =>
    nextScheduledText({ Status, Schedule });
  expect(text('Running', stop)).toBe('Stop 3/2/2026 15:55');
  expect(text('InfoMessage', stop)).toBe('Stop 3/2/2026 15:55');
  expect(text('Stopped', stop)).toBe('Start 3/5/2026 09:31');
  expect(text('Stopped', start)).toBe('Start 3/5/2026 09:31');
  // Started by hand outside of its window.
  expect(text('Running', start)).toBe('Stop 3/5/2026 15:55');
  expect(text('Running', null)).toBe('');
  expect(statusSchedule({ Status: 'Stopped', Schedule: start })).toBe('starts Thu, Mar 5 09:31');
});

it('shows a stopped run that its schedule starts as waiting, and no other', () => {
  const start = at('Start', '2026-03-05');
  const label = (Status: Instance['Status'], Schedule: Instance['Schedule']) =>
    runStatusLabel({ Status, Schedule });
  expect(label('Stopped', start)).toBe('Waiting');
  // Its user has stopped it within its window: it starts in the next one.
  expect(label('Stopped', at('Stop', '2026-03-02'))).toBe('Waiting');
  expect(label('Stopped', { ...start, IsOn: false, Next: null })).toBe('Stopped');
  expect(label('Stopped', null)).toBe('Stopped');
  expect(label('Running', start)).toBe('Running');
  expect(label('RuntimeError', start)).toBe('Runtime error');
});

it('shows a schedule that is off with its times, and no next step', () => {
  const Schedule = { ...at('Start', '2026-03-05'), IsOn: false, Next: null };
  expect(scheduleText({ Schedule })).toBe('Off (Mon, Thu 09:31–15:55)');
  expect(nextScheduledText({ Status: 'Stopped', Schedule })).toBe('');
  expect(scheduleText({ Schedule: null })).toBe('');
});

it('names the first start of a schedule that is set within its window as the one after it', () => {
  const terms = { IsOn: true, Days: ['Monday', 'Thursday'] as const, Start: 571, Stop: 955 };
  const during = newYorkMs('2026-03-02', 600);
  expect(firstStartText(terms, during)).toBe('First scheduled start: 3/5/2026 09:31, New York time.');
  expect(firstStartText(terms, newYorkMs('2026-03-02', 540))).toContain('3/2/2026 09:31');
  expect(firstStartText({ ...terms, IsOn: false }, during)).toBe('');
  expect(firstStartText({ ...terms, Days: [] }, during)).toBe('');
});

it('lists the schedule in the details of a run', () => {
  const factsOf = (Schedule: Instance['Schedule']) =>
    Object.fromEntries(
      detailsOf(liveInstance({ Schedule })).flatMap(({ facts }) =>
        facts.map(({ name, text }) => [name, text]),
      ),
    );
  expect(factsOf({ ...at('Stop', '2026-03-02'), Problem: 'It failed' })).toMatchObject({
    Schedule: 'Mon, Thu 09:31–15:55',
    'Next step': 'Stop 3/2/2026 15:55',
    'Last scheduled start': 'It failed',
  });
  expect(factsOf(null)).not.toHaveProperty('Schedule');
});

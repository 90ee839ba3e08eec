import { expect, test } from 'vitest';
import type { Message } from '../../protocol/index.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { RunCommands } from './run-commands.ts';
import { StrategyRequests } from './strategy-requests.ts';
import { instance } from './testing/bodies.ts';
import type { WireStrategyInstance } from './types.ts';

const TERMS = { IsOn: true, Days: ['Monday', 'Friday'], Start: 571, Stop: 955 } as const;
const SHOWN = { ...TERMS, Days: [...TERMS.Days], Next: null, LastStart: null, Problem: '' };

function openCommands() {
  const clock = createManualClock();
  const sent: { readonly name: string; readonly body: object }[] = [];
  const requests = new StrategyRequests(clock, (name, body) => sent.push({ name, body }) > 0);
  const user = () => ({ account: 'D-1', userId: 'u' });
  const commands = new RunCommands({ clock, requests, user, startedHere: new Set() });
  const receive = (message: Message<'trading', 'toClient'>): void => requests.onTrading(message);
  const show = (change: Partial<WireStrategyInstance>): void =>
    receive({
      name: 'strategyStatusUpdate',
      body: { Name: 'Cross', StrategyId: 0, Instance: instance('i', { BacktestFrom: null, ...change }) },
    });
  return { commands, sent, receive, show };
}

test('a schedule is set once the server shows it, whatever other updates of the run come before', async () => {
  const { commands, sent, show } = openCommands();
  const setting = commands.setSchedule('Cross', 'i', TERMS);
  const run = { Name: 'Cross', InstanceId: 'i', Account: 'D-1' };
  expect(sent).toEqual([{ name: 'setStrategySchedule', body: { ...run, Schedule: TERMS } }]);
  let isDone = false;
  void setting.then(() => (isDone = true));
  show({ Message: 'an update before' });
  show({ Schedule: { ...SHOWN, Stop: 900 } });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(isDone).toBe(false);
  show({ Schedule: SHOWN });
  expect(await setting).toEqual({ ok: true });
  const removing = commands.setSchedule('Cross', 'i', null);
  show({ Schedule: SHOWN });
  show({ Schedule: null });
  expect(await removing).toEqual({ ok: true });
});

test('a schedule that the server refuses has its reason', async () => {
  const { commands, receive } = openCommands();
  const setting = commands.setSchedule('Cross', 'i', TERMS);
  receive({
    name: 'strategyRefused',
    body: { Name: 'Cross', StrategyId: 0, InstanceId: 'i', Message: 'Only a live run has a schedule.' },
  });
  expect(await setting).toEqual({ ok: false, message: 'Only a live run has a schedule.' });
});

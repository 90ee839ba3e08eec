import { all, order, scenario, STOP, type Scenario } from '../scenario.ts';

export const SERVER_STATE_SCENARIOS: readonly Scenario[] = [
  scenario(
    'server-kill-switch',
    -3,
    'the kill switch of the server on',
    (c) => void (c.server.isKillSwitchOn = true),
    () => undefined,
  ),
  scenario(
    'journal-ready',
    -14,
    'a journal that failed',
    (c) => void (c.server.isJournalReady = false),
    () => undefined,
  ),
  scenario(
    'stop-watch',
    -32,
    'stops that are not watched',
    all(order(STOP), (c) => void (c.server.isStopWatchReady = false)),
    (c) => void (c.server.isStopWatchReady = false),
  ),
];

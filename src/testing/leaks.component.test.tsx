import { Square } from 'lucide-react';
import * as v from 'valibot';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { definePlugin, defineState } from '../plugin-api/index.ts';
import { CYCLES, LIMIT_MS, openAndClose, testLeaks, watchLeaks } from './open-and-close.ts';
import { toolsToCheck } from './tool-check/installed-tools.ts';

watchLeaks();

function Leaky() {
  useEffect(() => {
    document.addEventListener('keydown', () => {});
    setInterval(() => {}, 60_000);
  }, []);
  return <p>It keeps a listener and a timer</p>;
}

const leaky = definePlugin({
  id: 'leaky',
  title: 'Leaky',
  summary: 'A listener and a timer',
  icon: Square,
  permission: null,
  isSingleton: false,
  isHiddenInDemo: false,
  state: defineState({ schema: v.object({}), initial: {}, migrations: [] }),
  linking: { sends: [], receives: [] },
  commands: [],
  toolbar: [],
  titleOf: () => 'Leaky',
  helpTopic: 'workspaces',
  savedItemType: null,
  load: async () => ({ default: Leaky }),
});

test(
  'a tool that keeps listeners and timers is found',
  async () => {
    const { before, counts } = await openAndClose(leaky);
    const after = counts();
    // The desk may have ended a timer of its own meanwhile, such as that of a message.
    const leaked = CYCLES - 10;
    expect(after.listeners - before.listeners).toBeGreaterThan(leaked);
    expect(after.intervals - before.intervals).toBeGreaterThan(leaked);
  },
  LIMIT_MS,
);

// Every second tool; the others are in a file of their own, which runs at the same time.
testLeaks(toolsToCheck().filter((_, index) => index % 2 === 0));

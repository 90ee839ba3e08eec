import { describe, expect, it } from 'vitest';
import { ADMINISTRATOR, ALL_PERMISSIONS } from '../../../domain/permissions.ts';
import type { Principal } from '../../identity/identity.ts';
import { MarketFeed, type MarketFacts } from './market-feed.ts';

const facts: MarketFacts = { Kind: 'Replay', DefaultSymbol: 'KO', MostTraded: ['KO'] };
const userWith = (permissionMask: number): Principal => ({
  userId: 'u1',
  userName: 'ann',
  sessionId: 's1',
  account: undefined,
  permissionMask,
  isDemo: false,
  isOneMachine: false,
  tokenExpiresAtMs: 1,
  sessionExpiresAtMs: 1,
});
const TRADER = userWith(ALL_PERMISSIONS);
const ADMIN = userWith(ALL_PERMISSIONS | ADMINISTRATOR);

const replayOf = ({ Replay }: { Replay?: unknown }): unknown => Replay;

function feedOfReplay() {
  const listeners = new Set<() => void>();
  let speed = 1;
  const replay = {
    speed: () => speed,
    setSpeed(next: number) {
      speed = next;
      for (const listener of listeners) listener();
    },
    onSpeed(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const sent: unknown[] = [];
  const feed = new MarketFeed({ replay }, (text) => sent.push(replayOf(JSON.parse(text))), {
    info: () => {},
  });
  return { feed, sent, replay };
}

describe('the market message of a connection', () => {
  it('follows the right to control the replay when it is given and taken', () => {
    const { feed, sent } = feedOfReplay();
    feed.start(facts, TRADER);
    feed.changeUser(ADMIN);
    feed.changeUser(ADMIN);
    feed.changeUser(TRADER);
    expect(sent).toEqual([
      { Speed: 1, MayControl: false },
      { Speed: 1, MayControl: true },
      { Speed: 1, MayControl: false },
    ]);
    expect(feed.setSpeed({ Speed: 0 }, TRADER)?.message).toBe('Only an administrator may do this');
  });

  it('is not sent after the connection has left the account', () => {
    const { feed, sent, replay } = feedOfReplay();
    feed.start(facts, ADMIN);
    feed.stop();
    replay.setSpeed(0);
    feed.changeUser(TRADER);
    expect(sent).toEqual([{ Speed: 1, MayControl: true }]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Message, MessageName } from '../../protocol/index.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { StrategyRequests, type SendReady } from './strategy-requests.ts';
import { VersionRequests } from './version-requests.ts';
import type { WireStrategyVersion } from './types.ts';

const version = (Version: number): WireStrategyVersion => ({
  Version,
  SavedAt: Version,
  Browser: '',
  Characters: 1,
  LinesAdded: null,
  LinesRemoved: null,
  SameAs: null,
  RunCount: 0,
});

function versionsWith(answer: (name: MessageName, body: object) => Message<'trading', 'toClient'>) {
  const sent: unknown[] = [];
  const sendReady: SendReady = (name, body) => {
    sent.push(body);
    queueMicrotask(() => requests.onTrading(answer(name, body)));
    return true;
  };
  const requests = new StrategyRequests(createManualClock(), sendReady);
  return { versions: new VersionRequests(requests), sent };
}

describe('versions of strategies', () => {
  it('loads a list in pages, newest first', async () => {
    const { versions, sent } = versionsWith((_, body) => {
      // The client sends it.
      const { Below } = body as { Below: number };
      const Items = Below === 0 ? [version(5), version(4)] : [version(2)];
      return { name: 'strategyVersions', body: { Name: 'Cross', Below, Items, HasMore: Below === 0 } };
    });
    const listed = await versions.list('Cross');
    expect(listed.map(({ Version }) => Version)).toEqual([5, 4, 2]);
    expect(sent).toEqual([
      { Name: 'Cross', Below: 0 },
      { Name: 'Cross', Below: 4 },
    ]);
  });

  it('loads code and parameters of a version, and rejects for one that is not kept', async () => {
    const { versions } = versionsWith((_, body) => ({
      name: 'strategyVersion',
      body: {
        // The client sends it.
        ...(body as { Name: string; Version: number }),
        Code: 'code',
        Parameters: 'p',
        Result: (body as { Version: number }).Version === 2 ? 'Loaded' : 'NotFound',
      },
    }));
    expect(await versions.source('Cross', 2)).toEqual({ code: 'code', parameters: 'p' });
    await expect(versions.source('Cross', 1)).rejects.toThrow('Version 1 of "Cross" is not kept any more');
  });
});

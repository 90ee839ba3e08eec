import { describe, expect, it } from 'vitest';
import { HELP_SOURCE, HOME_TOPIC, helpAddress, readHelpMessage, topicOfHash } from './help-channel.ts';

describe('addresses of the help', () => {
  it('name a topic behind the hash, whatever letters it has', () => {
    expect(helpAddress('market-view')).toBe('/info#/market-view');
    for (const topic of ['market-view', 'a b', 'ä/ö', '100%', '<x>'])
      expect(topicOfHash(helpAddress(topic).replace('/info', ''))).toBe(topic);
  });

  it('without a topic, or with a broken one, mean the home page', () => {
    for (const hash of ['', '#', '#/', '#/%', '#/%E0%A4%A']) expect(topicOfHash(hash)).toBe(HOME_TOPIC);
  });
});

describe('messages of the help page', () => {
  it('are read when they are ours', () => {
    const shown = { source: HELP_SOURCE, type: 'shown', topic: 'demo', title: 'The demo' };
    expect(readHelpMessage(shown)).toEqual(shown);
    for (const type of ['close', 'back', 'forward'])
      expect(readHelpMessage({ source: HELP_SOURCE, type, more: 1 })).toEqual({ source: HELP_SOURCE, type });
  });

  it('are nothing otherwise', () => {
    for (const data of [
      null,
      undefined,
      'close',
      1,
      {},
      { type: 'close' },
      { source: 'other', type: 'close' },
      { source: HELP_SOURCE },
      { source: HELP_SOURCE, type: 'explode' },
      { source: HELP_SOURCE, type: 'shown', topic: 1, title: 'x' },
      { source: HELP_SOURCE, type: 'shown', topic: 'x' },
    ]) {
      expect(readHelpMessage(data)).toBeNull();
    }
  });
});

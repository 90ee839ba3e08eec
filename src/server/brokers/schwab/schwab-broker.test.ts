import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { readSchwabConfig } from './config.ts';
import { createPendingLogins } from './pending-logins.ts';
import { createSecretBox } from '../../secret-box.ts';

const environment = {
  TAPEDECK_BROKER_URL: 'https://api.broker.example/',
  TAPEDECK_BROKER_KEY: 'app-key',
  TAPEDECK_BROKER_SECRET: 'top-secret',
  TAPEDECK_BROKER_CALLBACK: 'https://tape.example/api/ExternalBroker/callback',
};

describe('the configuration of the external broker', () => {
  it('is none when nothing is set, and complete when all is', () => {
    expect(readSchwabConfig({})).toEqual({ config: undefined, problems: [] });
    expect(readSchwabConfig({ TAPEDECK_BROKER_URL: ' ' })).toEqual({
      config: undefined,
      problems: [],
    });
    expect(readSchwabConfig(environment).config).toEqual({
      url: 'https://api.broker.example',
      key: 'app-key',
      secret: 'top-secret',
      callback: environment.TAPEDECK_BROKER_CALLBACK,
    });
    expect(readConfig(environment).externalBroker).toMatchObject({
      kind: 'schwab',
      config: { key: 'app-key' },
    });
  });
  it.each([
    ['TAPEDECK_BROKER_SECRET', undefined],
    ['TAPEDECK_BROKER_KEY', ''],
    ['TAPEDECK_BROKER_URL', 'http://api.broker.example'],
    ['TAPEDECK_BROKER_URL', 'https://api.broker.example/v1'],
    ['TAPEDECK_BROKER_URL', 'broker'],
    ['TAPEDECK_BROKER_URL', 'https://me:pw@api.broker.example'],
    ['TAPEDECK_BROKER_CALLBACK', 'https://tape.example/'],
    ['TAPEDECK_BROKER_CALLBACK', 'http://tape.example/api/ExternalBroker/callback'],
    ['TAPEDECK_BROKER_CALLBACK', 'https://tape.example/api/ExternalBroker/callback?x=1'],
    ['TAPEDECK_BROKER_KEY', 'a:b'],
  ])('with %s = %s stops the start with one line that names it, and no secret', (name, value) => {
    const wrong = { ...environment, [name]: value };
    const { config, problems } = readSchwabConfig(wrong);
    expect([config, problems.length]).toEqual([undefined, 1]);
    expect(problems[0]).toContain(name);
    expect(problems[0]).not.toContain('top-secret');
    expect(() => readConfig(wrong)).toThrow(name);
  });
  it('may be plain http on this machine, for the stand-in', () => {
    expect(
      readSchwabConfig({
        ...environment,
        TAPEDECK_BROKER_URL: 'http://127.0.0.1:4700',
        TAPEDECK_BROKER_CALLBACK: 'http://127.0.0.1:4600/api/ExternalBroker/callback',
      }).config,
    ).toMatchObject({ url: 'http://127.0.0.1:4700' });
  });
});

function memoryValues() {
  const values = new Map<string, string>();
  return {
    get: (name: string) => Promise.resolve(values.get(name)),
    set: (name: string, value: string) => Promise.resolve(void values.set(name, value)),
  };
}

describe('sealed tokens', () => {
  test.prop([fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string()])(
    'open as what they were, for their own purpose only',
    async (text, purpose) => {
      const box = createSecretBox(memoryValues(), 'key');
      const sealed = await box.seal(purpose, text);
      expect(await box.open(purpose, sealed)).toBe(text);
      expect(await box.open(`${purpose}x`, sealed)).toBeUndefined();
    },
  );
  it('never look the same twice, open after a restart, and not with another key', async () => {
    const values = memoryValues();
    const box = createSecretBox(values, 'key');
    const sealed = await box.seal('p', 'token');
    expect(await box.seal('p', 'token')).not.toBe(sealed);
    expect(await createSecretBox(values, 'key').open('p', sealed)).toBe('token');
    expect(await createSecretBox(memoryValues(), 'key').open('p', sealed)).toBeUndefined();
  });
  test.prop([fc.nat(), fc.integer({ min: 1, max: 255 })])(
    'that were changed anywhere do not open',
    async (at, flip) => {
      const box = createSecretBox(memoryValues(), 'key');
      const [version, payload = ''] = (await box.seal('p', 'a token')).split('.');
      const bytes = Buffer.from(payload, 'base64url');
      const index = at % bytes.length;
      bytes[index] = (bytes[index] ?? 0) ^ flip;
      expect(await box.open('p', `${version}.${bytes.toString('base64url')}`)).toBeUndefined();
    },
  );
  it.each(['', 'v1.', 'v1.AAAA', 'v2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'nonsense'])(
    'that are none do not open: "%s"',
    async (text) => {
      expect(await createSecretBox(memoryValues(), 'key').open('p', text)).toBeUndefined();
    },
  );
});

describe('logins under way', () => {
  const ann = { userId: 'ann', sessionId: 's1' };

  it('end once, by the browser that began, within ten minutes', () => {
    let nowMs = 0;
    const pending = createPendingLogins(() => nowMs);
    const { state, browserKey } = pending.begin(ann);
    expect(pending.take(state, 'other')).toBeUndefined();
    expect(pending.take('other', browserKey)).toBeUndefined();
    expect(pending.take(state, browserKey)).toEqual(ann);
    expect(pending.take(state, browserKey)).toBeUndefined();
    const late = pending.begin(ann);
    nowMs += 600_000;
    expect(pending.take(late.state, late.browserKey)).toBeUndefined();
  });
  it('end with their session, and are no more than ten thousand', () => {
    const pending = createPendingLogins(() => 0);
    const first = pending.begin(ann);
    const ended = pending.begin({ userId: 'ann', sessionId: 's2' });
    pending.endSession('s2');
    expect(pending.take(ended.state, ended.browserKey)).toBeUndefined();
    for (let index = 0; index < 10_000; index += 1) pending.begin(ann);
    expect(pending.take(first.state, first.browserKey)).toBeUndefined();
  });
});

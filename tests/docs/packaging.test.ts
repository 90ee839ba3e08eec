import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as v from 'valibot';
import { readDockerfile } from '../../scripts/lib/dockerfile.ts';
import { readConfig } from '../../src/server/config.ts';
import { createAddressOf } from '../../src/server/http-kit/client-address.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const stages = readDockerfile(read('Dockerfile'));
const runtime = stages.at(-1);

/** Every variable that the configuration of the server reads. */
function knownVariables(): ReadonlySet<string> {
  const names = new Set<string>();
  readConfig(new Proxy({}, { get: (_target, name) => void names.add(String(name)) }));
  return names;
}

/** The variables of the server's configuration among some names; the others belong to the runtime. */
const ofTapedeck = (names: readonly string[]): string[] =>
  names.filter((name) => name.startsWith('TAPEDECK_') || name.startsWith('DATABASE_'));

describe('Dockerfile', () => {
  it('copies files that exist and that .dockerignore lets through', () => {
    const admitted = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = stages
      .flatMap(({ steps }) => steps)
      .flatMap((step) => (step.kind === 'copy' && step.from === undefined ? step.sources : []));
    expect(copied).toContain('src/server');
    for (const source of copied) {
      expect(existsSync(join(root, source)), source).toBe(true);
      expect(admitted).toContain(source.split('/')[0]);
    }
  });

  it('copies from stages that stand before', () => {
    const names: string[] = [];
    for (const { name, steps } of stages) {
      for (const step of steps)
        if (step.kind === 'copy' && step.from !== undefined) expect(names).toContain(step.from);
      names.push(name);
    }
  });

  it('runs the server as a user without a name, with variables that the server knows', () => {
    expect(runtime?.user).toMatch(/^[1-9]\d+:[1-9]\d+$/);
    expect(runtime?.stopSignal).toBe('SIGTERM');
    expect(runtime?.volumes).toEqual([runtime?.environment['TAPEDECK_DATA']]);
    const known = knownVariables();
    for (const name of ofTapedeck(Object.keys(runtime?.environment ?? {}))) expect(known).toContain(name);
  });
});

const Compose = v.object({
  services: v.record(
    v.string(),
    v.object({
      environment: v.optional(v.record(v.string(), v.string()), {}),
      secrets: v.optional(v.array(v.string()), []),
      volumes: v.optional(v.array(v.string()), []),
      networks: v.union([v.array(v.string()), v.record(v.string(), v.unknown())]),
      depends_on: v.optional(v.record(v.string(), v.unknown()), {}),
    }),
  ),
  networks: v.record(v.string(), v.unknown()),
  volumes: v.record(v.string(), v.unknown()),
  secrets: v.record(v.string(), v.object({ file: v.string() })),
});

describe('compose.yaml', () => {
  const compose = v.parse(Compose, parse(read('compose.yaml')));
  const services = Object.entries(compose.services);

  it('sets only variables that the server knows', () => {
    const known = knownVariables();
    const names = Object.keys(compose.services['tapedeck']?.environment ?? {});
    expect(names).toContain('DATABASE_URL_FILE');
    for (const name of names) expect(known).toContain(name);
  });

  it('trusts Caddy at any address that Docker chooses, and sends no secret in a variable', () => {
    expect(JSON.stringify(compose)).not.toContain('subnet');
    const { trustedProxies } = readConfig({
      TAPEDECK_TRUSTED_PROXY: compose.services['tapedeck']?.environment['TAPEDECK_TRUSTED_PROXY'],
    });
    const addressOf = createAddressOf(trustedProxies);
    for (const caddy of ['172.18.0.3', '192.168.16.2', '10.0.4.2', 'fd4d:6169:6c63::3'])
      for (const client of ['203.0.113.7', '192.168.1.50'])
        expect(
          addressOf({
            // The field that the address of a connection is read from.
            socket: { remoteAddress: caddy } as Socket,
            headers: { 'x-forwarded-for': client },
          }),
        ).toBe(client);
    expect(compose.services['tapedeck']?.networks).toContain('front');
    expect(services.filter(([, { networks }]) => JSON.stringify(networks).includes('front'))).toHaveLength(2);
    for (const [, { environment }] of services)
      for (const [name, value] of Object.entries(environment))
        if (/PASSWORD|DATABASE_URL|KEY|SECRET/.test(name)) expect(value).toMatch(/^\/run\/secrets\//);
  });

  it('declares each network, volume, secret and service that a service uses', () => {
    for (const [, { secrets, volumes, networks, depends_on: needed, environment }] of services) {
      for (const secret of secrets) expect(Object.keys(compose.secrets)).toContain(secret);
      for (const network of Array.isArray(networks) ? networks : Object.keys(networks))
        expect(Object.keys(compose.networks)).toContain(network);
      for (const name of Object.keys(needed)) expect(Object.keys(compose.services)).toContain(name);
      const mounted = volumes.map((volume) => volume.split(':')[0] ?? '');
      for (const source of mounted)
        if (source.startsWith('.')) expect(existsSync(join(root, source)), source).toBe(true);
        else expect(Object.keys(compose.volumes)).toContain(source);
      for (const value of Object.values(environment))
        if (value.startsWith('/run/secrets/')) expect(secrets).toContain(value.slice('/run/secrets/'.length));
    }
  });
});

describe('deploy/tapedeck.service', () => {
  const unit = read('deploy/tapedeck.service');

  it('starts the program of the project with variables that the server knows', () => {
    const [, program = '', entry = ''] = /^ExecStart=\/opt\/tapedeck\/(\S+) .*?(\S+)$/m.exec(unit) ?? [];
    expect(existsSync(join(root, program))).toBe(true);
    expect(existsSync(join(root, entry))).toBe(true);
    const names = [...unit.matchAll(/\b((?:TAPEDECK|DATABASE)_[A-Z_]+)=/g)].map(([, name = '']) => name);
    const known = knownVariables();
    expect(names).toContain('TAPEDECK_DATA');
    for (const name of names) expect(known).toContain(name);
  });
});

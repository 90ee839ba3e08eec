import { describe, expect, it } from 'vitest';
import { VariableReader } from '../../variable-reader.ts';
import { readOidcConfig } from './oidc-config.ts';

function read(environment: Record<string, string>) {
  const variables = new VariableReader(environment);
  return { config: readOidcConfig(variables), problems: variables.problems };
}
const GIVEN = {
  TAPEDECK_OIDC_ISSUER: 'https://login.example.com/realms/trading',
  TAPEDECK_OIDC_CLIENT_ID: 'tapedeck',
};

describe('readOidcConfig', () => {
  it('has no provider without settings', () => {
    expect(read({})).toEqual({ config: undefined, problems: [] });
  });

  it('needs an issuer and a client id, and neither makes nor links users by itself', () => {
    expect(read(GIVEN)).toEqual({
      config: {
        issuer: new URL('https://login.example.com/realms/trading'),
        clientId: 'tapedeck',
        clientSecret: undefined,
        label: 'single sign-on',
        scopes: 'openid email profile',
        createsUsers: false,
        linksByEmail: false,
      },
      problems: [],
    });
  });

  it('reads every setting', () => {
    const { config } = read({
      ...GIVEN,
      TAPEDECK_OIDC_CLIENT_SECRET: 'secret',
      TAPEDECK_OIDC_LABEL: 'Example',
      TAPEDECK_OIDC_SCOPES: 'openid  groups',
      TAPEDECK_OIDC_CREATE_USERS: 'on',
      TAPEDECK_OIDC_LINK_BY_EMAIL: 'on',
    });
    expect(config).toMatchObject({
      clientSecret: 'secret',
      label: 'Example',
      scopes: 'openid groups',
      createsUsers: true,
      linksByEmail: true,
    });
  });

  it.each([
    ['TAPEDECK_OIDC_ISSUER', 'http://login.example.com'],
    ['TAPEDECK_OIDC_ISSUER', 'https://user:secret@login.example.com'],
    ['TAPEDECK_OIDC_ISSUER', 'login.example.com'],
    ['TAPEDECK_OIDC_CLIENT_ID', 'two words'],
    ['TAPEDECK_OIDC_LABEL', 'a label that is far longer than any button should be'],
    ['TAPEDECK_OIDC_SCOPES', 'email profile'],
    ['TAPEDECK_OIDC_CREATE_USERS', 'yes'],
    ['TAPEDECK_OIDC_LINK_BY_EMAIL', 'verified'],
  ])('reports %s with the value %s', (name, value) => {
    const { problems } = read({ ...GIVEN, [name]: value });
    expect(problems).toEqual([expect.stringContaining(`${name} is "`)]);
  });

  it('reports settings without a provider or a client id', () => {
    expect(read({ TAPEDECK_OIDC_LABEL: 'Example' }).problems).toEqual([
      'TAPEDECK_OIDC_ISSUER and TAPEDECK_OIDC_CLIENT_ID must be set too: a sign-in with OpenID Connect needs a provider and a client id.',
    ]);
    const { TAPEDECK_OIDC_ISSUER } = GIVEN;
    expect(read({ TAPEDECK_OIDC_ISSUER }).problems).toEqual([
      expect.stringMatching(/^TAPEDECK_OIDC_CLIENT_ID must be set too/),
    ]);
  });

  it('accepts a provider without TLS on this machine', () => {
    expect(read({ ...GIVEN, TAPEDECK_OIDC_ISSUER: 'http://127.0.0.1:8080/realms/trading' }).problems).toEqual(
      [],
    );
  });
});

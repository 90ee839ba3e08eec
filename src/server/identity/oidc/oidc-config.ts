import type { VariableReader } from '../../variable-reader.ts';

/** The provider of OpenID Connect with which users sign in. */
export interface OidcConfig {
  /** As the provider writes it in its tokens: https, or http on this machine. */
  readonly issuer: URL;
  readonly clientId: string;
  /** Undefined: a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  /** What users call the provider, as in `Sign in with Example`. */
  readonly label: string;
  /** With spaces between them; `openid` is among them. */
  readonly scopes: string;
  /** Whether a subject that is linked to no user gets a new user. */
  readonly createsUsers: boolean;
  /** Whether a subject is linked to the user who has confirmed its verified mail address here. */
  readonly linksByEmail: boolean;
}

const ISSUER = 'TAPEDECK_OIDC_ISSUER';
const CLIENT_ID = 'TAPEDECK_OIDC_CLIENT_ID';
const OPTIONAL = [
  'TAPEDECK_OIDC_CLIENT_SECRET',
  'TAPEDECK_OIDC_LABEL',
  'TAPEDECK_OIDC_SCOPES',
  'TAPEDECK_OIDC_CREATE_USERS',
  'TAPEDECK_OIDC_LINK_BY_EMAIL',
] as const;
const DEFAULT_LABEL = 'single sign-on';
const DEFAULT_SCOPES = 'openid email profile';
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Reads the settings of OpenID Connect; undefined when they are not given. */
export function readOidcConfig(variables: VariableReader): OidcConfig | undefined {
  const issuer = variables.read(
    ISSUER,
    undefined,
    'the https address of a provider of OpenID Connect, such as https://login.example.com/realms/trading (http only on this machine)',
    parseIssuer,
  );
  const clientId = variables.read(
    CLIENT_ID,
    undefined,
    'the client id under which the provider knows this server',
    (text) => (/^[\x21-\x7e]{1,200}$/.test(text) ? text : undefined),
  );
  const settings = {
    clientSecret: variables.given('TAPEDECK_OIDC_CLIENT_SECRET'),
    label: variables.read('TAPEDECK_OIDC_LABEL', DEFAULT_LABEL, 'a name of at most 40 characters', (text) =>
      text.length <= 40 && !/\p{Cc}/u.test(text) ? text : undefined,
    ),
    scopes: variables.read(
      'TAPEDECK_OIDC_SCOPES',
      DEFAULT_SCOPES,
      `scopes with spaces between them, "openid" among them, such as "${DEFAULT_SCOPES}"`,
      parseScopes,
    ),
    createsUsers: variables.read('TAPEDECK_OIDC_CREATE_USERS', false, '"on" or "off"', parseSwitch),
    linksByEmail: variables.read('TAPEDECK_OIDC_LINK_BY_EMAIL', false, '"on" or "off"', parseSwitch),
  };
  const isGiven = (name: string): boolean => variables.given(name) !== undefined;
  const given = [ISSUER, CLIENT_ID, ...OPTIONAL].filter(isGiven);
  const missing = [ISSUER, CLIENT_ID].filter((name) => !isGiven(name));
  if (given.length > 0 && missing.length > 0)
    variables.problems.push(
      `${missing.join(' and ')} must be set too: a sign-in with OpenID Connect needs a provider and a client id.`,
    );
  return issuer === undefined || clientId === undefined ? undefined : { issuer, clientId, ...settings };
}

/** The address of a provider; undefined for a text that is no such address. */
export function parseIssuer(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
  const isPlain = url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return isSafe && isPlain ? url : undefined;
}

function parseScopes(text: string): string | undefined {
  const scopes = text.split(/\s+/);
  const areValid = scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(scope));
  return areValid && scopes.includes('openid') && scopes.length <= 20 ? scopes.join(' ') : undefined;
}

const parseSwitch = (text: string): boolean | undefined => ({ on: true, off: false })[text];

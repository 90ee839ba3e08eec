import { createHash, createSign, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Claims = Readonly<Record<string, unknown>>;

/** How a provider misbehaves. Each is read at the call that it concerns. */
export interface ProviderFaults {
  /** The error that the authorization endpoint sends the browser back with. */
  error?: string;
  /** Claims of the ID token that replace the right ones; undefined removes one. */
  claims?: Claims;
  /** Signs ID tokens with another key than the published one. */
  signsWrongly?: boolean;
  /** The status with which the token endpoint answers. */
  tokenStatus?: number;
}

/** A provider of OpenID Connect on loopback: discovery, authorization with PKCE, tokens signed with RS256, keys, and user info. */
export interface StandInProvider {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The user who is signed in at the provider. `profile` is sent by the user info alone, as many providers do. */
  user: { subject: string; profile: Claims };
  faults: ProviderFaults;
  /** Addresses that browsers may be sent back to; any when empty. */
  readonly returnUrls: Set<string>;
  /** Shows a page with a button, in place of sending the browser back at once. */
  hasPage: boolean;
  /** Calls of the paths, in order. */
  readonly calls: string[];
  close(): Promise<void>;
}

interface Grant {
  readonly returnUrl: string;
  readonly nonce: string | null;
  readonly challenge: string;
  readonly subject: string;
}

const TOKEN_SECONDS = 300;
const base64Url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Starts a provider on a free port, or on a given one after an earlier provider was closed. */
export async function startProvider(port = 0): Promise<StandInProvider> {
  const provider = new Provider();
  const server = createServer((request, response) => {
    provider.serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is an AddressInfo once it listens.
  provider.issuer = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/trading`);
  provider.close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return provider;
}

class Provider implements StandInProvider {
  issuer = new URL('http://127.0.0.1/');
  close = async (): Promise<void> => {};
  readonly clientId = 'tapedeck';
  readonly clientSecret = 'a secret of: the client';
  user: StandInProvider['user'] = { subject: 'subject-1', profile: {} };
  faults: ProviderFaults = {};
  hasPage = false;
  readonly returnUrls = new Set<string>();
  readonly calls: string[] = [];
  readonly #key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #codes = new Map<string, Grant>();
  readonly #accessTokens = new Map<string, string>();

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.issuer.origin);
    const path = url.pathname.slice(this.issuer.pathname.length);
    this.calls.push(path);
    if (path === '/.well-known/openid-configuration') return this.#json(response, 200, this.#metadata());
    if (path === '/authorize') return this.#authorize(url.searchParams, response);
    if (path === '/token') return this.#token(request, response);
    if (path === '/jwks')
      return this.#json(response, 200, {
        keys: [{ ...this.#key.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }],
      });
    if (path === '/userinfo') return this.#userInfo(request, response);
    response.writeHead(404).end();
  }

  #metadata(): object {
    const { href } = this.issuer;
    return {
      issuer: href,
      authorization_endpoint: `${href}/authorize`,
      token_endpoint: `${href}/token`,
      jwks_uri: `${href}/jwks`,
      userinfo_endpoint: `${href}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  #authorize(query: URLSearchParams, response: ServerResponse): void {
    const returnUrl = query.get('redirect_uri') ?? '';
    const challenge = query.get('code_challenge') ?? '';
    const isRight =
      query.get('client_id') === this.clientId &&
      query.get('response_type') === 'code' &&
      query.get('code_challenge_method') === 'S256' &&
      query.get('scope')?.split(' ').includes('openid') === true &&
      challenge !== '' &&
      (this.returnUrls.size === 0 || this.returnUrls.has(returnUrl));
    if (!isRight) return void response.writeHead(400).end('This request is not accepted.');
    const back = new URL(returnUrl);
    back.searchParams.set('state', query.get('state') ?? '');
    back.searchParams.set('iss', this.issuer.href);
    if (this.faults.error === undefined) {
      const code = randomUUID();
      this.#codes.set(code, {
        returnUrl,
        nonce: query.get('nonce'),
        challenge,
        subject: this.user.subject,
      });
      back.searchParams.set('code', code);
    } else back.searchParams.set('error', this.faults.error);
    if (!this.hasPage) return void response.writeHead(302, { location: back.href }).end();
    const address = back.href.replaceAll('&', '&amp;');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><html lang="en"><title>Provider</title><h1>Provider</h1><a href="${address}">Continue</a>`,
    );
  }

  async #token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const { tokenStatus } = this.faults;
    if (tokenStatus !== undefined) return void response.writeHead(tokenStatus).end();
    const secret = [this.clientId, this.clientSecret].map((part) =>
      encodeURIComponent(part).replaceAll('%20', '+'),
    );
    if (request.headers.authorization !== `Basic ${Buffer.from(secret.join(':')).toString('base64')}`)
      return this.#json(response, 401, { error: 'invalid_client' });
    const code = form.get('code') ?? '';
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.challenge !== challenge || grant.returnUrl !== form.get('redirect_uri'))
      return this.#json(response, 400, { error: 'invalid_grant' });
    const accessToken = randomUUID();
    this.#accessTokens.set(accessToken, grant.subject);
    this.#json(response, 200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      id_token: this.#idToken(grant),
    });
  }

  #userInfo(request: IncomingMessage, response: ServerResponse): void {
    const subject = this.#accessTokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (subject === undefined) return this.#json(response, 401, { error: 'invalid_token' });
    this.#json(response, 200, { sub: subject, ...this.user.profile });
  }

  #idToken({ nonce, subject }: Grant): string {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.issuer.href,
      aud: this.clientId,
      sub: subject,
      iat: nowSeconds,
      exp: nowSeconds + TOKEN_SECONDS,
      nonce,
      ...this.faults.claims,
    };
    const key = this.faults.signsWrongly ? this.#otherKey.privateKey : this.#key.privateKey;
    return signed({ alg: 'RS256', kid: 'k1' }, claims, key);
  }

  #json(response: ServerResponse, status: number, body: object): void {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
}

function signed(header: object, claims: object, key: KeyObject): string {
  const content = `${base64Url(header)}.${base64Url(claims)}`;
  return `${content}.${createSign('RSA-SHA256').update(content).sign(key).toString('base64url')}`;
}

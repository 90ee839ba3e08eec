import { CLOSE_OTHER_VERSION, encode, PROTOCOL_VERSION, type Body } from '../../../protocol/index.ts';
import type { Grant, Identity, LoginFailure } from '../../identity/identity.ts';
import type { Logger } from '../../logging.ts';
import type { Peer } from '../sockets/peer.ts';

/** What the sign-in calls need from their connection. */
export interface SignInCallsDeps {
  readonly identity: Identity;
  readonly logger: Logger;
  readonly peer: Peer;
  readonly send: (text: string) => void;
  /** Admits the client with a granted session; `isNew` for a session that this sign-in has created. */
  readonly welcome: (grant: Grant, isNew: boolean) => Promise<void>;
}

/** The messages that sign a client of the trading socket in: with a password, a passkey, a ticket of OpenID Connect or a token, or to a demo. */
export class SignInCalls {
  readonly #deps: SignInCallsDeps;

  constructor(deps: SignInCallsDeps) {
    this.#deps = deps;
  }

  async login({ UserId, Password, Code, Protocol }: Body<'login'>): Promise<void> {
    if (!this.#isOfThisVersion(Protocol)) return;
    const { identity, logger, peer, welcome } = this.#deps;
    const { address, userAgent } = peer;
    const granted = await identity.login({
      userName: UserId,
      password: Password,
      code: Code,
      address,
      userAgent,
    });
    if (!granted.ok) {
      const { failure, retryAfterSeconds } = granted.error;
      if (failure === 'CodeRequired') return this.#deps.send(encode('codeRequired', {}));
      // The name is not logged, because users type their password there by mistake. A throttled client is logged already.
      logger[retryAfterSeconds === undefined ? 'warn' : 'debug'](
        { address, failure },
        'a sign-in was refused',
      );
      return this.refuse({ failure, retryAfterSeconds });
    }
    logger.info({ address, userId: granted.value.principal.userId }, 'signed in');
    return welcome(granted.value, true);
  }

  async loginWithPasskey({ Pending, Response, Protocol }: Body<'passkeyLogin'>): Promise<void> {
    if (!this.#isOfThisVersion(Protocol)) return;
    const { identity, logger, peer, welcome } = this.#deps;
    const { address, userAgent } = peer;
    const response = parsed(Response);
    const granted = await identity.loginWithPasskey({ pending: Pending, response, address, userAgent });
    if (!granted.ok) {
      logger.warn({ address, failure: granted.error.failure }, 'a sign-in with a passkey was refused');
      return this.refuse(granted.error);
    }
    logger.info({ address, userId: granted.value.principal.userId }, 'signed in with a passkey');
    return welcome(granted.value, true);
  }

  async loginWithTicket({ Ticket, Code, Protocol }: Body<'oidcLogin'>): Promise<void> {
    if (!this.#isOfThisVersion(Protocol)) return;
    const { identity, logger, peer, welcome } = this.#deps;
    const { address, userAgent } = peer;
    const granted = await identity.loginWithTicket({ ticket: Ticket, code: Code, address, userAgent });
    if (!granted.ok) {
      if (granted.error.failure === 'CodeRequired') return this.#deps.send(encode('codeRequired', {}));
      logger.warn({ address, failure: granted.error.failure }, 'a sign-in with OpenID Connect was refused');
      return this.refuse(granted.error);
    }
    logger.info({ address, userId: granted.value.principal.userId }, 'signed in with OpenID Connect');
    return welcome(granted.value, true);
  }

  async resume({ JWT, Protocol }: Body<'resume'>): Promise<void> {
    if (!this.#isOfThisVersion(Protocol)) return;
    const grant = await this.grantOf(JWT);
    if (grant) await this.#deps.welcome(grant, false);
    else this.#deps.send(encode('relogin', { Message: 'Your session has ended; sign in again.' }));
  }

  async startDemo({ Protocol }: Body<'demoStart'>): Promise<void> {
    if (!this.#isOfThisVersion(Protocol)) return;
    const granted = await this.#deps.identity.startDemo(this.#deps.peer.address);
    return granted.ok ? this.#deps.welcome(granted.value, true) : this.refuse(granted.error);
  }

  /** A fresh grant for a token, also for an expired one (after a sleep of the machine) while its session stands. */
  async grantOf(jwt: string): Promise<Grant | undefined> {
    const { identity, peer } = this.#deps;
    const principal = await identity.verifyOverdue(jwt);
    return principal && identity.refresh(principal, { address: peer.address, userAgent: peer.userAgent });
  }

  refuse(refused: { readonly failure: LoginFailure; readonly retryAfterSeconds?: number | undefined }): void {
    this.#deps.send(
      encode('loginFailure', { FailureType: refused.failure, RetryAfterSeconds: refused.retryAfterSeconds }),
    );
  }

  /** Closes the socket of a client that was built for another version of the wire: it would misread what follows. */
  #isOfThisVersion(version: number | undefined): boolean {
    if (version === undefined || version === PROTOCOL_VERSION) return true;
    const { logger, peer } = this.#deps;
    logger.info({ address: peer.address, version }, 'a sign-in with another protocol version was refused');
    peer.close(CLOSE_OTHER_VERSION, `the server speaks protocol version ${PROTOCOL_VERSION}`);
    return false;
  }
}

/** The value of a JSON text; undefined for another text, which fits no challenge. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

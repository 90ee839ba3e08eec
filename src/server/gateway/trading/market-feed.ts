import { encode, type Body } from '../../../protocol/index.ts';
import type { Principal } from '../../identity/identity.ts';
import { isAdministrator } from '../../identity/is-administrator.ts';
import type { Logger } from '../../logging.ts';
import type { MarketData } from '../../market/market-data.ts';
import type { Refusal } from '../../refusals.ts';
import { NO_REPLAY, NOT_ADMINISTRATOR } from './refusals.ts';

/** The part of the `market` message that is the same for all clients at all times. */
export type MarketFacts = Omit<Body<'market'>, 'Replay'>;

/** The `market` message of one connection: sent while an account is selected, and again when the speed of a replay or the user's right to change it changes. */
export class MarketFeed {
  readonly #replay: MarketData['replay'];
  readonly #send: (text: string) => void;
  readonly #logger: Pick<Logger, 'info'>;
  #facts: MarketFacts | undefined;
  #mayControl = false;
  #end = (): void => {};

  constructor(
    market: Pick<MarketData, 'replay'>,
    send: (text: string) => void,
    logger: Pick<Logger, 'info'>,
  ) {
    this.#replay = market.replay;
    this.#send = send;
    this.#logger = logger;
  }

  start(facts: MarketFacts, principal: Principal): void {
    this.stop();
    this.#facts = facts;
    this.#mayControl = isAdministrator(principal);
    this.#sendFacts();
    this.#end = this.#replay?.onSpeed(() => this.#sendFacts()) ?? (() => {});
  }

  /** The user's permissions changed while the account is selected. */
  changeUser(principal: Principal): void {
    if (this.#mayControl === isAdministrator(principal)) return;
    this.#mayControl = isAdministrator(principal);
    if (this.#replay !== undefined) this.#sendFacts();
  }

  /** Changes the speed for every client. Returns why not, or undefined when it is done. */
  setSpeed({ Speed }: Body<'replaySpeedSet'>, principal: Principal): Refusal | undefined {
    if (this.#replay === undefined) return NO_REPLAY;
    if (!isAdministrator(principal)) return NOT_ADMINISTRATOR;
    this.#replay.setSpeed(Speed);
    this.#logger.info({ userId: principal.userId, speed: Speed }, 'the speed of the replay was changed');
    return undefined;
  }

  stop(): void {
    this.#end();
    this.#end = () => {};
    this.#facts = undefined;
  }

  #sendFacts(): void {
    if (this.#facts === undefined) return;
    const Replay = this.#replay && { Speed: this.#replay.speed(), MayControl: this.#mayControl };
    this.#send(encode('market', { ...this.#facts, ...(Replay && { Replay }) }));
  }
}

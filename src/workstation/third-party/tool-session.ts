import type { Readable } from '../../client/types.ts';
import { instrumentContext, type ToolWindow } from '../../plugin-api/index.ts';
import {
  MessageMeter,
  permissionOfCall,
  readToolMessage,
  refusalWithoutPermission,
  TOOL_API_VERSION,
  TOOL_LIMITS,
  type HostMessage,
  type ToolCall,
  type ToolChannelPermission,
  type ToolSettingValues,
  type ToolTheme,
} from '../../tool-channel/index.ts';
import { latestBars, storageProblem, watchLists } from './answer-call.ts';
import { QuoteFeed } from './quote-feed.ts';
import type { ThirdPartyState } from './third-party-state.ts';

/** `silent`: it does not answer, and may answer again. `stopped`: it was ended, for the reason given. */
export type ToolSessionState =
  | { readonly kind: 'starting' | 'running' | 'silent' }
  | { readonly kind: 'stopped'; readonly reason: string };

/** What a session of a third-party tool works with. */
export interface ToolSessionOptions {
  readonly window: Pick<
    ToolWindow<ThirdPartyState>,
    'getState' | 'update' | 'publish' | 'onContext' | 'isActive' | 'subscribe' | 'platform'
  >;
  readonly permissions: readonly ToolChannelPermission[];
  /** Ids of the commands that its manifest declares. */
  readonly commands: readonly string[];
  /** The values of its settings; null when it declares none or may not read them. */
  readonly settings: Readable<ToolSettingValues> | null;
  /** The workstation's end of the channel. */
  readonly port: Pick<MessagePort, 'postMessage' | 'addEventListener' | 'start' | 'close'>;
  /** The theme at this moment. */
  readonly theme: () => ToolTheme;
  readonly onState: (state: ToolSessionState) => void;
  /** Ms of a clock that is never set back. */
  readonly nowMs: () => number;
}

/** Longest that a value of a tool waits to be stored, ms: each write copies the workspaces. */
const STORE_DELAY_MS = 1_000;

/**
 * The workstation's side of the channel to a third-party tool. It trusts nothing that comes over it: each message is counted, measured and checked, and a
 * call is answered only if the user has allowed it. There is no call that sends an order or reads an account.
 */
export class ToolSession {
  readonly #options: ToolSessionOptions;
  readonly #quotes: QuoteFeed;
  readonly #meter = new MessageMeter();
  readonly #ends: (() => void)[];
  #state: ToolSessionState = { kind: 'starting' };
  #openCalls = 0;
  #isActive: boolean;
  #pingId = 0;
  /** When the ping was sent that has no answer yet; null = none. */
  #pingedMs: number | null = null;
  #unstored: string | null = null;
  #storeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ToolSessionOptions) {
    const { window, port, permissions } = options;
    this.#options = options;
    this.#quotes = new QuoteFeed(window.platform.symbols, (quotes) => this.#send({ type: 'quotes', quotes }));
    this.#isActive = window.isActive();
    this.#quotes.setActive(this.#isActive);
    port.addEventListener('message', (event) => this.#receive(event.data));
    port.start();
    const watch = setInterval(() => this.#ping(), TOOL_LIMITS.pingIntervalMs);
    this.#ends = [
      () => clearInterval(watch),
      window.subscribe(() => this.#followActivity()),
      this.#followTheme(window.platform.settings),
    ];
    const { settings } = options;
    if (settings !== null)
      this.#ends.push(settings.subscribe(() => this.#send({ type: 'settings', values: settings.get() })));
    const symbol = window.getState().Symbol;
    const mayReadLink = permissions.includes('link:read');
    this.#send({
      type: 'start',
      apiVersion: TOOL_API_VERSION,
      permissions,
      commands: options.commands,
      theme: options.theme(),
      isActive: this.#isActive,
      symbol: mayReadLink && symbol !== '' ? symbol : null,
      settings: settings?.get() ?? null,
    });
    if (mayReadLink) this.#ends.push(this.#followLink());
    this.#ping();
  }

  /** Gives the tool a command that the user has run. One that it does not declare is left out. */
  runCommand(id: string): void {
    if (this.#options.commands.includes(id)) this.#send({ type: 'command', id });
  }

  /** Ends the tool for a reason that the user is shown. */
  stop(reason: string): void {
    if (this.#state.kind === 'stopped') return;
    this.#setState({ kind: 'stopped', reason });
    this.#end();
  }

  /** Ends the session with its window. */
  dispose(): void {
    if (this.#state.kind === 'stopped') return;
    this.#state = { kind: 'stopped', reason: '' };
    this.#end();
  }

  #end(): void {
    for (const end of this.#ends) end();
    this.#quotes.setSymbols([]);
    this.#store();
    this.#options.port.close();
  }

  #receive(data: unknown): void {
    if (this.#state.kind === 'stopped') return;
    const tooMuch = this.#meter.add(typeof data === 'string' ? data.length : 0, this.#options.nowMs());
    if (tooMuch !== null) return this.stop(tooMuch);
    const read = readToolMessage(data);
    if (!read.ok) {
      const { id, message } = read.error;
      return id === null ? this.stop(message) : this.#send({ type: 'refusal', id, message });
    }
    const message = read.value;
    switch (message.type) {
      case 'ready':
        return this.#setState({ kind: 'running' });
      case 'pong':
        return this.#pong(message.id);
      case 'stopped':
        return this.stop(message.reason);
      case 'call':
        return this.#call(message);
    }
  }

  #call(call: ToolCall): void {
    const { id, name } = call;
    if (!this.#options.permissions.includes(permissionOfCall(name)))
      return this.#send({ type: 'refusal', id, message: refusalWithoutPermission(name) });
    if (this.#openCalls >= TOOL_LIMITS.openRequests) {
      const message = `${TOOL_LIMITS.openRequests} calls wait for their answers already. Wait for one of them.`;
      return this.#send({ type: 'refusal', id, message });
    }
    this.#openCalls += 1;
    this.#answer(call)
      .then(
        (value) => this.#send({ type: 'answer', id, value }),
        (cause: unknown) =>
          this.#send({
            type: 'refusal',
            id,
            message: cause instanceof Error ? cause.message : String(cause),
          }),
      )
      .finally(() => {
        this.#openCalls -= 1;
      });
  }

  /** Carries out a permitted call. Rejects with an Error whose message the tool gets. */
  async #answer(call: ToolCall): Promise<unknown> {
    const { window } = this.#options;
    switch (call.name) {
      case 'quotes.set':
        this.#quotes.setSymbols(call.args.symbols);
        return null;
      case 'bars':
        return latestBars(window, call.args);
      case 'watchLists':
        return watchLists(window);
      case 'storage.get':
        return (this.#unstored ?? window.getState().Stored) || null;
      case 'storage.set': {
        const problem = storageProblem(call.args.json);
        if (problem !== null) throw new Error(problem);
        this.#unstored = call.args.json;
        this.#storeTimer ??= setTimeout(() => this.#store(), STORE_DELAY_MS);
        return null;
      }
      case 'link.set':
        window.update({ Symbol: call.args.symbol });
        window.publish(instrumentContext(call.args.symbol));
        return null;
    }
  }

  #store(): void {
    clearTimeout(this.#storeTimer);
    this.#storeTimer = undefined;
    const stored = this.#unstored;
    this.#unstored = null;
    if (stored !== null && stored !== this.#options.window.getState().Stored)
      this.#options.window.update({ Stored: stored });
  }

  #followActivity(): void {
    const isActive = this.#options.window.isActive();
    if (isActive === this.#isActive) return;
    this.#isActive = isActive;
    this.#send({ type: 'activity', isActive });
    this.#quotes.setActive(isActive);
    // A browser may slow down what is not on screen: only what is on screen has to answer.
    this.#pingedMs = null;
  }

  #followTheme(settings: Pick<Readable<unknown>, 'subscribe'>): () => void {
    let shown = JSON.stringify(this.#options.theme());
    return settings.subscribe(() => {
      const theme = this.#options.theme();
      if (JSON.stringify(theme) === shown) return;
      shown = JSON.stringify(theme);
      this.#send({ type: 'theme', theme });
    });
  }

  #followLink(): () => void {
    const { window } = this.#options;
    return window.onContext((context) => {
      if (context.type !== 'fdc3.instrument') return;
      const symbol = context.id.ticker;
      if (window.getState().Symbol !== symbol) window.update({ Symbol: symbol });
      this.#send({ type: 'link', symbol });
    });
  }

  #ping(): void {
    if (!this.#isActive) return;
    const nowMs = this.#options.nowMs();
    if (this.#pingedMs === null) {
      this.#pingId += 1;
      this.#pingedMs = nowMs;
      this.#send({ type: 'ping', id: this.#pingId });
    } else if (nowMs - this.#pingedMs >= TOOL_LIMITS.answerLimitMs) this.#setState({ kind: 'silent' });
  }

  #pong(id: number): void {
    if (id !== this.#pingId) return;
    this.#pingedMs = null;
    if (this.#state.kind === 'silent') this.#setState({ kind: 'running' });
  }

  #setState(state: ToolSessionState): void {
    if (state.kind === this.#state.kind) return;
    this.#state = state;
    this.#options.onState(state);
  }

  #send(message: HostMessage): void {
    if (this.#state.kind !== 'stopped') this.#options.port.postMessage(JSON.stringify(message));
  }
}

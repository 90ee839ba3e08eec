import { ALERT_SCHEMA_VERSION, readAlertText, splitAlert } from '../../domain/alerts/index.ts';
import type { StockSplit } from '../../domain/corporate-actions/types.ts';
import {
  DRAWING_SCHEMA_VERSION,
  drawingIdPrefix,
  readDrawing,
  splitDrawing,
} from '../../domain/drawings/index.ts';
import type { Logger } from '../logging.ts';
import type { MarketData } from '../market/market-data.ts';
import type { ChangedDocument, DocumentSplitStore } from '../storage/document-splits.ts';
import type { StoredDocument } from '../storage/document-store.ts';

/** A change that failed is tried again after this. */
const RETRY_MS = 5_000;

/** What `DocumentSplits` works with. */
export interface DocumentSplitsOptions {
  readonly market: Pick<MarketData, 'corporateActions' | 'sessionDay' | 'onSession'>;
  readonly store: DocumentSplitStore;
  readonly hostMs: () => number;
  readonly logger: Pick<Logger, 'error'>;
  /** The documents have changed and are durable. */
  readonly onChanged: (changed: readonly ChangedDocument[]) => void;
}

/**
 * Adjusts the alerts and shared drawings of all users to the splits of a session as it begins, each exactly once: the documents and the session that they are adjusted for
 * change in one transaction. Until it is done the alerts of those symbols are held, so that no old level meets a new price.
 */
export class DocumentSplits {
  readonly #parts: DocumentSplitsOptions;
  #session = '';
  #held: ReadonlySet<string> = new Set();
  #isBusy = false;
  #retry: NodeJS.Timeout | undefined;
  #end: (() => void) | undefined;
  #applied: Promise<void> = Promise.resolve();

  constructor(parts: DocumentSplitsOptions) {
    this.#parts = parts;
  }

  /** Applies what became due while the server was away, then follows the sessions. A market without corporate actions is not followed. */
  async start(): Promise<void> {
    const { market, store, hostMs } = this.#parts;
    if (market.corporateActions === undefined) return;
    this.#session = (await store.session()) ?? '';
    // Documents from before the first session are on the scale of that session.
    if (this.#session === '') {
      const throughDate = market.sessionDay().date;
      await store.change({ throughDate, atMs: hostMs(), drawingPrefixes: [], bodyOf: () => undefined });
      this.#session = throughDate;
    }
    this.check();
    await this.#applied;
    this.#end = market.onSession({ onPhase: () => this.check() });
  }

  async stop(): Promise<void> {
    this.#end?.();
    clearTimeout(this.#retry);
    await this.#applied;
  }

  /** True while alerts of the symbol must not fire. Called with each trade of a symbol with alerts. */
  isHeld(symbol: string): boolean {
    if (this.#session === '') return false;
    this.check();
    return this.#held.has(symbol);
  }

  /** Begins to adjust when another session has begun. */
  check(): void {
    const { market } = this.#parts;
    const { date } = market.sessionDay();
    if (this.#isBusy || this.#session === '' || date <= this.#session) return;
    const splits = (market.corporateActions?.(this.#session, date) ?? []).filter(
      (action) => action.kind === 'Split',
    );
    this.#held = new Set(splits.map(({ symbol }) => symbol));
    this.#isBusy = true;
    this.#applied = this.#record(date, splits).finally(() => {
      this.#isBusy = false;
    });
  }

  /** Never rejects; what fails is tried again. */
  async #record(throughDate: string, splits: readonly StockSplit[]): Promise<void> {
    const { store, hostMs, logger, onChanged } = this.#parts;
    try {
      const changed = await store.change({
        throughDate,
        atMs: hostMs(),
        drawingPrefixes: splits.map(({ symbol }) => drawingIdPrefix(symbol)),
        bodyOf: (kind, document) =>
          kind === 'alert' ? alertBody(document, splits) : drawingBody(document, splits),
      });
      this.#session = throughDate;
      this.#held = new Set();
      onChanged(changed);
    } catch (error) {
      logger.error({ err: error }, 'alerts and drawings could not be adjusted to a split; trying again');
      this.#retry = setTimeout(() => this.check(), RETRY_MS).unref();
    }
  }
}

/** Undefined when the alert stays as it is, or this release cannot read it. */
function alertBody(
  { schemaVersion, body }: StoredDocument,
  splits: readonly StockSplit[],
): string | undefined {
  const read = readAlertText(schemaVersion, body ?? '');
  if (!read.ok || schemaVersion !== ALERT_SCHEMA_VERSION) return undefined;
  const row = splits.reduce(splitAlert, read.value);
  return row === read.value ? undefined : JSON.stringify(row);
}

function drawingBody(
  { schemaVersion, body }: StoredDocument,
  splits: readonly StockSplit[],
): string | undefined {
  if (schemaVersion !== DRAWING_SCHEMA_VERSION || body === null) return undefined;
  const parsed: unknown = JSON.parse(body);
  const read = readDrawing(schemaVersion, parsed);
  if (!read.ok) return undefined;
  const drawing = splits
    .filter(({ symbol }) => symbol === read.value.Symbol)
    .reduce(splitDrawing, read.value);
  return drawing === read.value ? undefined : JSON.stringify(drawing);
}

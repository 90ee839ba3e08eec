import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { HOUR_MS } from '../../../domain/calendar/durations.ts';
import { isSymbolForm } from '../../../domain/symbols/symbol.ts';
import type { Instrument } from '../market-data.ts';
import type { AlpacaSource } from './alpaca-source.ts';
import { AlpacaError } from './rest-client.ts';
import { assetsAnswer, type WireAsset } from './wire.ts';

/** A list that is older is requested again at the next start, ms. */
const MAX_AGE_MS = 12 * HOUR_MS;
/** Listings that are no exchange of stocks. */
const LEFT_OUT = new Set(['OTC', 'CRYPTO']);
const FUND_NAME = /\b(ETF|ETN|SPDR|iShares|ProShares|Fund)\b/i;

const keptList = v.object({ savedMs: v.number(), assets: assetsAnswer });

/** Where the list comes from, and where it is kept. */
export interface SymbolListOptions {
  readonly source: Pick<AlpacaSource, 'assets'>;
  readonly path: string;
  /** UTC ms. */
  readonly wallMs: () => number;
  readonly note: (line: string) => void;
}

/**
 * The stocks and funds that can be traded, by symbol, ascending. Alpaca's list is kept in a file, so that a restart does not request it, and a server starts
 * while Alpaca does not answer. Throws an AlpacaError when there is no list at all.
 */
export async function loadInstruments(options: SymbolListOptions): Promise<Instrument[]> {
  const { wallMs, note } = options;
  const kept = await readKept(options.path);
  if (kept !== undefined && wallMs() - kept.savedMs < MAX_AGE_MS) return instrumentsOf(kept.assets);
  try {
    const assets = await options.source.assets();
    const instruments = instrumentsOf(assets);
    if (instruments.length === 0)
      throw new AlpacaError('unreadable', 'Alpaca lists no symbols; try again later.');
    await keep(options, assets);
    return instruments;
  } catch (error) {
    if (kept === undefined || !(error instanceof AlpacaError) || error.failure === 'refused') throw error;
    note(
      `The list of symbols is an earlier one of ${new Date(kept.savedMs).toISOString()}: ${error.message}`,
    );
    return instrumentsOf(kept.assets);
  }
}

/** Undefined when there is no list, or none that can be read. */
async function readKept(path: string): Promise<v.InferOutput<typeof keptList> | undefined> {
  try {
    const read = v.safeParse(keptList, JSON.parse(await readFile(path, 'utf8')));
    return read.success && read.output.assets.length > 0 ? read.output : undefined;
  } catch {
    return undefined;
  }
}

async function keep({ path, wallMs, note }: SymbolListOptions, assets: readonly WireAsset[]): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.new`, JSON.stringify({ savedMs: wallMs(), assets }));
    await rename(`${path}.new`, path);
  } catch (error) {
    note(
      `The list of symbols cannot be kept in ${path} (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}

function instrumentsOf(assets: readonly WireAsset[]): Instrument[] {
  return assets
    .filter(({ symbol, tradable, exchange }) => tradable && !LEFT_OUT.has(exchange) && isSymbolForm(symbol))
    .map(instrumentOf)
    .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

function instrumentOf({ symbol, name, exchange, shortable }: WireAsset): Instrument {
  const company = name ?? '';
  return {
    symbol,
    company: company === '' ? symbol : company,
    exchange: exchange.slice(0, 8),
    currency: 'USD',
    // The list does not say which are funds; their names do.
    isEtf: FUND_NAME.test(company),
    sector: null,
    industry: null,
    sharesOutstanding: null,
    shortInterest: null,
    dividend: null,
    eps: null,
    shortable,
  };
}

import * as v from 'valibot';
import type { BrokerFigures } from '../../domain/orders/external-orders/index.ts';
import { externalBrokerHttp } from '../../protocol/index.ts';
import type { ExternalBrokerHost } from '../trading-api/external-link.ts';
import type { ReconciledLine } from '../trading-api/reconciliation.ts';

const integer = v.pipe(v.number(), v.safeInteger());
const shares = v.record(v.string(), v.pipe(v.number(), v.finite()));
const schema = v.object({
  Version: v.literal(1),
  Figures: v.object({
    positions: shares,
    cashE4: v.nullable(integer),
    doubtE4: integer,
    horizonMs: integer,
    counted: v.record(
      v.string(),
      v.object({
        filled: v.number(),
        shares,
        cashE4: integer,
        doubtE4: integer,
        overMs: v.nullable(v.number()),
      }),
    ),
  }),
  Kept: v.record(v.string(), v.string()),
  Lines: v.array(
    v.object({
      Serial: integer,
      Timestamp: integer,
      ReconciledType: v.picklist(['Position', 'Cash']),
      Symbol: v.string(),
      Message: v.string(),
    }),
  ),
});

/** What is stored of an account at the broker. */
export interface AccountFile {
  readonly figures: BrokerFigures;
  /** Differences that the user keeps: the mark of each by its key. */
  readonly kept: Readonly<Record<string, string>>;
  readonly lines: readonly ReconciledLine[];
}

/** The file as our server has it; revision 0 and null while there is none. */
export interface StoredFile {
  readonly revision: number;
  readonly file: AccountFile | null;
}

/** A file of another form than this release writes is not read, and begins again: it is a count that the broker can restate. */
function parse(text: string | null): AccountFile | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (!read.success) return null;
  const { Figures, Kept, Lines } = read.output;
  return { figures: Figures, kept: Kept, lines: Lines };
}

/** The stored figures of an account; undefined when our server does not answer. */
export async function loadAccountFile(
  host: Pick<ExternalBrokerHost, 'fetch'>,
  account: string,
): Promise<StoredFile | undefined> {
  const { path, response: schemaOfAnswer } = externalBrokerHttp.brokerFigures;
  const query = new URLSearchParams({ account });
  try {
    const response = await host.fetch(`${path}?${query}`, { method: 'GET' });
    const answer = v.safeParse(schemaOfAnswer, await response.json());
    if (!response.ok || !answer.success) return undefined;
    return { revision: answer.output.Revision, file: parse(answer.output.Figures) };
  } catch {
    // The server cannot be reached, or its answer is no JSON: the same as no answer.
    return undefined;
  }
}

/**
 * Stores the figures over revision `seen`. `stored` false: another client was first, and what it wrote is returned. Undefined when our server does not
 * answer, or refuses.
 */
export async function storeAccountFile(
  host: Pick<ExternalBrokerHost, 'fetch'>,
  account: string,
  seen: number,
  { figures, kept, lines }: AccountFile,
): Promise<(StoredFile & { readonly isStored: boolean }) | undefined> {
  const { path, response: schemaOfAnswer } = externalBrokerHttp.brokerPutFigures;
  const Figures = JSON.stringify({ Version: 1, Figures: figures, Kept: kept, Lines: lines });
  try {
    const response = await host.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Account: account, Seen: seen, Figures }),
    });
    const answer = v.safeParse(schemaOfAnswer, await response.json());
    if (!response.ok || !answer.success) return undefined;
    const { IsStored, Revision } = answer.output;
    return { isStored: IsStored, revision: Revision, file: parse(answer.output.Figures) };
  } catch {
    // As above.
    return undefined;
  }
}

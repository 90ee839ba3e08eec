import { addDays } from 'date-fns/addDays';
import { formatISO } from 'date-fns/formatISO';
import { parseISO } from 'date-fns/parseISO';
import { Readable } from 'node:stream';
import { newYorkMs } from '../../../domain/calendar/us-equity.ts';
import type { Brokerage } from '../../brokerage/brokerage.ts';
import { createPace, type FairTurns } from '../../fair-turns.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import type { Identity } from '../../identity/identity.ts';
import { requireOwnAccount } from '../own-account.ts';
import { exportCsv, exportJson } from './order-export.ts';

/** About as much text at once as one write to a socket takes. */
const PIECE_LENGTH = 64 * 1024;

/** The call that exports the orders of an account. */
export function orderExportRoutes(
  deps: {
    readonly brokerage: Pick<Brokerage, 'accountHistory' | 'accountState'>;
    readonly identity: Pick<Identity, 'accountsOf'>;
  },
  turns: FairTurns,
): Pick<Handlers, 'ordersExport'> {
  return {
    async ordersExport({ caller, params, reply }) {
      const { account, format, from, to } = params;
      await requireOwnAccount(deps.identity, caller.userId, account);
      if (from !== undefined && to !== undefined && to < from)
        throw new HttpRefusal(400, `to: the last day, ${to}, is before the first, ${from}.`);
      const fromMs = from === undefined ? 0 : newYorkMs(from, 0);
      const toMs = to === undefined ? Number.POSITIVE_INFINITY : newYorkMs(dayAfter(to), 0);
      const history = await deps.brokerage.accountHistory(account, fromMs);
      const { settlements, actions } = deps.brokerage.accountState(account, fromMs);
      const isOver = new AbortController();
      const nextSlice = createPace(turns, caller.userId, isOver.signal);
      const pace = async (): Promise<void> => {
        await nextSlice();
        isOver.signal.throwIfAborted();
      };
      const request = {
        account,
        from: from ?? null,
        to: to ?? null,
        fromMs,
        toMs,
        history,
        settlements,
        actions,
        pace,
      };
      const name = `orders-${account}${from === undefined ? '' : `-from-${from}`}${to === undefined ? '' : `-to-${to}`}.${format}`;
      reply.header(
        'content-type',
        format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8',
      );
      reply.header(
        'content-disposition',
        `attachment; filename="${name.replaceAll(/[^A-Za-z0-9._-]/g, '_')}"`,
      );
      // Not the end of the stream: that waits for the piece that is being made.
      reply.raw.once('close', () => isOver.abort());
      // Fastify takes a stream where the type says the body.
      return Readable.from(pieces(format === 'csv' ? exportCsv(request) : exportJson(request)), {
        objectMode: false,
      }) as never;
    },
  };
}

/** Joins small texts into pieces that are worth a write. */
async function* pieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE_LENGTH) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

function dayAfter(day: string): string {
  return formatISO(addDays(parseISO(day), 1), { representation: 'date' });
}

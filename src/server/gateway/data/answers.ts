import {
  DATA_ANSWERS,
  type ItemsOf,
  type ListRequest,
  type ListRequestName,
} from '../../../protocol/index.ts';
import type { GatewayDeps } from '../deps.ts';
import { DataRefusal, type DataCall, type DataHandler, type DataHandlers } from './handlers.ts';
import { createHistoryHandlers } from './history-handlers.ts';
import { createMarketHandlers } from './market-handlers.ts';
import { optionHandlers } from './option-handlers.ts';

/** An answer before it is cut into chunks: its items at once, or in parts. */
export type Answered = { readonly name: (typeof DATA_ANSWERS)[ListRequestName]; readonly id: number } & (
  | { readonly ok: true; readonly items: ItemsOf<ListRequestName>; readonly pending?: number }
  | { readonly ok: true; readonly parts: AsyncIterable<ItemsOf<ListRequestName>> }
  | { readonly ok: false; readonly error: string }
);

/** The handler of every request that is answered by a list. */
export function createDataHandlers(deps: GatewayDeps): DataHandlers {
  return { ...createMarketHandlers(deps.history), ...createHistoryHandlers(deps), ...optionHandlers };
}

/** Answers one request. Stops early, with the items so far, when the signal is aborted. */
export async function answerRequest(
  handlers: DataHandlers,
  request: ListRequest,
  call: DataCall,
): Promise<Answered> {
  const answer = { name: DATA_ANSWERS[request.name], id: request.body.Id };
  // The table pairs each name with its own body; the compiler cannot follow that through a union.
  const handle = handlers[request.name] as DataHandler<ListRequestName>;
  try {
    const outcome = await handle(request.body, call);
    if (Array.isArray(outcome)) return { ...answer, ok: true, items: outcome };
    return 'items' in outcome ? { ...answer, ok: true, ...outcome } : { ...answer, ok: true, parts: outcome };
  } catch (error) {
    if (error instanceof DataRefusal) return { ...answer, ok: false, error: error.message };
    throw error;
  }
}

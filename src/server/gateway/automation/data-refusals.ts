import { DataRefusal, SYMBOL_NOT_FOUND } from '../data/handlers.ts';
import { ApiRefusal } from './api-refusal.ts';

/** What a request of the market data socket answers; its refusal becomes one of the API for programs. */
export async function fromDataRequest<Value>(request: () => Promise<Value>): Promise<Value> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof DataRefusal)) throw error;
    throw error.message === SYMBOL_NOT_FOUND
      ? new ApiRefusal(404, 'unknown_symbol', 'The market does not know this symbol.')
      : new ApiRefusal(400, 'invalid_request', error.message);
  }
}

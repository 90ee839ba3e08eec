import * as v from 'valibot';
import { http, httpErrorBody } from '../../protocol/index.ts';

/** Requests the journal of an account from the server as a file; `fetch` is a call with the session's token. */
export async function exportJournal(
  fetch: (path: string) => Promise<Response>,
  account: string,
  format: 'csv' | 'json',
): Promise<{ readonly name: string; readonly data: Blob }> {
  const query = new URLSearchParams({ account, format });
  let response: Response;
  try {
    response = await fetch(`${http.ordersExport.path}?${query}`);
  } catch {
    throw new Error('The server could not be reached. Try again in a moment.');
  }
  if (!response.ok) {
    const refused = v.safeParse(httpErrorBody, await response.json().catch(() => null));
    throw new Error(
      refused.success ? refused.output.Error : `The server refused the order export (${response.status}).`,
    );
  }
  return { name: `orders-${account}.${format}`, data: await response.blob() };
}

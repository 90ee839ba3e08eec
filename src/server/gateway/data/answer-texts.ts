import { DATA_ANSWERS, encode, type Body, type ListRequest } from '../../../protocol/index.ts';
import { CHUNK_ITEMS, chunksOf } from '../chunks.ts';
import type { Answered } from './answers.ts';

/** The message that answers a request with an error, or with a timeout. */
export function failedAnswer(
  request: ListRequest,
  result: 'Error' | 'Timeout',
  error: string | undefined,
): string {
  return encode(DATA_ANSWERS[request.name], {
    Id: request.body.Id,
    Result: result,
    Error: error,
    HasMore: false,
    Items: [],
  });
}

/** The messages of an answer, each encoded when it is requested. */
export async function* answerTexts(answer: Answered): AsyncGenerator<string> {
  if (!answer.ok) {
    yield encode(answer.name, {
      Id: answer.id,
      Result: 'Error',
      Error: answer.error,
      HasMore: false,
      Items: [],
    });
    return;
  }
  if ('items' in answer) {
    for (const { items, hasMore } of chunksOf<unknown>(answer.items))
      yield chunkText(answer, items, hasMore, hasMore ? undefined : answer.pending);
    return;
  }
  let waiting: unknown[] = [];
  for await (const part of answer.parts) {
    waiting.push(...part);
    // The last chunk carries HasMore false, so it can be sent only when the parts have ended.
    for (; waiting.length > CHUNK_ITEMS; waiting = waiting.slice(CHUNK_ITEMS))
      yield chunkText(answer, waiting.slice(0, CHUNK_ITEMS), true, undefined);
  }
  yield chunkText(answer, waiting, false, undefined);
}

function chunkText(
  { name, id }: Answered,
  items: readonly unknown[],
  hasMore: boolean,
  pending: number | undefined,
): string {
  // `Answered` pairs each name with its own items; a slice of them is still of that kind.
  return encode(name, {
    Id: id,
    Result: 'Ok',
    HasMore: hasMore,
    ...(pending === undefined ? {} : { Pending: pending }),
    Items: items,
  } as Body<typeof name>);
}

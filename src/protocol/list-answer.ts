import * as v from 'valibot';
import { longText, requestIdField } from './fields.ts';

/** Body of a message that answers a request of the data socket with a list, in one or more parts. */
export const listAnswer = <S extends v.GenericSchema>(item: S) =>
  v.object({
    Id: requestIdField,
    Result: v.picklist(['Ok', 'Error', 'Timeout']),
    Error: v.optional(longText),
    HasMore: v.boolean(),
    Items: v.pipe(v.array(item), v.maxLength(20_000)),
  });

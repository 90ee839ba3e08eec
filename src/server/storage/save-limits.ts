import { sql, type Kysely, type Transaction } from 'kysely';
import { isSameName } from '../../domain/names/same-name.ts';
import { MAX_SAVE_CHARS_PER_USER } from '../../domain/saves/index.ts';
import type { Database } from './schema.ts';

/** Why a save is not stored. */
export type SaveLimit = 'name-taken' | 'too-large';

/** What a list of saves shows. */
export interface SaveHead {
  readonly id: string;
  readonly type: string;
  readonly name: string;
}

/** Characters that `Id`, `Type` and `Name` take at most in a body. They come first in it. */
const HEAD_CHARS = 1_000;
const HEAD = /^\{"Id":"\d+","Type":("(?:[^"\\]|\\.)*"),"Name":("(?:[^"\\]|\\.)*"),"Data":/;

const presentSaves = (db: Kysely<Database>, userId: string) =>
  db
    .selectFrom('documents')
    .where('user_id', '=', userId)
    .where('kind', '=', 'save')
    .where('is_deleted', '=', 0);

/** The user's saves without their data, which may take megabytes. */
export async function saveHeads(db: Kysely<Database>, userId: string): Promise<SaveHead[]> {
  const rows = await presentSaves(db, userId)
    .select(['id', sql<string>`substr(body, 1, ${sql.lit(HEAD_CHARS)})`.as('head')])
    .execute();
  return rows.flatMap(({ id, head }) => {
    const { type, name } = headOf(head);
    return type === '' ? [] : [{ id, type, name }];
  });
}

/** Whether a save that is new, or changes `present`, goes beyond a limit of its user. */
export async function saveLimit(
  transaction: Transaction<Database>,
  userId: string,
  { id, body }: { readonly id: string; readonly body: string },
  present: { readonly body: string | null } | undefined,
): Promise<SaveLimit | null> {
  const { type, name } = headOf(body);
  // A save that keeps its name is stored, whatever the others are called.
  const keepsName = headOf(present?.body ?? '').name === name;
  const isTaken = (other: SaveHead) => other.id !== id && other.type === type && isSameName(other.name, name);
  if (!keepsName && (await saveHeads(transaction, userId)).some(isTaken)) return 'name-taken';
  // One that gets shorter is always stored.
  if (body.length <= (present?.body ?? '').length) return null;
  const { others } = await presentSaves(transaction, userId)
    .where('id', '<>', id)
    .select(sql<number | null>`sum(length(body))`.as('others'))
    .executeTakeFirstOrThrow();
  return Number(others ?? 0) + body.length > MAX_SAVE_CHARS_PER_USER ? 'too-large' : null;
}

/** Empty texts for what is no body of a save. */
function headOf(text: string): { readonly type: string; readonly name: string } {
  const [, type = '""', name = '""'] = HEAD.exec(text) ?? [];
  // The pattern matches JSON texts only.
  return { type: JSON.parse(type) as string, name: JSON.parse(name) as string };
}

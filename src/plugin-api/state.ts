import * as v from 'valibot';
import { err, ok, type Result } from '../domain/assert/assert.ts';
import type { StateDefinition } from './types.ts';

/** State of a tool as it is stored in a workspace. */
export interface StoredState {
  /** Number of migrations applied to the data. */
  readonly version: number;
  readonly data: unknown;
}

/** Why stored state could not be used. */
export type RestoreFailure = 'too-new' | 'migration-threw' | 'invalid';

const storedShape = v.object({ version: v.pipe(v.number(), v.integer(), v.minValue(0)), data: v.unknown() });

/** Declares the state of a tool. Throws when the initial state does not match the schema, or two migrations have one name. */
export function defineState<State>(definition: StateDefinition<State>): StateDefinition<State> {
  const names = definition.migrations.map(({ name }) => name);
  if (new Set(names).size !== names.length)
    throw new Error(`Two migrations of a tool's state have the same name: ${names.join(', ')}.`);
  if (!v.is(definition.schema, definition.initial))
    throw new Error("A tool's initial state does not fit its schema.");
  return definition;
}

/** The stored form of a state, at the current version. */
export function serializeState<State>(definition: StateDefinition<State>, state: State): StoredState {
  return { version: definition.migrations.length, data: state };
}

/**
 * Reads stored state: applies the missing migrations, then validates the result. Without stored state, returns the initial state. On an
 * error the caller uses the initial state and reports the failure.
 */
export function restoreState<State>(
  definition: StateDefinition<State>,
  stored: unknown,
): Result<State, RestoreFailure> {
  if (stored === undefined || stored === null) return ok(definition.initial);
  const shape = v.safeParse(storedShape, stored);
  if (!shape.success) return err('invalid');
  const { version } = shape.output;
  if (version > definition.migrations.length) return err('too-new');
  let data: unknown = shape.output.data;
  for (const migration of definition.migrations.slice(version)) {
    try {
      // A migration declares the shape of its own version; the schema below is the judge of what comes out.
      data = migration.up(data as never);
    } catch {
      return err('migration-threw');
    }
  }
  const parsed = v.safeParse(definition.schema, data);
  return parsed.success ? ok(parsed.output) : err('invalid');
}

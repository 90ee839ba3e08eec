import * as v from 'valibot';
import { strategyGates } from '../../../protocol/index.ts';
import type { StoredGateCheck } from '../../storage/strategy-gate-store.ts';
import { publicById } from '../library/public-strategies.ts';
import type { WireGateCheck } from './gate-service.ts';

const bodySchema = strategyGates.strategyGatesStatus.body.entries.Check;

/** A check as it is stored; undefined when it cannot be read. Its name is that of the strategy now. */
export function readGateCheck(stored: StoredGateCheck): WireGateCheck | undefined {
  const body = v.safeParse(bodySchema, parsed(stored.body));
  const name = stored.name ?? publicById(stored.strategyId)?.name;
  return body.success && name !== undefined ? { ...body.output, Name: name } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

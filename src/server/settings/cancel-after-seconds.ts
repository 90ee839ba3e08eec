import * as v from 'valibot';
import { MAX_CANCEL_AFTER_S } from '../../domain/orders/cancel-after.ts';

const schema = v.object({
  CancelAfterSeconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_CANCEL_AFTER_S)),
});

/**
 * After how many seconds without a connection the orders of a session are cancelled, by the stored settings of its user (JSON text); null = not. The browser
 * writes the settings; this is the one field of them that the server acts on.
 */
export function cancelAfterSecondsOf(settings: string | undefined): number | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(settings ?? '{}'));
    return parsed.success ? parsed.output.CancelAfterSeconds : null;
  } catch {
    return null;
  }
}

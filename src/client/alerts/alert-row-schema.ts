import * as v from 'valibot';
import { ALERT_SCHEMA_VERSION, type AlertRow, readAlert } from '../../domain/alerts/index.ts';

/** An alert that this release has stored in the browser. */
export const alertRowSchema = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, AlertRow>(({ dataset, addIssue, NEVER }) => {
    const read = readAlert(ALERT_SCHEMA_VERSION, dataset.value);
    if (read.ok) return read.value;
    addIssue({ message: 'alert expected' });
    return NEVER;
  }),
);

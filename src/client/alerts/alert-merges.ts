import {
  adoptAlert,
  type AlertRow,
  hasOnlyFired,
  isSameAlert,
  mergeAlerts,
} from '../../domain/alerts/index.ts';
import type { DocumentTraits } from '../documents/document-entries.ts';
import type { AlertProblem } from './types.ts';

/** How two writers' changes of an alert come together: an alert that another writer has removed is removed, one that fired meanwhile can be removed. */
export const ALERT_TRAITS: DocumentTraits<AlertRow, AlertProblem> = {
  isSame: isSameAlert,
  adopt: adoptAlert,
  merge(base, mine, other) {
    if (mine === null) {
      const isUnchanged = other === null || (base !== null && hasOnlyFired(base, other));
      return isUnchanged
        ? { row: null, problems: [] }
        : { row: other, problems: [{ kind: 'kept', row: other }] };
    }
    if (other === null) return { row: null, problems: [{ kind: 'removed', row: mine }] };
    const { row, lost } = mergeAlerts(base, mine, other);
    return { row, problems: lost.map(({ side, level }) => ({ kind: 'merged', row, side, level })) };
  },
};

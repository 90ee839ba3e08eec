import { useCallback, useState } from 'react';
import type { AdminCalls } from '../../../client/types.ts';
import { DAY_MS } from '../../../domain/calendar/durations.ts';
import { Select } from '../../../ui/index.ts';
import { AdminGrid } from './AdminGrid.tsx';
import { AUDIT_COLUMNS } from './columns.ts';
import { useAdminList } from './use-admin-list.ts';

const PERIODS = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '90', label: 'Last 90 days' },
  { value: 'all', label: 'All' },
] as const;
type Period = (typeof PERIODS)[number]['value'];

/** The commands that have changed something, with who gave them. */
export function AuditTrail() {
  const [period, setPeriod] = useState<Period>('7');
  const load = useCallback(
    (calls: AdminCalls) =>
      // The clock of the browser may be ahead by minutes; nobody chooses a period to the minute.
      calls.audit(period === 'all' ? 0 : Date.now() - Number(period) * DAY_MS),
    [period],
  );
  const list = useAdminList(load);
  return (
    <AdminGrid
      label="Audit trail"
      list={list}
      rows={list.value}
      columns={AUDIT_COLUMNS}
      rowId={({ Id }) => Id}
      rowName={({ Command }) => Command}
      rowActions={() => []}
      empty="No command has changed anything in this time"
      extra={<Select label="Period" isLabelHidden value={period} options={PERIODS} onChange={setPeriod} />}
    />
  );
}

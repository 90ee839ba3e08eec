import { useSession, type ToolProps, useToolState } from '../../src/plugin-api/index.ts';
import { EmptyState, Select, Tabs } from '../../src/ui/index.ts';
import { BookOpen } from 'lucide-react';
import { GainsView } from './GainsView.tsx';
import { LotsView } from './LotsView.tsx';
import type { TradeJournalState } from './state.ts';
import { TripsView } from './TripsView.tsx';
import { useAccount } from './use-journal.ts';

/** Round trips with notes, realised gains, and open lots of an account. */
export default function TradeJournal({ tool }: ToolProps<TradeJournalState>) {
  const { View } = useToolState(tool);
  const account = useAccount(tool);
  const { demoAccounts, liveAccounts } = useSession(tool.platform);
  const accounts = [...demoAccounts, ...liveAccounts];
  if (account === null)
    return (
      <EmptyState icon={BookOpen} title="No account is selected" text="Choose an account in the menu." />
    );
  return (
    <Tabs
      label="Views of the trade journal"
      value={View}
      onChange={(next) => tool.update({ View: next })}
      extra={
        accounts.length < 2 ? undefined : (
          <Select
            label="Account"
            isLabelHidden
            value={account}
            options={accounts.map((value) => ({ value, label: value }))}
            onChange={(value) => tool.update({ Account: value })}
          />
        )
      }
      items={[
        { id: 'Trips', label: 'Round trips', content: <TripsView tool={tool} account={account} /> },
        { id: 'Gains', label: 'Realised gains', content: <GainsView tool={tool} account={account} /> },
        { id: 'Lots', label: 'Open lots', content: <LotsView tool={tool} account={account} /> },
      ]}
    />
  );
}

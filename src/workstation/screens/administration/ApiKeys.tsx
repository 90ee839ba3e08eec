import type { AdminApiKey, AdminCalls } from '../../../client/types.ts';
import type { AdminAction } from './admin-action.ts';
import { AdminGrid } from './AdminGrid.tsx';
import { API_KEY_COLUMNS } from './columns.ts';
import { useAdminList } from './use-admin-list.ts';

const loadApiKeys = (calls: AdminCalls) => calls.apiKeys();

const apiKeyActions = ({ Id, User, Name }: AdminApiKey): readonly AdminAction[] => [
  {
    id: 'revoke',
    label: 'Revoke…',
    title: `Revoke the API key ${Name} of ${User}`,
    text: 'The next request with the key is refused. Open orders stay open.',
    submit: 'Revoke',
    isDestructive: true,
    command: () => ['api-key', 'revoke', Id],
  },
];

/** The API keys of all users that can still be used. */
export function ApiKeys() {
  const list = useAdminList(loadApiKeys);
  return (
    <AdminGrid
      label="API keys"
      list={list}
      rows={list.value}
      columns={API_KEY_COLUMNS}
      rowId={({ Id }) => Id}
      rowName={({ Name, User }) => `${Name} of ${User}`}
      rowActions={apiKeyActions}
      empty="There are no API keys"
    />
  );
}

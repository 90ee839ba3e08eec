import { Link, useSearchParams } from 'react-router-dom';
import { ChevronLeft } from 'lucide-react';
import { ADMINISTRATOR, hasPermission } from '../../../domain/permissions.ts';
import { Tabs } from '../../../ui/index.ts';
import { useSessionState } from '../../desk-context.ts';
import { Heading } from '../parts.tsx';
import { BACK_TO_PROFILE, Page } from '../profile/page-parts.tsx';
import profileStyles from '../profile/Profile.module.css';
import { AuditTrail } from './AuditTrail.tsx';
import styles from './Administration.module.css';
import { Status } from './Status.tsx';
import { ApiKeys } from './ApiKeys.tsx';
import { Closings } from './Closings.tsx';
import { Accounts, Limits, Restrictions, Sessions, Users } from './lists.tsx';

const TITLE = 'Administration';
const TABS = [
  { id: 'users', label: 'Users', content: <Users /> },
  { id: 'accounts', label: 'Accounts', content: <Accounts /> },
  { id: 'limits', label: 'Limits', content: <Limits /> },
  { id: 'restrictions', label: 'Restrictions', content: <Restrictions /> },
  { id: 'closings', label: 'Closings', content: <Closings /> },
  { id: 'sessions', label: 'Sessions', content: <Sessions /> },
  { id: 'api-keys', label: 'API keys', content: <ApiKeys /> },
  { id: 'audit', label: 'Audit trail', content: <AuditTrail /> },
  { id: 'status', label: 'Status', content: <Status /> },
] as const;

/** The pages of administrators: users, accounts, limits, restrictions, closings of the exchanges, sessions, API keys, the audit trail and the state of the server. */
export function Administration() {
  const { isDemo, permissionMask } = useSessionState();
  const [search, setSearch] = useSearchParams();
  if (isDemo || !hasPermission(permissionMask, ADMINISTRATOR))
    return (
      <Page title={TITLE} back={BACK_TO_PROFILE}>
        <p role="alert">These pages are for administrators only.</p>
      </Page>
    );
  const wanted = search.get('tab');
  const tab = TABS.find(({ id }) => id === wanted)?.id ?? 'users';
  return (
    <main className={styles.page}>
      <div className={styles.head}>
        <Link to={BACK_TO_PROFILE.to} className={profileStyles.back}>
          <ChevronLeft size={14} aria-hidden />
          {BACK_TO_PROFILE.label}
        </Link>
        <Heading>{TITLE}</Heading>
      </div>
      <Tabs
        label={TITLE}
        value={tab}
        items={TABS}
        onChange={(id) => setSearch(id === 'users' ? {} : { tab: id }, { replace: true })}
      />
    </main>
  );
}

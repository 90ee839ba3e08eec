import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ADMINISTRATOR, hasPermission } from '../../../domain/permissions.ts';
import { useDesk, useSessionState } from '../../desk-context.ts';
import { countryName } from '../countries.ts';
import shared from '../Screens.module.css';
import styles from './Profile.module.css';
import { AccountSwitcher } from './AccountSwitcher.tsx';
import { Page, Row, Section, useCall, useTradingApi } from './page-parts.tsx';
import { Sessions } from './Sessions.tsx';
import { SignInRows } from './SignInRows.tsx';

/** The signed-in user, the account, the order destination, the contact data and the sessions. */
export function Profile() {
  const session = useSessionState();
  const { profile, isDemo, demoAccounts, liveAccounts, account, isLive, permissionMask } = session;
  const name = [profile?.FirstName, profile?.LastName].filter(Boolean).join(' ');
  const edit = (to: string, section: string) =>
    isDemo ? undefined : (
      <Link to={to} aria-label={`Edit ${section}`}>
        Edit
      </Link>
    );
  return (
    <Page title="My profile" back={{ to: '/workspace', label: 'Back to Platform' }}>
      <Section id="profile-user" title="User">
        <Row name="ID">{session.userId}</Row>
        <Row name="Password" action={isDemo ? undefined : <Link to="/ChangePassword">Change password</Link>}>
          <span aria-hidden>••••••••</span>
          <span className="visually-hidden">hidden</span>
        </Row>
        {isDemo ? null : <SignInRows />}
        <Row name="Name">{name}</Row>
        <Row name="Current account">
          {demoAccounts.length + liveAccounts.length > 1 ? (
            <AccountSwitcher />
          ) : account === null ? null : (
            `${account} (${isLive ? 'live' : 'demo'})`
          )}
        </Row>
      </Section>
      <TradingInfo edit={edit('/trading', 'trading info')} />
      <ContactSection edit={edit('/ContactInfo', 'contact info')} />
      <Section
        id="profile-notifications"
        title="Notifications"
        action={edit('/Notifications', 'notifications')}
      >
        <Row name="Outside the browser">
          Alerts, fills, rejects and lost connections by webhook, mail and push, with quiet hours
        </Row>
      </Section>
      {isDemo ? null : (
        <Section id="profile-automation" title="Automation">
          <Row name="API keys" action={<Link to="/ApiKeys">Create or revoke</Link>}>
            Programs of yours that read prices and send orders over HTTP
          </Row>
        </Section>
      )}
      {!isDemo && hasPermission(permissionMask, ADMINISTRATOR) ? (
        <Section id="profile-administration" title="Administration">
          <Row name="This server" action={<Link to="/Administration">Administer</Link>}>
            Users, accounts, limits, sessions, audit trail and status
          </Row>
        </Section>
      ) : null}
      {isDemo ? null : <Sessions />}
    </Page>
  );
}

function TradingInfo({ edit }: { readonly edit: ReactNode }) {
  const { tradingApi } = useDesk().platform;
  const { account } = useSessionState();
  const api = useTradingApi();
  const logout = useCall();
  // The choice stays with the user when the broker is taken from the server.
  const isGone = api.api === 'External' && api.login === 'LoggedOut' && !api.isExternalAvailable;
  return (
    <Section id="profile-trading" title="Trading info" action={edit}>
      <Row name="Trade with">{isGone ? 'Not configured' : api.name}</Row>
      <Row
        name="Status"
        action={
          api.login === 'LoggedIn' && api.supportsLogout ? (
            <button
              type="button"
              className={styles.linkButton}
              disabled={logout.state === 'under way'}
              onClick={() => void logout.run(() => tradingApi.logout())}
            >
              Log out
            </button>
          ) : undefined
        }
      >
        {api.login === 'LoggedIn' ? (
          'Logged in'
        ) : api.login === 'LoggingIn' ? (
          <span role="status">Checking login status...</span>
        ) : (
          <Link to="/trading">Login required</Link>
        )}
        {api.error === null || isGone ? null : (
          <p className={shared.error} role="alert">
            {api.error}
          </p>
        )}
        {logout.error === null ? null : (
          <p className={shared.error} role="alert">
            {logout.error}
          </p>
        )}
      </Row>
      <Row name="Trading account">{api.api === 'Own' ? account : api.tradingAccount}</Row>
    </Section>
  );
}

function ContactSection({ edit }: { readonly edit: ReactNode }) {
  const { profile } = useSessionState();
  return (
    <Section id="profile-contact" title="Contact info" action={edit}>
      <Row name="Phone">{profile?.Phone}</Row>
      <Row name="Cell phone">{profile?.MobilePhone}</Row>
      <Row name="Email">{profile?.Email}</Row>
      <Row name="Address line 1">{profile?.Address}</Row>
      <Row name="Address line 2">{profile?.AddressLine2}</Row>
      <Row name="City">{profile?.City}</Row>
      <Row name="State">{profile?.State}</Row>
      <Row name="Zip">{profile?.Zip}</Row>
      <Row name="Country">{profile === null ? null : (countryName(profile.Country) ?? profile.Country)}</Row>
    </Section>
  );
}

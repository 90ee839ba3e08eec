import { useSessionState } from '../../desk-context.ts';
import { NotInDemo } from '../NotInDemo.tsx';
import { BACK_TO_PROFILE, Page } from '../profile/page-parts.tsx';
import profileStyles from '../profile/Profile.module.css';
import shared from '../Screens.module.css';
import { Channels } from './Channels.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { NoticeSettingsForm } from './NoticeSettingsForm.tsx';
import { useDeliveries, useNotificationsState } from './use-notifications.ts';

const TITLE = 'Notifications';

/** Which events leave the browser, by which channels, when not, and what was delivered. */
export function Notifications() {
  const { isDemo } = useSessionState();
  return isDemo ? (
    <NotInDemo title={TITLE} action="Setting up notifications" back={BACK_TO_PROFILE} />
  ) : (
    <OfUser />
  );
}

function OfUser() {
  const state = useNotificationsState();
  const log = useDeliveries();
  return (
    <Page title={TITLE} back={BACK_TO_PROFILE}>
      {state.error === null ? null : (
        <p className={shared.error} role="alert">
          {`The notifications could not be loaded. ${state.error}`}{' '}
          <button type="button" className={profileStyles.linkButton} onClick={() => void state.reload()}>
            Try again
          </button>
        </p>
      )}
      {state.value === null ? (
        <p className={shared.muted} role="status">
          {state.error === null ? 'Loading...' : null}
        </p>
      ) : (
        <>
          <Channels
            channels={state.value.channels}
            offers={state.value.offers}
            pushKey={state.value.pushKey}
            onChanged={() => {
              void state.reload();
              void log.reload();
            }}
            onTested={() => void log.reload()}
          />
          <NoticeSettingsForm stored={state.value.settings} offers={state.value.offers} />
        </>
      )}
      <DeliveryLog log={log} />
    </Page>
  );
}

import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { TradingApiName, TradingApiState } from '../../../client/types.ts';
import { BROKERS, type BrokerTraits } from '../../../domain/orders/brokers.ts';
import { ORDER_TYPES } from '../../../domain/orders/order-types.ts';
import { TIFS } from '../../../domain/orders/times-in-force.ts';
import { useDesk, useSessionState } from '../../desk-context.ts';
import { Choice } from '../Choice.tsx';
import { BrokerKeyForm } from './BrokerKeyForm.tsx';
import { NotInDemo } from '../NotInDemo.tsx';
import { onEscape } from '../parts.tsx';
import shared from '../Screens.module.css';
import styles from './Profile.module.css';
import { BACK_TO_PROFILE, Page, PROFILE_PATH, useCall, useTradingApi } from './page-parts.tsx';

const STATUS_TEXT: Readonly<Record<TradingApiState['login'], string>> = {
  LoggedIn: 'Logged in',
  LoggingIn: 'Checking login status',
  LoggedOut: 'Authentication required',
};

/** How the choice of a broker is stored: the user's own accounts here, or an account that the user logs in to. */
const API_OF_LOGIN: Readonly<Record<BrokerTraits['login'], TradingApiName>> = {
  session: 'Own',
  redirect: 'External',
  keys: 'External',
};

/** Through whom orders go: the own trading service, or the external broker after a login there. */
export function TradingProfile() {
  const { tradingApi } = useDesk().platform;
  const { isDemo } = useSessionState();
  const navigate = useNavigate();
  const api = useTradingApi();
  const choice = useCall();
  const [wanted, setWanted] = useState<TradingApiName>(api.api);
  if (isDemo)
    return <NotInDemo title="Trading profile" action="Changing trading info" back={BACK_TO_PROFILE} />;
  // While the login is being checked it is not known yet whether there is a broker; what went wrong on the way is, and it is tried again.
  const isChecking = api.login === 'LoggingIn';
  const error = choice.error ?? api.error;
  const isChoosing = choice.state === 'under way';
  return (
    <Page title="Trading profile" back={BACK_TO_PROFILE}>
      <div className={styles.trading} onKeyDown={onEscape(() => void navigate(PROFILE_PATH))}>
        <Choice
          legend="Trade with"
          value={isChoosing ? wanted : api.api}
          isBusy={isChoosing}
          onChange={(next) => {
            setWanted(next);
            void choice.run(() => tradingApi.choose(next));
          }}
          options={(['tapedeck', api.externalBroker] as const).map((kind) => {
            const { name, hint, login } = BROKERS[kind];
            const isSetUp = login === 'session' || api.isExternalAvailable;
            return {
              value: API_OF_LOGIN[login],
              label: name,
              hint: isSetUp || isChecking ? hint : 'This server has no external broker set up.',
              isDisabled: !isSetUp && api.api !== API_OF_LOGIN[login],
            };
          })}
        />
        <div className={styles.status}>
          <span className={shared.muted}>Status</span>
          <span role="status" className={error === null ? undefined : styles.danger}>
            {isChoosing ? 'Checking login status' : (error ?? STATUS_TEXT[api.login])}
          </span>
        </div>
        {api.login === 'LoggedOut' && api.loginUrl !== null ? (
          <div className={styles.hintBox}>
            <a className={styles.primaryLink} href={api.loginUrl}>
              Log in to {api.name}
            </a>
            <p className={shared.muted}>
              You are redirected to the login page of {api.name}, and back here afterwards.
            </p>
          </div>
        ) : null}
        {api.api === 'External' && BROKERS[api.externalBroker].login === 'keys' && api.isExternalAvailable ? (
          <BrokerKeyForm api={api} />
        ) : null}
        <BrokerLimits api={api} />
        <div className={shared.inBox}>
          <Link className={styles.secondaryLink} to={PROFILE_PATH}>
            Back
          </Link>
        </div>
      </div>
    </Page>
  );
}

/** What the chosen broker takes, and what it lacks with the reasons; nothing for a broker that lacks nothing. */
function BrokerLimits({
  api: { name, capabilities },
}: {
  readonly api: Pick<TradingApiState, 'name' | 'capabilities'>;
}) {
  const { orderTypes, timesInForce, hasTrailingStops, hasMultiLegOrders, lacks } = capabilities;
  const reasons = Object.values(lacks);
  if (reasons.length === 0) return null;
  const types = orderTypes.map((type) => ORDER_TYPES[type].name.toLowerCase()).join(', ');
  const times = timesInForce.map((tif) => TIFS[tif].name.toLowerCase()).join(', ');
  return (
    <section className={styles.limits} aria-label={`Limits of ${name}`}>
      <p>
        {name} takes these orders: {types}; time in force: {times}.{' '}
        {hasMultiLegOrders ? 'Multi-leg orders are taken.' : 'Multi-leg orders are not taken.'}{' '}
        {hasTrailingStops ? '' : 'Trailing stops are not taken.'}
      </p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}.</li>
        ))}
      </ul>
    </section>
  );
}

import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { classNames } from '../../src/ui/index.ts';
import { HotkeyBadge } from './HotkeyBadge.tsx';
import styles from './OrderForm.module.css';
import { ACCOUNT_LABEL, type TicketContext } from './use-ticket-context.ts';

/** Account of the order, whether it is real money, and the switch of the order keys. */
export function TicketAccount({
  platform,
  context: { isLive, accountText },
}: {
  readonly platform: ToolPlatform;
  readonly context: Pick<TicketContext, 'isLive' | 'accountText'>;
}) {
  return (
    <div className={styles.account}>
      <span className={classNames(styles.mode, isLive ? styles.live : styles.paper)}>
        {isLive ? 'LIVE' : 'PAPER'}
      </span>
      <span className={classNames(styles.caption, styles.accountName)} title={accountText}>
        {accountText.startsWith(ACCOUNT_LABEL) ? (
          <>
            <span className={styles.accountWord}>{ACCOUNT_LABEL}</span>
            {accountText.slice(ACCOUNT_LABEL.length)}
          </>
        ) : (
          accountText
        )}
      </span>
      <HotkeyBadge platform={platform} />
    </div>
  );
}

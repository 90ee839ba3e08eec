import { ONLY } from '../risk/risk-settings.ts';
import { existingAccount } from './account-commands.ts';
import type { AdminContext, AdminFlags } from './admin-context.ts';
import { onOff } from './limit-values.ts';
import { entriesOf, setFields } from './risk-entries.ts';

/** Runs `kill-switch on|off [--account X]` and `kill-switch show`. */
export async function runKillSwitchCommand(
  verb: string | undefined,
  flags: AdminFlags,
  context: AdminContext,
): Promise<void> {
  if (verb === 'show') return showSwitches(context);
  const isKillSwitchOn = onOff('kill-switch', verb);
  if (flags.account === undefined) {
    await setFields('server', ONLY, { isKillSwitchOn }, context);
    context.print(
      isKillSwitchOn
        ? 'Kill switch of the whole server is on: orders are refused and resting orders are cancelled.'
        : 'Kill switch of the whole server is off. Switches of single accounts stay as they are.',
    );
    return;
  }
  const { account } = await existingAccount(flags.account, context);
  await setFields('account', account, { isKillSwitchOn: isKillSwitchOn || undefined }, context);
  context.print(
    isKillSwitchOn
      ? `Kill switch of ${account} is on: its orders are refused and resting orders are cancelled.`
      : `Kill switch of ${account} is off.`,
  );
}

/** The accounts whose kill switch is on, and whether that of the whole server is. */
export async function killSwitches(
  context: Pick<AdminContext, 'repositories'>,
): Promise<{ readonly isServerOn: boolean; readonly accounts: readonly string[] }> {
  const isOn = ({ body }: { readonly body: string }): boolean => body.includes('"isKillSwitchOn":true');
  const [server, accounts] = await Promise.all([entriesOf('server', context), entriesOf('account', context)]);
  return {
    isServerOn: server.some((entry) => entry.name === ONLY && isOn(entry)),
    accounts: accounts.filter(isOn).map(({ name }) => name),
  };
}

async function showSwitches(context: AdminContext): Promise<void> {
  const { isServerOn, accounts } = await killSwitches(context);
  context.print(`server  ${isServerOn ? 'on' : 'off'}`);
  for (const account of accounts) context.print(`${account}  on`);
}

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

async function showSwitches(context: AdminContext): Promise<void> {
  const isOn = (entries: readonly { name: string; body: string }[], name: string): boolean =>
    entries.some((entry) => entry.name === name && entry.body.includes('"isKillSwitchOn":true'));
  const [server, accounts] = [await entriesOf('server', context), await entriesOf('account', context)];
  context.print(`server  ${isOn(server, ONLY) ? 'on' : 'off'}`);
  for (const { name } of accounts) if (isOn(accounts, name)) context.print(`${name}  on`);
}

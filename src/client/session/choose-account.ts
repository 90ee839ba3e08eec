/** The account to open after login: the stored default if it is still available, else the first demo, else the first live one. */
export function chooseAccount(
  accounts: { readonly demo: readonly string[]; readonly live: readonly string[] },
  preferred: string | null,
): string | undefined {
  if (preferred !== null && (accounts.demo.includes(preferred) || accounts.live.includes(preferred)))
    return preferred;
  return accounts.demo[0] ?? accounts.live[0];
}

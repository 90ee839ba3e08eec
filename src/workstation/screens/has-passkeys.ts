/** Browsers hide passkeys on pages that came over plain http from another machine, and refuse them at a bare address. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname);

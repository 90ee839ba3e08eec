import { randomBytes } from 'node:crypto';

const CODE_LIFE_MS = 30_000;
/** Lives of tokens, seconds. */
export const USUAL_LIVES = { accessSeconds: 1800, refreshSeconds: 7 * 86_400 };

/** OAuth codes and tokens of the stand-in. */
export interface StandInTokens {
  /** Lives of new tokens, seconds; may be changed at any time. */
  readonly lives: { accessSeconds: number; refreshSeconds: number };
  newCode(redirectUri: string): string;
  /** Tokens for a code that is good, once, with the same callback. */
  exchange(code: string, redirectUri: string): object | undefined;
  /** Fresh tokens; a refresh does not make the refresh token live longer. */
  refresh(refreshToken: string): object | undefined;
  isGood(accessToken: string): boolean;
  /** Ends all access tokens, as a broker may do at any time. */
  endAccess(): void;
  /** Ends all refresh tokens, as after seven days. */
  endRefresh(): void;
}

const token = (): string => randomBytes(24).toString('base64url');

/** Tokens in memory, with the usual lives. */
export function createStandInTokens(nowMs: () => number): StandInTokens {
  const lives = { ...USUAL_LIVES };
  const codes = new Map<string, { redirectUri: string; endsAtMs: number }>();
  const access = new Map<string, number>();
  const refreshing = new Map<string, number>();

  const grant = (refreshToken: string): object => {
    const accessToken = `I0.${token()}@`;
    access.set(accessToken, nowMs() + lives.accessSeconds * 1000);
    return {
      expires_in: lives.accessSeconds,
      token_type: 'Bearer',
      scope: 'api',
      refresh_token: refreshToken,
      access_token: accessToken,
      id_token: `${token()}.${token()}.${token()}`,
    };
  };

  return {
    lives,
    newCode(redirectUri) {
      // Codes of the real broker end in @, which travels as %40.
      const code = `C0.${token()}@`;
      codes.set(code, { redirectUri, endsAtMs: nowMs() + CODE_LIFE_MS });
      return code;
    },
    exchange(code, redirectUri) {
      const found = codes.get(code);
      codes.delete(code);
      if (!found || found.endsAtMs < nowMs() || found.redirectUri !== redirectUri) return undefined;
      const refreshToken = token();
      refreshing.set(refreshToken, nowMs() + lives.refreshSeconds * 1000);
      return grant(refreshToken);
    },
    refresh: (refreshToken) =>
      (refreshing.get(refreshToken) ?? 0) > nowMs() ? grant(refreshToken) : undefined,
    isGood: (accessToken) => (access.get(accessToken) ?? 0) > nowMs(),
    endAccess: () => access.clear(),
    endRefresh: () => refreshing.clear(),
  };
}

import * as v from 'valibot';
import { err, ok, type Result } from '../../../domain/assert/assert.ts';
import { readTokenProblem, type TokenProblem } from '../../../domain/orders/schwab/index.ts';
import { BrokerUnreachableError, callBroker } from '../broker-http.ts';
import type { SchwabConfig } from './config.ts';

const TOKEN_LIMIT_MS = 10_000;

const tokenAnswer = v.object({
  access_token: v.pipe(v.string(), v.minLength(1), v.maxLength(8192)),
  refresh_token: v.pipe(v.string(), v.minLength(1), v.maxLength(8192)),
  expires_in: v.pipe(v.number(), v.minValue(0), v.maxValue(86_400 * 30)),
});

/** Tokens that the broker granted. */
export interface BrokerTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
}

/** OAuth calls to the broker. */
export interface OauthClient {
  /** The broker's login page for this state. */
  authorizeUrl(state: string): string;
  exchange(code: string): Promise<Result<BrokerTokens, TokenProblem>>;
  refresh(refreshToken: string): Promise<Result<BrokerTokens, TokenProblem>>;
}

/** The authorization code flow of the broker. */
export function createOauthClient(config: SchwabConfig): OauthClient {
  const authorization = `Basic ${Buffer.from(`${config.key}:${config.secret}`).toString('base64')}`;

  const tokens = async (form: Record<string, string>): Promise<Result<BrokerTokens, TokenProblem>> => {
    try {
      const answer = await callBroker(
        `${config.url}/v1/oauth/token`,
        {
          method: 'POST',
          headers: { authorization, accept: 'application/json' },
          body: new URLSearchParams(form),
        },
        TOKEN_LIMIT_MS,
      );
      if (answer.status < 200 || answer.status > 299)
        return err(readTokenProblem(answer.status, answer.text));
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), tokenAnswer), answer.text);
      if (!parsed.success)
        return err({
          error: 'unreadable_answer',
          description: "The broker's answer to the login could not be read; try again later.",
        });
      return ok({
        accessToken: parsed.output.access_token,
        refreshToken: parsed.output.refresh_token,
        expiresInSeconds: parsed.output.expires_in,
      });
    } catch (error) {
      if (error instanceof BrokerUnreachableError)
        return err({
          error: 'unreachable',
          description: 'The broker could not be reached; try again later.',
        });
      throw error;
    }
  };

  return {
    authorizeUrl: (state) =>
      `${config.url}/v1/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: config.key, redirect_uri: config.callback, state })}`,
    // The code came decoded from the query and is encoded once again by the form.
    exchange: (code) => tokens({ grant_type: 'authorization_code', code, redirect_uri: config.callback }),
    refresh: (refreshToken) => tokens({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  };
}

import { OrderError } from '../errors.ts';
import { asList, asNumber, asObject, asText } from './json.ts';

/** Title of the dialog that shows a problem with an order (spec platform.md §8). */
const PROBLEM_TITLE = 'Error processing order';

/** What went wrong at the external broker, as the dialog shows it. */
export interface BrokerProblem {
  readonly title: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The catalogue's text of the status. */
  readonly text: string;
  /** The broker's own message; empty when it gave none. */
  readonly message: string;
  readonly errors: readonly string[];
}

const TEXTS: ReadonlyMap<number, string> = new Map([
  [400, 'Bad request'],
  [401, 'Authorization token is invalid or there are no accounts you allowed to view or use for trading'],
  [403, 'You are forbidden from accessing trading service'],
  [404, 'Resource is not found'],
  [500, 'Unexpected server error'],
  [503, 'Server has a temporary problem responding'],
]);

/** Text of an HTTP status of the broker (spec platform.md §8 "External broker HTTP errors"). */
export function brokerErrorText(status: number): string {
  const text = TEXTS.get(status);
  if (text !== undefined) return text;
  if (status === 429) return 'Too many requests; wait a moment and try again';
  if (status === 0) return 'The broker could not be reached';
  return TEXTS.get(status >= 500 ? 503 : 400) ?? 'Bad request';
}

/** The order error code that comes closest to a rejected call (spec tools.md §8): permission, rate, or what failed. Any other rejection counts as one of the order's format. */
export function orderErrorOf({ status }: Pick<BrokerProblem, 'status'>): number {
  if (status === 0) return OrderError.NetworkError;
  return CODES.get(status) ?? (status >= 500 ? OrderError.ServerConnection : OrderError.InvalidOrderFormat);
}

const CODES: ReadonlyMap<number, number> = new Map([
  [401, OrderError.NotLoggedIn],
  [403, OrderError.NotPermitted],
  [404, OrderError.UnknownOrder],
  [429, OrderError.TooFrequent],
]);

const MAX_TEXT = 500;
const MAX_ERRORS = 20;

/** A problem in one line, without its period. */
export const problemText = ({ text, message }: Pick<BrokerProblem, 'text' | 'message'>): string =>
  message === '' ? text : `${text}: ${message}`;

/** Reads a refused call. Bodies come in five shapes (trader, market data, token, gateway, HTML outage page), each perhaps incomplete. */
export function readBrokerProblem(status: number, bodyText: string): BrokerProblem {
  const body = asObject(parse(bodyText));
  const message =
    asText(body?.message) ??
    asText(body?.error_description) ??
    asText(asObject(body?.fault)?.faultstring) ??
    asText(body?.error) ??
    '';
  const errors = asList(body?.errors)
    .map(errorText)
    .filter((text) => text !== '');
  return {
    title: PROBLEM_TITLE,
    status,
    text: brokerErrorText(status),
    message: message.slice(0, MAX_TEXT),
    errors: errors.slice(0, MAX_ERRORS),
  };
}

/** Everything that the dialog shows, in lines: the text, the message, each error. */
export function problemLines(problem: BrokerProblem): string[] {
  return [problem.text, ...(problem.message === '' ? [] : [problem.message]), ...problem.errors];
}

function errorText(item: unknown): string {
  if (typeof item === 'string') return item.slice(0, MAX_TEXT);
  const error = asObject(item);
  const title = asText(error?.title) ?? '';
  const detail = asText(error?.detail) ?? asText(error?.message) ?? '';
  return (title !== '' && detail !== '' ? `${title}: ${detail}` : title + detail).slice(0, MAX_TEXT);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The inner name that the broker hides in the description of a failed refresh (spec platform.md §4). */
export const REFRESH_TOKEN_ERROR = 'refresh_token_authentication_error';

/** Why the broker refused a token call: the OAuth error name and the text for the user. */
export interface TokenProblem {
  readonly error: string;
  readonly description: string;
}

/** Reads a refused token call. The name inside of the description, JSON within JSON, is the one that counts. */
export function readTokenProblem(status: number, bodyText: string): TokenProblem {
  const body = asObject(parse(bodyText));
  const outer = asText(body?.error) ?? `http_${status}`;
  const described = asText(body?.error_description) ?? brokerErrorText(status);
  const inner = asObject(parse(described.slice(described.indexOf('{'), described.lastIndexOf('}') + 1)));
  const error = described.includes(REFRESH_TOKEN_ERROR)
    ? REFRESH_TOKEN_ERROR
    : (asText(inner?.error) ?? outer);
  return {
    error: error.slice(0, MAX_TEXT),
    description: (asText(inner?.error_description) ?? described).slice(0, MAX_TEXT),
  };
}

/** The text that the user sees after a failed refresh. */
export function refreshErrorText(problem: TokenProblem): string {
  if (problem.error === REFRESH_TOKEN_ERROR) return 'Exception while authenticating refresh token';
  return problem.description === '' ? problem.error : problem.description;
}

/** How long the broker wants no further call (`Retry-After`), whole seconds, at most an hour. */
export function retryAfterSeconds(header: string | null | undefined): number | undefined {
  const seconds = asNumber(header ?? undefined);
  return seconds === undefined || seconds < 0 ? undefined : Math.min(3600, Math.ceil(seconds));
}

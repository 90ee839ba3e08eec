import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { ORDER_ERRORS } from '../errors.ts';
import {
  brokerErrorText,
  orderErrorOf,
  problemLines,
  readBrokerProblem,
  readTokenProblem,
  refreshErrorText,
  retryAfterSeconds,
} from './index.ts';

describe('errors of the broker', () => {
  it.each([
    [400, 'Bad request'],
    [401, 'Authorization token is invalid or there are no accounts you allowed to view or use for trading'],
    [403, 'You are forbidden from accessing trading service'],
    [404, 'Resource is not found'],
    [500, 'Unexpected server error'],
    [503, 'Server has a temporary problem responding'],
    [502, 'Server has a temporary problem responding'],
    [422, 'Bad request'],
    [429, 'Too many requests; wait a moment and try again'],
  ])('%i reads as "%s"', (status, text) => expect(brokerErrorText(status)).toBe(text));

  it.each([
    [
      'the trader',
      '{"message":"Invalid value \'X\'","errors":["first","second"]}',
      ['Bad request', "Invalid value 'X'", 'first', 'second'],
    ],
    [
      'market data',
      '{"errors":[{"id":"1","status":"401","title":"Unauthorized","detail":"Client not authorized"},{"title":"Only a title"},{"detail":"Only a detail"}]}',
      ['Bad request', 'Unauthorized: Client not authorized', 'Only a title', 'Only a detail'],
    ],
    [
      'the token endpoint',
      '{"error":"invalid_client","error_description":"Unauthorized"}',
      ['Bad request', 'Unauthorized'],
    ],
    [
      'the gateway',
      '{"fault":{"faultstring":"Body buffer overflow","detail":{"errorcode":"x"}}}',
      ['Bad request', 'Body buffer overflow'],
    ],
    ['an outage', '<html><body>Access Denied</body></html>', ['Bad request']],
    ['nobody', '', ['Bad request']],
  ])('in the shape of %s are all shown', (_case, body, lines) => {
    const problem = readBrokerProblem(400, body);
    expect(problem.title).toBe('Error processing order');
    expect(problemLines(problem)).toEqual(lines);
  });

  it.each([
    [0, -27],
    [400, -2],
    [401, -23],
    [403, -3],
    [404, -13],
    [422, -2],
    [429, -48],
    [500, -28],
    [503, -28],
    [504, -28],
  ])('%i counts as the order error %i', (status, code) => {
    expect(orderErrorOf({ status })).toBe(code);
    expect(ORDER_ERRORS).toHaveProperty(String(code));
  });

  test.prop([fc.integer({ min: 100, max: 599 }), fc.oneof(fc.json(), fc.string())])(
    'are read from anything without a throw',
    (status, body) => {
      const lines = problemLines(readBrokerProblem(status, body));
      expect(lines[0]).not.toBe('');
      expect(lines.every((line) => line.length <= 500)).toBe(true);
      expect(readTokenProblem(status, body).error).not.toBe('');
    },
  );

  it('request a pause in seconds', () => {
    expect([
      retryAfterSeconds('7'),
      retryAfterSeconds('0.2'),
      retryAfterSeconds(null),
      retryAfterSeconds('soon'),
      retryAfterSeconds('-1'),
      retryAfterSeconds('99999'),
    ]).toEqual([7, 1, undefined, undefined, undefined, 3600]);
  });
});

describe('a failed token refresh', () => {
  const nested = JSON.stringify({
    error: 'unsupported_token_type',
    error_description:
      '400 Bad Request: "{"error_description":"Exception while authenticating refresh token [tokenDigest=1]","error":"refresh_token_authentication_error"}"',
  });

  it('is named by the error inside the description, and shown with the text of the product', () => {
    const problem = readTokenProblem(400, nested);
    expect(problem.error).toBe('refresh_token_authentication_error');
    expect(refreshErrorText(problem)).toBe('Exception while authenticating refresh token');
  });
  it('of any other kind shows its description', () => {
    expect(
      refreshErrorText(
        readTokenProblem(400, '{"error":"invalid_grant","error_description":"The token is over"}'),
      ),
    ).toBe('The token is over');
    expect(refreshErrorText(readTokenProblem(503, '<html>Access Denied</html>'))).toBe(
      'Server has a temporary problem responding',
    );
    expect(refreshErrorText({ error: 'odd', description: '' })).toBe('odd');
  });
});

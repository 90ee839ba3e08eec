// Ends with code 0 when the server of this machine or container answers 200, else with 1 and the reason. For images without curl.
// `node scripts/health-check.mjs [PATH]`; the path is /livez unless given.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

const TIMEOUT_MS = 4_000;
const DEFAULT_PORT = 4600;
/** A server that listens on all addresses is reached on the loopback one. */
const LOOPBACK_OF = { '0.0.0.0': '127.0.0.1', '::': '::1' };

const given = (name) => process.env[name]?.trim() || undefined;
const host = given('TAPEDECK_HOST') ?? '127.0.0.1';
// The certificate is that of the public name, not of this address.
const request = given('TAPEDECK_TLS_CERT') ? requestHttps : requestHttp;

function end(code, line) {
  console.log(line);
  process.exit(code);
}

request(
  {
    host: LOOPBACK_OF[host] ?? host,
    port: given('TAPEDECK_PORT') ?? DEFAULT_PORT,
    path: process.argv[2] ?? '/livez',
    timeout: TIMEOUT_MS,
    rejectUnauthorized: false,
  },
  (response) => {
    response.resume();
    end(response.statusCode === 200 ? 0 : 1, `status ${response.statusCode}`);
  },
)
  .on('timeout', () => end(1, `no answer within ${TIMEOUT_MS} ms`))
  .on('error', (error) => end(1, error.message))
  .end();

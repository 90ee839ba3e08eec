import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_PERMISSIONS, Permission } from '../../src/domain/permissions.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { CLOSE_SESSION_ENDED } from '../../src/protocol/index.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { authenticated, openAccount, orderOf } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

/** A user with all three sockets open and a subscription. */
async function connected(name: string) {
  const user = await server.addUser(name);
  const { client: trading, jwt } = await openAccount(server.ports, user);
  await trading.next('permissions');
  const streaming = await authenticated('streaming', server.ports, jwt);
  const data = await authenticated('data', server.ports, jwt);
  const subscription = { Account: user.account, Symbol: 'SPY', Type: 'Trade' } as const;
  streaming.send('subscribe', subscription);
  await streaming.next('subscriptionResponse', ({ Result }) => Result === 'Subscribed');
  data.send('bbo', { Id: 1, Symbol: 'SPY' });
  await data.next('bboAnswer', ({ Result }) => Result === 'Ok');
  const close = () => [trading, streaming, data].forEach((client) => client.close());
  return { user, trading, streaming, data, subscription, close };
}

/** As the admin command does it, in the database only. */
const setMask = (user: TestUser, permissionMask: number) =>
  server.storage.repositories.users.update(user.userId, { permissionMask });

describe('permissions taken from a connected user', () => {
  it('end subscriptions, refuse requests and orders on the open sockets, and come back when given back', async () => {
    const { user, trading, streaming, data, subscription, close } = await connected('reduced');
    await setMask(user, Permission.AlgoTrading);
    await streaming.next('subscriptionResponse', ({ Result }) => Result === 'NoPermission');
    const before = streaming.names().filter((name) => name === 'trade').length;
    server.market.print('SPY', 100.01, 100);
    data.send('bbo', { Id: 2, Symbol: 'SPY' });
    expect(await data.next('bboAnswer', ({ Id }) => Id === 2)).toMatchObject({
      Result: 'Error',
      Error: 'You have no permission for market data.',
    });
    await trading.next('permissions', ({ Mask }) => Mask === Permission.AlgoTrading);
    trading.send('orderSend', orderOf(user));
    expect(await trading.next('failure')).toMatchObject({ ErrorCode: -3 });
    streaming.send('subscribe', subscription);
    await streaming.next('subscriptionResponse', ({ Result }) => Result === 'NoPermission');
    expect(streaming.names().filter((name) => name === 'trade')).toHaveLength(before);

    await setMask(user, ALL_PERMISSIONS);
    await trading.next('permissions', ({ Mask }) => Mask === ALL_PERMISSIONS);
    trading.send('orderSend', orderOf(user));
    await trading.next('executionReport');
    await expect
      .poll(async () => {
        streaming.send('subscribe', subscription);
        return (await streaming.next('subscriptionResponse')).Result;
      })
      .toBe('Subscribed');
    close();
  });

  it('end the session when none is left', async () => {
    const { user, trading, close } = await connected('nothing-left');
    await setMask(user, 0);
    await trading.next('relogin');
    expect(await trading.closed).toBe(CLOSE_SESSION_ENDED);
    close();
  });
});

describe('what is taken from a connected user otherwise', () => {
  it('a lock of the account ends the session on the trading socket and the subscriptions of the account', async () => {
    const { user, trading, streaming, close } = await connected('locked');
    await server.storage.repositories.accounts.update(user.account, { isLocked: true });
    await streaming.next('subscriptionResponse', ({ Result }) => Result === 'NoPermission');
    expect(await trading.closed).toBe(CLOSE_SESSION_ENDED);
    close();
  });

  it('disabling the user closes all sockets', async () => {
    const { user, trading, streaming, data } = await connected('disabled');
    await server.storage.repositories.users.update(user.userId, { isDisabled: true });
    expect(await Promise.all([trading.closed, streaming.closed, data.closed])).toEqual(
      Array.from({ length: 3 }, () => CLOSE_SESSION_ENDED),
    );
  });
});

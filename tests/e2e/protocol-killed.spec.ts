import { verifyMessage } from 'viem';
import { ALICE } from './sandbox/hosts.js';
import { expect, test } from './support/protocol-fixtures.js';
import { connectPages, MESSAGE, signWith, topicOf } from './support/protocol-flows.js';

/** How the relay marks the settlement of a session, and the answer to a request. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods */
const SETTLE = 1102;
const ANSWER = 1109;

test.describe('a tab whose process is killed @protocol', () => {
  test('of the app, when the wallet has approved and the app has not heard of it: opened again, it has the session', async ({
    openApp,
    openWallet,
    relay,
  }) => {
    const app = await openApp();
    const uri = await app.linkOf('connect');
    const [connection] = (await relay.state()).connections;
    const wallet = await openWallet();
    await wallet.pair(uri);
    await wallet.asked('Connect Protocol app');
    // From now on nothing reaches the app.
    await relay.freezeSockets(connection?.clientId);
    await wallet.answer();
    await expect(wallet.sessions).toHaveCount(1);
    await expect.poll(async () => (await relay.traffic()).filter(({ tag }) => tag === SETTLE).length).toBeGreaterThan(0);
    await expect(app.result('connect')).toHaveText('…');
    await expect(app.sessions).toHaveCount(0);
    await expect(wallet.events).toHaveCount(0);
    await app.kill();

    const again = await openApp();
    await expect(again.sessions).toContainText([ALICE]);
    await expect(again.events.filter({ hasText: 'session_connect' })).toHaveCount(1);
    await expect(wallet.events).toHaveText(['acknowledged']);
    expect(await topicOf(again)).toBe(await topicOf(wallet));
    expect(await verifyMessage({ address: ALICE, message: MESSAGE, signature: await signWith(again, wallet) })).toBe(true);
  });

  test('of the wallet, when it shows a request: opened again, it shows it again, and the app gets its signature', async ({
    openApp,
    openWallet,
    relay,
  }) => {
    const app = await openApp();
    const wallet = await openWallet();
    await connectPages(app, wallet);
    await app.press('sign');
    await wallet.asked('personal_sign on eip155:1');
    await wallet.kill();
    await expect(app.result('sign')).toHaveText('…');

    const again = await openWallet();
    await expect(again.sessions).toHaveCount(1);
    expect(await again.asked('personal_sign on eip155:1')).toBe(MESSAGE);
    await again.answer();
    await expect(app.result('sign')).toHaveText(/^0x[0-9a-f]{130}$/);
    expect((await relay.traffic()).filter(({ kind, tag }) => kind === 'call' && tag === ANSWER)).toHaveLength(1);
    await expect(again.questions).toHaveCount(0);
    await signWith(app, again);
  });

  test('of the app, while a request is out: opened again, it has its session, the owner is asked once, and the next request is its own', async ({
    openApp,
    openWallet,
    chains,
    relay,
  }) => {
    const app = await openApp();
    const wallet = await openWallet();
    await connectPages(app, wallet);
    const topic = await topicOf(app);
    const sender = chains.of('eip155:1');
    const count = await sender.getTransactionCount({ address: ALICE });
    await app.press('send');
    await wallet.asked('eth_sendTransaction on eip155:1');
    await app.kill();

    const again = await openApp();
    expect(await topicOf(again)).toBe(topic);
    await expect(again.events).toHaveCount(0);
    await wallet.answer();
    // What the wallet did is done once, and its answer lies with nobody.
    await expect.poll(() => sender.getTransactionCount({ address: ALICE })).toBe(count + 1);
    await expect(wallet.questions).toHaveCount(0);
    await expect
      .poll(async () => (await relay.traffic()).filter(({ kind, tag }) => kind === 'push' && tag === ANSWER).length)
      .toBeGreaterThan(0);
    expect(await verifyMessage({ address: ALICE, message: MESSAGE, signature: await signWith(again, wallet) })).toBe(true);
    expect(await sender.getTransactionCount({ address: ALICE })).toBe(count + 1);
  });
});

import { verifyMessage } from 'viem';
import { ALICE } from './sandbox/hosts.js';
import { expect, test } from './support/protocol-fixtures.js';
import { connectPages, MESSAGE, signWith, topicOf } from './support/protocol-flows.js';

/** How the relay marks the settlement of a session, and the answer to a request. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods */
const SETTLE = 1102;
const ANSWER = 1109;

test.describe('a tab whose process is killed @protocol', () => {
  test('of the app, after an approval that it has not received: opened again, it has the session', async ({
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

  test('of the wallet, then of the app, while a request waits: the wallet is asked again, sends once, and the app has its session', async ({
    openApp,
    openWallet,
    chains,
    relay,
  }) => {
    const app = await openApp();
    const wallet = await openWallet();
    await connectPages(app, wallet);
    const topic = await topicOf(app);
    const node = chains.of('eip155:1');
    const count = await node.getTransactionCount({ address: ALICE });
    await app.press('send');
    await wallet.asked('eth_sendTransaction on eip155:1');
    await wallet.kill();
    await expect(app.result('send')).toHaveText('…');

    const walletAgain = await openWallet();
    await expect(walletAgain.sessions).toHaveCount(1);
    await walletAgain.asked('eth_sendTransaction on eip155:1');
    await app.kill();

    const appAgain = await openApp();
    expect(await topicOf(appAgain)).toBe(topic);
    await expect(appAgain.events).toHaveCount(0);
    await walletAgain.answer();
    await expect.poll(() => node.getTransactionCount({ address: ALICE })).toBe(count + 1);
    await expect(walletAgain.questions).toHaveCount(0);
    // The app that asked is gone: the answer reaches the page after it, which takes it for no answer of its own.
    const answers = async (kind: string): Promise<number> =>
      (await relay.traffic()).filter((entry) => entry.kind === kind && entry.tag === ANSWER).length;
    await expect.poll(() => answers('push')).toBeGreaterThan(0);
    expect(await answers('call')).toBe(1);
    expect(await verifyMessage({ address: ALICE, message: MESSAGE, signature: await signWith(appAgain, walletAgain) })).toBe(true);
    expect(await node.getTransactionCount({ address: ALICE })).toBe(count + 1);
  });
});

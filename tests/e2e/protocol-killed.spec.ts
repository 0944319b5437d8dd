import { verifyMessage } from 'viem';
import { ALICE } from './sandbox/hosts.js';
import { expect, test } from './support/protocol-fixtures.js';
import { connectPages, MESSAGE, signWith, topicOf } from './support/protocol-flows.js';

/** Relay tags of a session settlement and of a request response. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods */
const SETTLE = 1102;
const RESPONSE = 1109;

test.describe('killed tab @protocol', () => {
  test('app, after an approval that it did not receive: restores the session when reopened', async ({ openApp, openWallet, relay }) => {
    const app = await openApp();
    const uri = await app.linkOf('connect');
    const [connection] = (await relay.state()).connections;
    const wallet = await openWallet();
    await wallet.pair(uri);
    await wallet.promptText('Connect Protocol app');
    // From here on the app receives nothing.
    await relay.freezeSockets(connection?.clientId);
    await wallet.respond();
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

  test('wallet, then app, with a pending request: the wallet shows it again and sends once, and the app restores its session', async ({
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
    await wallet.promptText('eth_sendTransaction on eip155:1');
    await wallet.kill();
    await expect(app.result('send')).toHaveText('…');

    const walletAgain = await openWallet();
    await expect(walletAgain.sessions).toHaveCount(1);
    await walletAgain.promptText('eth_sendTransaction on eip155:1');
    await app.kill();

    const appAgain = await openApp();
    expect(await topicOf(appAgain)).toBe(topic);
    await expect(appAgain.events).toHaveCount(0);
    await walletAgain.respond();
    await expect.poll(() => node.getTransactionCount({ address: ALICE })).toBe(count + 1);
    await expect(walletAgain.prompts).toHaveCount(0);
    // The requesting page is closed. The new page receives the response and ignores it.
    const responses = async (kind: string): Promise<number> =>
      (await relay.traffic()).filter((entry) => entry.kind === kind && entry.tag === RESPONSE).length;
    await expect.poll(() => responses('push')).toBeGreaterThan(0);
    expect(await responses('call')).toBe(1);
    expect(await verifyMessage({ address: ALICE, message: MESSAGE, signature: await signWith(appAgain, walletAgain) })).toBe(true);
    expect(await node.getTransactionCount({ address: ALICE })).toBe(count + 1);
  });
});

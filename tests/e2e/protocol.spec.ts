import { parseEther, verifyMessage } from 'viem';
import { ALICE, BOB } from './sandbox/hosts.js';
import { expect, test } from './support/protocol-fixtures.js';
import { connectPages, MESSAGE, signWith, topicOf } from './support/protocol-flows.js';
import type { ProtocolPage, ProtocolWallet } from './support/protocol-page.js';

/** What no one between app and wallet is to read. */
const PRIVATE = ['personal_sign', 'eth_sendTransaction', 'eip155', 'chainChanged', ALICE.slice(2).toLowerCase(), MESSAGE];

/** Sends a transfer, approves it in the wallet, and gives the hash that the app shows. */
const sendWith = async (app: ProtocolPage, wallet: ProtocolWallet): Promise<string> => {
  await app.press('send');
  expect(await wallet.asked('eth_sendTransaction on eip155:1')).toContain(BOB);
  await wallet.answer();
  await expect(app.result('send')).toHaveText(/^0x[0-9a-f]{64}$/);
  return app.result('send').innerText();
};

/** Reloads a page; it has no session then. */
const expectNothingAfterReload = async (opened: ProtocolPage): Promise<void> => {
  await opened.page.reload();
  await expect(opened.output('status')).toHaveText('ready');
  await expect(opened.sessions).toHaveCount(0);
};

test.describe('an app and a wallet, each on a page of its own @protocol', () => {
  test('connect, sign, send and disconnect, and tell the relay nothing of it; neither has the session after a reload', async ({
    openApp,
    openWallet,
    chains,
    sites,
    wire,
  }) => {
    const [app, wallet] = [await openApp(), await openWallet()];
    await wallet.pair(await app.linkOf('connect'));
    expect(await wallet.asked('Connect Protocol app')).toBe(`${sites.app}\npersonal_sign\neth_sendTransaction`);
    // Nothing is settled before the owner has approved.
    await expect(app.result('connect')).toHaveText('…');
    await expect(app.sessions).toHaveCount(0);
    await wallet.answer();
    await expect(app.sessions).toHaveText([`Protocol wallet: eip155:1:${ALICE}; personal_sign eth_sendTransaction`]);
    await expect(wallet.events.filter({ hasText: 'acknowledged' })).toHaveText(['acknowledged']);
    expect(await topicOf(wallet)).toBe(await topicOf(app));

    const signature = await signWith(app, wallet);
    expect(await verifyMessage({ address: ALICE, message: MESSAGE, signature })).toBe(true);
    const hash = await sendWith(app, wallet);
    const { status, from, to } = await chains.receipt('eip155:1', hash);
    expect({ status, from, to }).toEqual({ status: 'success', from: ALICE.toLowerCase(), to: BOB.toLowerCase() });
    // A hash is hex; the receipt was found by it.
    const { value } = await chains.of('eip155:1').getTransaction({ hash: hash as `0x${string}` });
    expect(value).toBe(parseEther('0.01'));

    await app.press('disconnect');
    await expect(app.result('disconnect')).toHaveText('null');
    await expect(wallet.events.filter({ hasText: 'session_delete' })).toHaveCount(1);
    for (const origin of Object.values(sites)) {
      const sent = wire.sentBy(origin);
      expect(sent.length).toBeGreaterThan(4);
      for (const word of [...PRIVATE, hash, signature])
        expect(sent.filter((text) => text.toLowerCase().includes(word.toLowerCase()))).toEqual([]);
      expect(wire.surplusOf(origin)).toEqual([]);
    }
    await expectNothingAfterReload(app);
    await expectNothingAfterReload(wallet);
  });

  test('two tabs of the app have one session and a signature each; one ends it for the other, whose request fails, and for the wallet', async ({
    openApp,
    openWallet,
  }) => {
    const [first, wallet] = [await openApp(), await openWallet()];
    await connectPages(first, wallet);
    const second = await openApp();
    expect(await topicOf(second)).toBe(await topicOf(first));
    await signWith(second, wallet);
    await expect(first.result('sign')).toHaveCount(0);
    const signature = await signWith(first, wallet);
    expect(await verifyMessage({ address: ALICE, message: MESSAGE, signature })).toBe(true);

    await second.press('sign');
    await wallet.asked('personal_sign on eip155:1');
    await first.press('disconnect');
    await expect(first.result('disconnect')).toHaveText('null');
    await expect(second.sessions).toHaveCount(0);
    await expect(second.result('sign')).toHaveText(/^6000: /);
    for (const page of [second, wallet]) await expect(page.events.filter({ hasText: 'session_delete' })).toHaveCount(1);
    await expect(first.events.filter({ hasText: 'session_delete' })).toHaveCount(0);
    await expect(wallet.questions).toHaveCount(0);
    await expectNothingAfterReload(second);
  });
});

import { parseEther, verifyMessage } from 'viem';
import { ALICE, BOB } from './sandbox/hosts.js';
import { expect, test } from './support/protocol-fixtures.js';
import { connectPages, MESSAGE, signWith, topicOf } from './support/protocol-flows.js';
import type { ProtocolPage, ProtocolWallet } from './support/protocol-page.js';

/** Texts that must not be visible to the relay. */
const PRIVATE = ['personal_sign', 'eth_sendTransaction', 'eip155', 'chainChanged', ALICE.slice(2).toLowerCase(), MESSAGE];

/** Sends a transaction, approves it in the wallet, and returns the hash that the app shows. */
const sendWith = async (app: ProtocolPage, wallet: ProtocolWallet): Promise<string> => {
  await app.press('send');
  expect(await wallet.promptText('eth_sendTransaction on eip155:1')).toContain(BOB);
  await wallet.respond();
  await expect(app.result('send')).toHaveText(/^0x[0-9a-f]{64}$/);
  return app.result('send').innerText();
};

/** Reloads a page and expects no session. */
const expectNothingAfterReload = async (opened: ProtocolPage): Promise<void> => {
  await opened.page.reload();
  await expect(opened.output('status')).toHaveText('ready');
  await expect(opened.sessions).toHaveCount(0);
};

test.describe('app and wallet on separate pages @protocol', () => {
  test('connect, sign, send and disconnect without revealing anything to the relay, and have no session after a reload', async ({
    openApp,
    openWallet,
    chains,
    sites,
    wire,
  }) => {
    const [app, wallet] = [await openApp(), await openWallet()];
    await wallet.pair(await app.linkOf('connect'));
    expect(await wallet.promptText('Connect Protocol app')).toBe(`${sites.app}\npersonal_sign\neth_sendTransaction`);
    // The session is not settled before the user approves.
    await expect(app.result('connect')).toHaveText('…');
    await expect(app.sessions).toHaveCount(0);
    await wallet.respond();
    await expect(app.sessions).toHaveText([`Protocol wallet: eip155:1:${ALICE}; personal_sign eth_sendTransaction`]);
    await expect(wallet.events.filter({ hasText: 'acknowledged' })).toHaveText(['acknowledged']);
    expect(await topicOf(wallet)).toBe(await topicOf(app));

    const signature = await signWith(app, wallet);
    expect(await verifyMessage({ address: ALICE, message: MESSAGE, signature })).toBe(true);
    const hash = await sendWith(app, wallet);
    const { status, from, to } = await chains.receipt('eip155:1', hash);
    expect({ status, from, to }).toEqual({ status: 'success', from: ALICE.toLowerCase(), to: BOB.toLowerCase() });
    // A hash is hex, as the receipt was found by it.
    const { value } = await chains.of('eip155:1').getTransaction({ hash: hash as `0x${string}` });
    expect(value).toBe(parseEther('0.01'));

    await app.press('disconnect');
    await expect(app.result('disconnect')).toHaveText('null');
    await expect(wallet.events.filter({ hasText: 'session_delete' })).toHaveCount(1);
    for (const origin of Object.values(sites)) {
      const sent = wire.sentBy(origin);
      expect(sent.length).toBeGreaterThan(4);
      for (const secret of [...PRIVATE, hash, signature])
        expect(sent.filter((text) => text.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
      expect(wire.unexpectedMembersOf(origin)).toEqual([]);
    }
    await expectNothingAfterReload(app);
    await expectNothingAfterReload(wallet);
  });

  test("share one session between two tabs of the app, with separate signatures; disconnecting in one tab rejects the other's request", async ({
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
    await wallet.promptText('personal_sign on eip155:1');
    await first.press('disconnect');
    await expect(first.result('disconnect')).toHaveText('null');
    await expect(second.sessions).toHaveCount(0);
    await expect(second.result('sign')).toHaveText(/^6000: /);
    for (const page of [second, wallet]) await expect(page.events.filter({ hasText: 'session_delete' })).toHaveCount(1);
    await expect(first.events.filter({ hasText: 'session_delete' })).toHaveCount(0);
    await expect(wallet.prompts).toHaveCount(0);
    await expectNothingAfterReload(second);
  });
});

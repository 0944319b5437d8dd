import { parseEther, verifyMessage } from 'viem';
import { ALICE, BOB } from './sandbox/hosts.js';
import { expect, test } from './support/protocol-fixtures.js';
import { connectPages, MESSAGE, signWith, topicOf } from './support/protocol-flows.js';
import type { ProtocolPage, ProtocolWallet } from './support/protocol-page.js';

/** What nobody between app and wallet is to read. */
const PRIVATE = ['personal_sign', 'eth_sendTransaction', 'eip155', 'chainChanged', ALICE.slice(2).toLowerCase(), MESSAGE];

/** How long a session lasts: seven days. @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-events */
const SESSION_S = 604_800;

/** Since 1970. */
const secondsNow = (): number => Math.floor(Date.now() / 1_000);

/** Sends a transfer, approves it in the wallet, and gives the hash that the app shows. */
const sendWith = async (app: ProtocolPage, wallet: ProtocolWallet): Promise<string> => {
  await app.press('send');
  expect(await wallet.asked('eth_sendTransaction on eip155:1')).toContain(BOB);
  await wallet.answer();
  await expect(app.result('send')).toHaveText(/^0x[0-9a-f]{64}$/);
  return app.result('send').innerText();
};

test.describe('an app and a wallet, each on a page of its own @protocol', () => {
  test('both with our client: connect, sign, send, and tell the relay nothing of it', async ({
    openApp,
    openWallet,
    chains,
    sites,
    wire,
  }) => {
    const [app, wallet] = [await openApp(), await openWallet()];
    await wallet.pair(await app.linkOf('connect'));
    expect(await wallet.asked('Connect Protocol app')).toBe(`${sites.app}\npersonal_sign\neth_sendTransaction`);
    // Nothing is settled before the owner has said so.
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
    // From here on the chain's clients read facts, not what the page says.
    const { value } = await chains.of('eip155:1').getTransaction({ hash: hash as `0x${string}` });
    expect(value).toBe(parseEther('0.01'));

    for (const origin of Object.values(sites)) {
      const sent = wire.sentBy(origin);
      expect(sent.length).toBeGreaterThan(4);
      for (const word of [...PRIVATE, hash, signature])
        expect(sent.filter((text) => text.toLowerCase().includes(word.toLowerCase()))).toEqual([]);
      expect(wire.surplusOf(origin)).toEqual([]);
    }
  });

  test('ours as the app, the official client as the wallet', async ({ openApp, openPhone, chains }) => {
    const [app, phone] = [await openApp(), await openPhone()];
    await phone.paste(await app.linkOf('connect'));
    expect(await phone.question()).toContain('Protocol app');
    await phone.approve();
    await expect(app.sessions).toContainText([ALICE]);
    await app.press('sign');
    expect(await phone.question()).toContain(MESSAGE);
    await phone.approve();
    await expect(app.result('sign')).toHaveText(/^0x/);
    // Hex, as the line before says.
    const signature = (await app.result('sign').innerText()) as `0x${string}`;
    expect(await verifyMessage({ address: ALICE, message: MESSAGE, signature })).toBe(true);
    await app.press('send');
    await phone.question();
    await phone.approve();
    await expect(app.result('send')).toHaveText(/^0x/);
    expect((await chains.receipt('eip155:1', await app.result('send').innerText())).status).toBe('success');
    await app.press('disconnect');
    await expect(app.result('disconnect')).toHaveText('null');
    await expect(phone.sessions).toHaveCount(0);
  });

  test('the official client as the app, ours as the wallet: the same page, which tells the relay much more', async ({
    openApp,
    openWallet,
    chains,
    sites,
    wire,
  }) => {
    const [app, wallet] = [await openApp('?client=official'), await openWallet()];
    await connectPages(app, wallet);
    expect(await verifyMessage({ address: ALICE, message: MESSAGE, signature: await signWith(app, wallet) })).toBe(true);
    expect((await chains.receipt('eip155:1', await sendWith(app, wallet))).status).toBe('success');
    await wallet.press('disconnect');
    await expect(app.sessions).toHaveCount(0);
    // What the flow above looks for, it would find.
    expect(wire.sentBy(sites.app).filter((text) => text.includes('personal_sign'))).not.toEqual([]);
    expect(wire.surplusOf(sites.app)).not.toEqual([]);
    expect(wire.surplusOf(sites.wallet)).toEqual([]);
  });

  test('a wallet declines a session and a request: the app reads code and message, and may ask again', async ({ openApp, openWallet }) => {
    const [app, wallet] = [await openApp(), await openWallet()];
    await wallet.pair(await app.linkOf('connect'));
    await wallet.asked('Connect Protocol app');
    await wallet.answer('reject');
    await expect(app.result('connect')).toHaveText('5000: User rejected.');
    await expect(app.sessions).toHaveCount(0);
    await expect(wallet.sessions).toHaveCount(0);

    await connectPages(app, wallet);
    await app.press('sign');
    await wallet.asked('personal_sign on eip155:1');
    await wallet.answer('reject');
    await expect(app.result('sign')).toHaveText('5000: User rejected.');
    await signWith(app, wallet);
  });

  for (const [names, ofApp, ofWallet] of [
    ['our client on both sides', '', ''],
    ['the official client as the wallet', '', '?client=official'],
    ['the official client as the app', '?client=official', ''],
  ] as const) {
    test(`one click signs in and connects: ${names}`, async ({ openApp, openWallet, sites }) => {
      const [app, wallet] = [await openApp(ofApp), await openWallet(ofWallet)];
      await wallet.pair(await app.linkOf('sign-in'));
      const text = await wallet.asked('Sign in to Protocol app');
      expect(text).toContain(`${new URL(sites.app).host} wants you to sign in with your Ethereum account:\n${ALICE}\n`);
      expect(text).toContain('Sign in to the app.');
      expect(text).toContain('Nonce: a-nonce-of-the-app');
      await wallet.answer();
      await expect(app.result('sign-in')).toHaveText(/^0x/);
      await expect(app.output('signed-by')).toHaveText(`did:pkh:eip155:1:${ALICE}`);
      // Hex, as the line above says.
      const signature = (await app.result('sign-in').innerText()) as `0x${string}`;
      const message = (await app.output('signed-text').textContent()) ?? '';
      expect(message).toBe(text);
      expect(await verifyMessage({ address: ALICE, message, signature })).toBe(true);
      // What was signed allows the methods that were asked for.
      await expect(app.sessions).toContainText([ALICE]);
      await expect(wallet.sessions).toHaveCount(1);
      await signWith(app, wallet);
    });
  }

  test('a wallet that knows no sign-in with one click is proposed a session instead', async ({ openApp, openWallet }) => {
    const [app, wallet] = [await openApp(), await openWallet('?plain')];
    await wallet.pair(await app.linkOf('sign-in'));
    await wallet.asked('Connect Protocol app');
    await wallet.answer();
    await expect(app.result('sign-in')).toHaveText(/^no signature, [0-9a-f]{64}$/);
    await signWith(app, wallet);
  });

  test('a session is changed, prolonged and pinged, tells events, and ends by the wallet', async ({ openApp, openWallet }) => {
    const [app, wallet] = [await openApp(), await openWallet()];
    await connectPages(app, wallet);
    await expect(app.sessions).toHaveText([`Protocol wallet: eip155:1:${ALICE}; personal_sign eth_sendTransaction`]);

    await wallet.press('update');
    await expect(wallet.result('update')).toHaveText('null');
    await expect(app.events.filter({ hasText: 'session_update' })).toHaveCount(1);
    await expect(app.sessions).toContainText([`eip155:1:${ALICE} eip155:137:${ALICE}`]);

    await wallet.press('change-chain');
    // One after the other: the relay has the first.
    await expect(wallet.result('change-chain')).toHaveText('null');
    await wallet.press('change-account');
    await expect(app.events.filter({ hasText: 'session_event' })).toHaveText([
      'session_event chainChanged 137 eip155:1',
      `session_event accountsChanged ["eip155:1:${ALICE}"] eip155:1`,
    ]);

    const before = await app.expiry();
    await expect.poll(async () => secondsNow() + SESSION_S - (await app.expiry())).toBeGreaterThan(1);
    const from = secondsNow();
    await wallet.press('extend');
    await expect(wallet.result('extend')).toHaveText('null');
    await expect(app.events.filter({ hasText: 'session_extend' })).toHaveCount(1);
    const until = secondsNow();
    // Each counts from the moment in which it hears of it.
    for (const expiry of [await app.expiry(), await wallet.expiry()]) {
      expect(expiry).toBeGreaterThan(before);
      expect(expiry - SESSION_S).toBeGreaterThanOrEqual(from);
      expect(expiry - SESSION_S).toBeLessThanOrEqual(until);
    }

    await app.press('ping');
    await expect(app.result('ping')).toHaveText('null');
    await expect(wallet.events.filter({ hasText: 'session_ping' })).toHaveCount(1);
    await wallet.press('ping');
    await expect(app.events.filter({ hasText: 'session_ping' })).toHaveCount(1);

    await wallet.press('disconnect');
    await expect(app.events.filter({ hasText: 'session_delete' })).toHaveCount(1);
    await expect(app.sessions).toHaveCount(0);
    await expect(wallet.sessions).toHaveCount(0);
    await app.press('sign');
    await expect(app.result('sign')).toHaveText('undefined: There is no session');
  });

  test('a session ends by the app; the wallet hears it once, and neither has it after a reload', async ({ openApp, openWallet }) => {
    const [app, wallet] = [await openApp(), await openWallet()];
    await connectPages(app, wallet);
    await app.press('disconnect');
    await expect(app.result('disconnect')).toHaveText('null');
    await expect(wallet.events.filter({ hasText: 'session_delete' })).toHaveCount(1);
    for (const each of [app, wallet]) {
      await each.page.reload();
      await expect(each.output('status')).toHaveText('ready');
      await expect(each.sessions).toHaveCount(0);
    }
  });
});

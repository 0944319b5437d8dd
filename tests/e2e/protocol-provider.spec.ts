import { verifyMessage } from 'viem';
import { ALICE } from './sandbox/hosts.js';
import { expect, test } from './support/protocol-fixtures.js';
import type { ProtocolPage } from './support/protocol-page.js';

const CONNECTED = /^[0-9a-f]{64}$/;

/** Presses a button and returns its result. */
const pressAndRead = async (app: ProtocolPage, name: string): Promise<string> => {
  await app.press(name);
  await expect(app.result(name)).not.toHaveText('…');
  return app.result(name).innerText();
};

test.describe('app on UniversalProvider @protocol', () => {
  test('connects, reads from its chains, signs, switches the chain, and restores session and chain after a reload', async ({
    openProvider,
    openWallet,
    chains,
  }) => {
    const [app, wallet] = [await openProvider(), await openWallet()];
    expect(await pressAndRead(app, 'chain')).toContain('Please call connect() before request()');
    await wallet.pair(await app.linkOf('connect'));
    await wallet.promptText('Connect Protocol provider');
    await wallet.respond('approve-all');
    await expect(app.result('connect')).toHaveText(CONNECTED);
    await expect(app.events).toHaveText(['connect']);

    expect(await pressAndRead(app, 'accounts')).toBe(JSON.stringify([ALICE]));
    expect(await pressAndRead(app, 'chain')).toBe('0x1');
    await chains.of('eip155:1').setBalance({ address: ALICE, value: 123_456n });
    expect(BigInt(await pressAndRead(app, 'balance'))).toBe(123_456n);
    expect(await pressAndRead(app, 'net')).toBe('1');
    // The node's own error with its code.
    expect(await pressAndRead(app, 'unknown')).toMatch(/^-32601: /);

    await app.press('sign');
    expect(await wallet.promptText('personal_sign on eip155:1')).toBe('Hello from the provider');
    await wallet.respond();
    await expect(app.result('sign')).toHaveText(/^0x/);
    // Hex, as checked in the previous line.
    const signature = (await app.result('sign').innerText()) as `0x${string}`;
    expect(await verifyMessage({ address: ALICE, message: 'Hello from the provider', signature })).toBe(true);

    // The chain is approved, so the wallet receives no request.
    expect(await pressAndRead(app, 'switch')).toBe('null');
    await expect(app.events.filter({ hasText: 'chainChanged' })).toHaveText(['chainChanged 137']);
    expect(await pressAndRead(app, 'chain')).toBe('0x89');
    expect(await pressAndRead(app, 'net')).toBe('137');
    await expect(wallet.prompts).toHaveCount(0);

    const topic = await app.output('session').innerText();
    await app.page.reload();
    await expect(app.output('status')).toHaveText('ready');
    await expect(app.output('session')).toHaveText(topic);
    expect(await pressAndRead(app, 'chain')).toBe('0x89');
    expect(await pressAndRead(app, 'net')).toBe('137');
    await app.press('sign');
    await wallet.promptText('personal_sign on eip155:137');
    await wallet.respond();
    await expect(app.result('sign')).toHaveText(/^0x/);

    await wallet.press('change-chain');
    await expect(app.events.filter({ hasText: 'chainChanged' })).toHaveText(['chainChanged 137']);
    await wallet.press('disconnect');
    await expect(app.events.filter({ hasText: 'disconnect' })).toHaveCount(1);
    await expect(app.output('session')).toHaveText('none');
    expect(await pressAndRead(app, 'chain')).toContain('Please call connect() before request()');
  });
});

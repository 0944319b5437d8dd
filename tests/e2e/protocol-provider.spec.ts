import { verifyMessage } from 'viem';
import { ALICE } from './sandbox/hosts.js';
import { expect, test } from './support/protocol-fixtures.js';
import type { ProtocolPage } from './support/protocol-page.js';

const CONNECTED = /^[0-9a-f]{64}$/;

/** Presses a button and gives what came of it. */
const told = async (app: ProtocolPage, name: string): Promise<string> => {
  await app.press(name);
  await expect(app.result(name)).not.toHaveText('…');
  return app.result(name).innerText();
};

test.describe('an app on the universal provider @protocol', () => {
  test('connects, reads from the nodes of its chains, signs, changes its chain, and has both after a reload', async ({
    openProvider,
    openWallet,
    chains,
  }) => {
    const [app, wallet] = [await openProvider(), await openWallet()];
    expect(await told(app, 'chain')).toContain('Please call connect() before request()');
    await wallet.pair(await app.linkOf('connect'));
    await wallet.asked('Connect Protocol provider');
    await wallet.answer('approve-all');
    await expect(app.result('connect')).toHaveText(CONNECTED);
    await expect(app.events).toHaveText(['connect']);

    expect(await told(app, 'accounts')).toBe(JSON.stringify([ALICE]));
    expect(await told(app, 'chain')).toBe('0x1');
    await chains.of('eip155:1').setBalance({ address: ALICE, value: 123_456n });
    expect(BigInt(await told(app, 'balance'))).toBe(123_456n);
    expect(await told(app, 'net')).toBe('1');
    // A node's own error, with its number.
    expect(await told(app, 'unknown')).toMatch(/^-32601: /);

    await app.press('sign');
    expect(await wallet.asked('personal_sign on eip155:1')).toBe('Hello from the provider');
    await wallet.answer();
    await expect(app.result('sign')).toHaveText(/^0x/);
    // Hex, as the line before says.
    const signature = (await app.result('sign').innerText()) as `0x${string}`;
    expect(await verifyMessage({ address: ALICE, message: 'Hello from the provider', signature })).toBe(true);

    // The chain is approved: the wallet is not asked.
    expect(await told(app, 'switch')).toBe('null');
    await expect(app.events.filter({ hasText: 'chainChanged' })).toHaveText(['chainChanged 137']);
    expect(await told(app, 'chain')).toBe('0x89');
    expect(await told(app, 'net')).toBe('137');
    await expect(wallet.questions).toHaveCount(0);

    const topic = await app.output('session').innerText();
    await app.page.reload();
    await expect(app.output('status')).toHaveText('ready');
    await expect(app.output('session')).toHaveText(topic);
    expect(await told(app, 'chain')).toBe('0x89');
    expect(await told(app, 'net')).toBe('137');
    await app.press('sign');
    await wallet.asked('personal_sign on eip155:137');
    await wallet.answer();
    await expect(app.result('sign')).toHaveText(/^0x/);

    await wallet.press('change-chain');
    await expect(app.events.filter({ hasText: 'chainChanged' })).toHaveText(['chainChanged 137']);
    await wallet.press('disconnect');
    await expect(app.events.filter({ hasText: 'disconnect' })).toHaveCount(1);
    await expect(app.output('session')).toHaveText('none');
    expect(await told(app, 'chain')).toContain('Please call connect() before request()');
  });
});

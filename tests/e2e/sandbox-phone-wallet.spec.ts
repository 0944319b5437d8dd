import { MemoryStore } from '@latchkey/sandbox';
import { devices } from '@playwright/test';
import { SignClient } from '@walletconnect/sign-client';
import encodeQr from 'qr';
import { type Hex, stringToHex, verifyMessage } from 'viem';
import { ALICE, BOB } from './sandbox/hosts.js';
import { axeViolations } from './support/axe.js';
import { expect, test } from './support/fixtures.js';
import { PhoneWallet } from './support/phone-wallet.js';

type Dapp = InstanceType<typeof SignClient>;

const NAMESPACES = {
  eip155: {
    chains: ['eip155:1', 'eip155:137'],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
};

/** Starts an app on the official client in this process. */
const startDapp = async (relayUrl: string): Promise<Dapp> => {
  const storage = new MemoryStore();
  return SignClient.init({
    projectId: 'any',
    relayUrl,
    metadata: { name: 'Official Dapp', description: 'An app of the tests', url: 'https://dapp.example', icons: [] },
    logger: 'silent',
    telemetryEnabled: false,
    storage,
    customStoragePrefix: storage.prefix,
  });
};

test.describe('sandbox phone wallet', { tag: ['@sandbox', '@connect'] }, () => {
  let dapp: Dapp;

  test.beforeEach(async ({ sandbox }) => {
    dapp = await startDapp(sandbox.urls.relay);
  });
  test.afterEach(async () => {
    dapp.core.heartbeat.stop();
    await dapp.core.relayer.transportClose();
  });

  const propose = async (): Promise<{ uri: string; settled: ReturnType<Awaited<ReturnType<Dapp['connect']>>['approval']> }> => {
    const { uri, approval } = await dapp.connect({ optionalNamespaces: NAMESPACES });
    const settled = approval();
    // The test checks the outcome later.
    settled.catch(() => undefined);
    return { uri: uri ?? '', settled };
  };

  const request = <T>(topic: string, method: string, params: unknown, chainId = 'eip155:1'): Promise<T> => {
    const response = dapp.request<T>({ topic, chainId, request: { method, params } });
    response.catch(() => undefined);
    return response;
  };

  test('connects by a pasted link, applies test controls, runs in one tab only, and contacts only the relay and the nodes', async ({
    context,
    sandbox,
    openPhone,
    phoneControl,
  }) => {
    const hosts = new Set<string>();
    context.on('request', (sent) => hosts.add(new URL(sent.url()).host));
    const wallet = await openPhone();
    await wallet.paste('nonsense');
    await expect(wallet.page.getByTestId('rw-trouble')).toContainText('This is not a valid link.');
    const { uri, settled } = await propose();
    await wallet.paste(uri);
    const text = await wallet.prompt();
    for (const expected of ['Connect Official Dapp', 'https://dapp.example', 'personal_sign', 'Ethereum', 'Polygon'])
      expect(text).toContain(expected);
    expect(await axeViolations(wallet.page)).toEqual([]);
    await wallet.page.getByTestId('sw-share-1').check();
    await wallet.approve();
    const { topic, namespaces } = await settled;
    expect(namespaces['eip155']?.accounts).toEqual([`eip155:1:${ALICE}`, `eip155:1:${BOB}`, `eip155:137:${ALICE}`, `eip155:137:${BOB}`]);
    await expect(wallet.page.getByTestId('rw-status')).toHaveText('Done. Return to the app.');
    await expect(wallet.sessions).toContainText(['Official Dapp']);
    expect(await axeViolations(wallet.page)).toEqual([]);

    await phoneControl.setFault({ mode: 'error-response', error: { code: 4001, message: 'Not now.' } });
    await expect(request(topic, 'personal_sign', [stringToHex('Hello'), ALICE])).rejects.toMatchObject({ message: 'Not now.' });
    await phoneControl.setFault(null);
    const refused = request(topic, 'personal_sign', [stringToHex('No'), ALICE]);
    expect(await wallet.prompt()).toContain('No');
    await wallet.reject();
    await expect(refused).rejects.toMatchObject({ code: 5000 });

    const second = await PhoneWallet.open(context, sandbox.urls.walletPage);
    await expect(wallet.page.getByRole('heading', { level: 1 })).toHaveText('The wallet is open in another tab');
    const gone = new Promise((resolve) => dapp.once('session_delete', resolve));
    await second.disconnect();
    expect(await gone).toMatchObject({ topic });
    await expect(second.sessions).toHaveCount(0);
    const own = [sandbox.urls.walletPage, ...Object.values(sandbox.urls.rpc)].map((url) => new URL(url).host);
    expect([...hosts].filter((host) => !own.includes(host))).toEqual([]);
  });

  test('connects by a scanned image or a deep link, and keeps its prompt, session and selection after reloads', async ({
    sandbox,
    openPhone,
  }) => {
    const wallet = await openPhone();
    await wallet.page.setViewportSize(devices['Pixel 7'].viewport);
    const { uri, settled } = await propose();
    await wallet.scan({ name: 'text.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(wallet.page.getByTestId('rw-trouble')).toHaveText("Can't read this image.");
    await wallet.scan({ name: 'screen.png', mimeType: 'image/png', buffer: await wallet.page.screenshot() });
    await expect(wallet.page.getByTestId('rw-trouble')).toHaveText('No QR code found in this image.');
    await wallet.scan({ name: 'code.gif', mimeType: 'image/gif', buffer: Buffer.from(encodeQr(uri, 'gif', { scale: 4 })) });
    await wallet.prompt();
    expect(await wallet.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await wallet.page.reload();
    await wallet.approve();
    const { topic } = await settled;
    const event = new Promise((resolve) => dapp.once('session_event', resolve));
    await wallet.page.getByTestId('sw-chain-137').click();
    expect(await event).toMatchObject({ params: { chainId: 'eip155:137', event: { name: 'chainChanged', data: 137 } } });

    const again = await propose();
    await wallet.page.goto(`${sandbox.urls.walletPage}/wc?uri=${encodeURIComponent(again.uri)}`);
    expect(await wallet.prompt()).toContain('Connect Official Dapp');
    expect(new URL(wallet.page.url()).search).toBe('');
    await wallet.reject();
    await expect(again.settled).rejects.toMatchObject({ code: 5000 });
    await expect(wallet.sessions).toHaveCount(1);
    await expect(wallet.page.getByTestId('sw-chain-137')).toHaveAttribute('aria-pressed', 'true');
    const signature = request<Hex>(topic, 'personal_sign', [stringToHex('Again'), ALICE]);
    await wallet.approve();
    expect(await verifyMessage({ address: ALICE, message: 'Again', signature: await signature })).toBe(true);
  });
});

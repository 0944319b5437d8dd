import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type MoveOptions, showMove } from '../../../../../sandbox/secure-site/documents/move-view.js';
import type { SiteNetwork } from '../../../../../sandbox/secure-site/documents/site-config.js';
import { type SmartAddress, smartAddressFacts } from '../../../../../sandbox/secure-site/documents/smart-addresses.js';
import { readOverview, type WalletOverview } from '../../../../../sandbox/secure-site/documents/wallet-management.js';
import type { WalletSession } from '../../../../../sandbox/secure-site/documents/wallet-session.js';
import { ALICE, SecureSiteWorld } from '../api/secure-site-world.js';
import { memoryStore, openSession } from './open-session.js';
import { button, eventually, facts, stubPage, text } from './stub-page.js';

const NETWORK: SiteNetwork = {
  chainId: 'eip155:1',
  name: 'Ethereum',
  rpcUrl: 'https://node.example',
  currency: { symbol: 'ETH', decimals: 18 },
};
const ETHER = 10n ** 18n;

let session: WalletSession;
let overview: WalletOverview;
/** By address. */
let balances: Map<string, bigint>;
/** As the factory of the network gives each owner one. */
const smartOf = (owner: string): string => owner.replace('0x', '0x5').slice(0, 42);

beforeEach(async () => {
  stubPage();
  const world = await SecureSiteWorld.create();
  session = await openSession(world, await memoryStore());
  await session.logins.requestCode(ALICE);
  await session.logins.enterCode(world.code);
  await session.createWallet(await session.beginWallet(), null);
  await session.createWallet(await session.beginOtherWallet(), null);
  overview = await readOverview(session);
  balances = new Map();
  vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) => {
    const { id, params } = JSON.parse(body);
    return Response.json({ jsonrpc: '2.0', id, result: `0x${(balances.get(params[0]) ?? 0n).toString(16)}` });
  });
});

const rows = (): readonly (string | null)[] => [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
const show = (options: Partial<MoveOptions> = {}): Promise<string | null> =>
  new Promise((done, reject) => {
    showMove({
      session,
      overview,
      networks: [NETWORK],
      smartAddresses: async (owner) => [{ chainId: 'eip155:1', network: 'Ethereum', address: smartOf(owner) }],
      done,
      unlock: reject,
      ...options,
    });
  });
const type = (field: HTMLInputElement | null, value: string): void => {
  if (field === null) throw new Error(`No field in: ${text()}`);
  field.value = value;
  field.dispatchEvent(new Event('input'));
};

describe('moving to another wallet', () => {
  it('shows the smart accounts of both wallets, with what is there', async () => {
    const { address, other } = overview;
    balances.set(smartOf(address), ETHER).set(smartOf(other?.address ?? ''), 2n * ETHER);
    void show();
    await expect.poll(rows).toEqual(['ETH00', 'ETHSmart account12']);
    expect(facts()).toMatchObject({
      'Address in use': address,
      'Smart account in use': smartOf(address),
      'Other address': other?.address,
      'Other smart account': smartOf(other?.address ?? ''),
    });
  });

  it('deletes a wallet whose smart account has something only if the user gives that up', async () => {
    const { other } = overview;
    const smart = smartOf(other?.address ?? '');
    balances.set(smart, 1n);
    const done = show();
    await expect.poll(rows).toHaveLength(2);
    button('Delete the other wallet').click();
    await expect.poll(rows).toEqual(['ETH0', 'ETHSmart account0.000000000000000001']);
    expect(facts()).toEqual({
      'Address that is deleted': other?.address,
      'Smart account that is deleted': smart,
      'Solana address that is deleted': other?.solanaAddress,
    });
    type(document.querySelector('#confirm'), 'DELETE');
    expect(button('Delete').disabled).toBe(true);
    const consent = document.querySelector<HTMLInputElement>('#consent');
    if (consent !== null) consent.checked = true;
    consent?.dispatchEvent(new Event('input'));
    expect(button('Delete').disabled).toBe(false);
    button('Delete').click();
    expect(await done).toBe('The other wallet was deleted.');
    expect((await readOverview(session)).other).toBeNull();
  });

  it('says that passkeys and limits are not taken over, if there are some', async () => {
    const limits = [{ origin: '*', assets: [], contracts: [] }];
    for (const [has, expected] of [
      [limits, true],
      [[], false],
    ] as const) {
      const switched = show({ overview: { ...(await readOverview(session)), limits: has } });
      await eventually(() => button('Switch to it').click());
      expect(text().includes('passkeys and limits stay')).toBe(expected);
      button('Switch').click();
      expect((await switched)?.includes('Passkeys and limits are not taken over')).toBe(expected);
    }
  });

  it('shows no screen without the smart accounts: if they cannot be computed, the user tries again', async () => {
    const smartAddresses = vi.fn(async (): Promise<readonly SmartAddress[]> => []);
    smartAddresses.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    void show({ smartAddresses });
    await eventually(() => button('Try again').click());
    await expect.poll(text).toContain('Send what you own');
  });
});

describe('the addresses of smart accounts', () => {
  const on = (network: string, own: string): SmartAddress => ({ chainId: network, network, address: own });

  it('are one where all networks share it, else each is named with its networks', () => {
    expect(smartAddressFacts([], 'Smart account')).toEqual([]);
    expect(smartAddressFacts([on('One', '0x1'), on('Two', '0x1')], 'Smart account')).toEqual([
      { label: 'Smart account', value: '0x1', kind: 'address' },
    ]);
    expect(
      smartAddressFacts([on('One', '0x1'), on('Two', '0x2'), on('Three', '0x1')], 'Smart account').map(({ label, value }) => [
        label,
        value,
      ]),
    ).toEqual([
      ['Smart account on One, Three', '0x1'],
      ['Smart account on Two', '0x2'],
    ]);
  });
});

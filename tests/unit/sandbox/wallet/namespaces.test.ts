import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto';
import { base64 } from '@scure/base';
import { Verifier } from 'bip322-js';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWallet, type Wallet } from '../../../../sandbox/wallet/create-wallet.js';
import { offeredChains } from '../../../../sandbox/wallet/engine/keys/namespace.js';
import { announceWallet, restrictTo } from '../../../../sandbox/wallet/provider/announce-wallet.js';
import { PAGE_SCRIPT_IDENTITY } from '../../../../sandbox/wallet/provider/identity.js';
import { stubNodes } from './support/memory-node.js';
import { TestSite, UNREACHABLE_URL } from './support/test-site.js';

const NODES = {
  solana: { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', url: UNREACHABLE_URL },
  bip122: { chainId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328', url: UNREACHABLE_URL },
  polkadot: { chainId: 'polkadot:45454545454545454545454545454545', url: UNREACHABLE_URL },
};
const NAME = PAGE_SCRIPT_IDENTITY.name;

interface StandardAccount {
  readonly address: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

interface StandardWallet {
  readonly name: string;
  readonly chains: readonly string[];
  readonly accounts: readonly StandardAccount[];
  // Features have different types. The tests call them like a page does.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly features: Readonly<Record<string, any>>;
}

/** Opens a page that discovers the wallets of all namespaces, like an app. */
const openPage = () => {
  const found: { eip155: unknown[]; standard: StandardWallet[] } = { eip155: [], standard: [] };
  const page = Object.assign(new EventTarget(), {
    found,
    // biome-ignore lint/suspicious/noExplicitAny: what wallets write there has no common type
    btc_providers: [] as any[],
    // biome-ignore lint/suspicious/noExplicitAny: what wallets write there has no common type
    injectedWeb3: {} as Record<string, any>,
  });
  page.addEventListener('eip6963:announceProvider', (event) => found.eip155.push((event as CustomEvent).detail.info.name));
  const register = (wallet: StandardWallet): unknown => found.standard.push(wallet);
  page.addEventListener('wallet-standard:register-wallet', (event) => (event as CustomEvent).detail({ register }));
  vi.stubGlobal('window', page);
  return page;
};

describe('wallet in a page', () => {
  let wallet: Wallet;
  let app: TestSite;
  let page: ReturnType<typeof openPage>;

  beforeAll(() => cryptoWaitReady());
  beforeEach(() => {
    stubNodes({});
    page = openPage();
    wallet = createWallet({ 1: UNREACHABLE_URL }, NODES);
    app = new TestSite(wallet);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const announce = (namespaces: readonly string[] | null, name = NAME): void =>
    announceWallet(
      restrictTo(namespaces, { identity: { ...PAGE_SCRIPT_IDENTITY, name }, eip155: true, chains: offeredChains(NODES) }),
      app.provider,
    );
  const namesFound = () => ({
    eip155: page.found.eip155,
    standard: page.found.standard.map(({ name, chains }) => ({ name, chains: [...chains] })),
    bitcoin: page.btc_providers.map(({ name }) => name),
    polkadot: Object.keys(page.injectedWeb3),
  });
  const standard = (): StandardWallet => {
    const [first] = page.found.standard;
    if (first === undefined) throw new Error('No wallet was registered.');
    return first;
  };
  const bitcoin = () => Reflect.get(page, page.btc_providers[0].id);

  it('is discovered under one name by every mechanism, initially and on request', () => {
    announce(null);
    const all = {
      eip155: [NAME],
      standard: [{ name: NAME, chains: ['solana:mainnet', 'bitcoin:regtest'] }],
      bitcoin: [NAME],
      polkadot: [NAME],
    };
    expect(namesFound()).toEqual(all);
    page.found.eip155 = [];
    page.dispatchEvent(new Event('eip6963:requestProvider'));
    expect(page.found.eip155).toEqual([NAME]);
  });

  it.each([
    ['eip155', { eip155: ['One'], standard: [], bitcoin: [], polkadot: [] }],
    ['solana', { eip155: [], standard: [{ name: 'One', chains: ['solana:mainnet'] }], bitcoin: [], polkadot: [] }],
    ['bip122', { eip155: [], standard: [{ name: 'One', chains: ['bitcoin:regtest'] }], bitcoin: ['One'], polkadot: [] }],
    ['polkadot', { eip155: [], standard: [], bitcoin: [], polkadot: ['One'] }],
  ])('announces only %s, under its own name', (namespace, found) => {
    announce([namespace], 'One');
    expect(namesFound()).toEqual(found);
  });

  it('connects, signs, rejects and emits changes on Solana through the Wallet Standard', async () => {
    announce(null);
    const { features } = standard();
    const connected = await app.runAndRespond(() => features['standard:connect'].connect());
    expect(connected.facts).toContain('Network: Solana (solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp)');
    const { others } = await wallet.control.state();
    const [account] = standard().accounts;
    if (account === undefined) throw new Error('No account is shared.');
    expect(connected.value).toMatchObject({ accounts: [{ address: others.solana?.[0] }] });

    const message = new TextEncoder().encode('hello');
    const sign = () => features['solana:signMessage'].signMessage({ account, message });
    const signed = await app.runAndRespond(sign);
    expect(signed.facts).toContain('Message: hello');
    const key = await crypto.subtle.importKey('raw', account.publicKey, 'Ed25519', false, ['verify']);
    expect(await crypto.subtle.verify('Ed25519', key, Object(signed.value)[0].signature, message)).toBe(true);
    expect((await app.runAndRespond(sign, { approve: false })).code).toBe(4001);

    const changes: string[][] = [];
    features['standard:events'].on('change', ({ accounts }: Pick<StandardWallet, 'accounts'>) =>
      changes.push(accounts.map(({ address }) => address)),
    );
    await wallet.control.selectAccount(1);
    await wallet.control.lock();
    expect(changes).toEqual([[(await wallet.control.state()).others.solana?.[0], account.address], []]);
  });

  it('connects and signs on Bitcoin through all three wallet APIs', async () => {
    announce(null);
    const { features } = standard();
    const connected = await app.runAndRespond(() => features['bitcoin:connect'].connect({ purposes: ['payment', 'ordinals'] }));
    expect(Object(connected.value).accounts).toHaveLength(4);
    const [payment = ''] = (await wallet.control.state()).others.bip122 ?? [];
    expect(await bitcoin().getAccounts()).toEqual([payment]);
    const request = await app.runAndRespond(() =>
      bitcoin().request('signMessage', { address: payment, message: 'hello', protocol: 'BIP322' }),
    );
    expect(Verifier.verifySignature(payment, 'hello', Object(request.value).result.signature)).toBe(true);
    for (const kind of ['ecdsa', 'bip322-simple']) {
      const { value } = await app.runAndRespond(() => bitcoin().signMessage('hello', kind));
      expect(Verifier.verifySignature(payment, 'hello', String(value)), kind).toBe(true);
    }
    const account = { address: payment };
    const message = new TextEncoder().encode('hello');
    const standardSigned = await app.runAndRespond(() => features['bitcoin:signMessage'].signMessage({ account, message }));
    expect(Verifier.verifySignature(payment, 'hello', base64.encode(Object(standardSigned.value)[0].signature))).toBe(true);
    expect(await bitcoin().request('fly')).toMatchObject({ error: { code: 4200 } });
  });

  it('is enabled, signs and rejects on Polkadot', async () => {
    announce(null);
    const enable = () => page.injectedWeb3[NAME].enable('Page');
    expect((await app.runAndRespond(enable, { approve: false })).code).toBe(4001);
    const injected = Object((await app.runAndRespond(enable)).value);
    const [address = ''] = (await wallet.control.state()).others.polkadot ?? [];
    expect(await injected.accounts.get()).toEqual([{ address, name: 'Account 1', type: 'sr25519', genesisHash: null }]);
    const signed = await app.runAndRespond(() => injected.signer.signRaw({ address, data: '0x68656c6c6f', type: 'bytes' }));
    expect(signed.facts).toContain('Message: <Bytes>hello</Bytes>');
    expect(signatureVerify('<Bytes>hello</Bytes>', signed.result['signature'] ?? '', address).isValid).toBe(true);
  });

  it.each([
    ['the Wallet Standard', () => standard().features['standard:connect'].connect()],
    ['a Bitcoin provider', () => bitcoin().requestAccounts()],
    ['a Polkadot extension', () => page.injectedWeb3[NAME].enable('Page')],
  ] as const)('applies faults through %s', async (_, connect) => {
    vi.useFakeTimers();
    announce(null);
    await wallet.control.setFault({ mode: 'reject-all' });
    await expect(connect()).rejects.toMatchObject({ code: 4001 });
    await wallet.control.setFault({ mode: 'drop' });
    await expect(connect()).rejects.toMatchObject({ code: 4900 });
    await wallet.control.setFault({ mode: 'late-response', delayMs: 300 });
    await wallet.control.autoApprove(true);
    const resolved = vi.fn();
    void connect().then(resolved);
    await vi.advanceTimersByTimeAsync(299);
    expect(resolved).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(resolved).toHaveBeenCalledTimes(1);
  });
});

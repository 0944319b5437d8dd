import { describe, expect, it } from 'vitest';
import type { Eip155TestSigner } from '../../../testing/wallets/eip155-signer.js';
import { Eip155TestWallet } from '../../../testing/wallets/eip155-test-wallet.js';
import { ALICE, BOB } from '../adapters/support/networks.js';
import { TestWindow } from '../adapters/support/test-window.js';

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    ({ code }: { code?: unknown }) => code,
  );
const ask = (wallet: Eip155TestWallet, method: string, ...params: readonly unknown[]): Promise<unknown> =>
  wallet.provider.request({ method, params });
const connected = async (options: Partial<ConstructorParameters<typeof Eip155TestWallet>[0]> = {}): Promise<Eip155TestWallet> => {
  const wallet = new Eip155TestWallet({ accounts: [ALICE, BOB], ...options });
  wallet.connected = true;
  return wallet;
};

describe('the EVM test wallet', () => {
  it('shares its accounts only after its owner agreed, and only while it is unlocked', async () => {
    const wallet = new Eip155TestWallet({ accounts: [ALICE], approval: 'by-hand' });
    expect(await ask(wallet, 'eth_accounts')).toEqual([]);
    const connecting = ask(wallet, 'eth_requestAccounts');
    expect([wallet.prompts.map(({ method }) => method), wallet.shown()]).toEqual([['eth_requestAccounts'], 1]);
    wallet.approve();
    expect(await connecting).toEqual([ALICE]);
    expect(await ask(wallet, 'eth_requestAccounts')).toEqual([ALICE]);
    expect(wallet.shown()).toBe(1);
    wallet.lock();
    expect(await ask(wallet, 'eth_accounts')).toEqual([]);
    wallet.unlock();
    expect(await ask(wallet, 'eth_accounts')).toEqual([ALICE]);
  });

  it('says no when its owner does', async () => {
    const wallet = await connected({ approval: 'by-hand' });
    const signing = codeOf(ask(wallet, 'personal_sign', '0x00', ALICE));
    await Promise.resolve();
    wallet.reject();
    expect(await signing).toBe(4001);
    expect(wallet.prompts).toEqual([]);
  });

  it('signs for accounts that the site may use only', async () => {
    const wallet = new Eip155TestWallet({ accounts: [ALICE] });
    const codes = (): Promise<unknown> =>
      Promise.all([
        codeOf(ask(wallet, 'personal_sign', '0x00', ALICE)),
        codeOf(ask(wallet, 'eth_signTypedData_v4', ALICE, '{}')),
        codeOf(ask(wallet, 'eth_sendTransaction', { from: ALICE })),
      ]);
    expect(await codes()).toEqual([4100, 4100, 4100]);
    wallet.connected = true;
    expect(await codes()).toEqual(['no error', 'no error', 'no error']);
    expect(await codeOf(ask(wallet, 'personal_sign', '0x00', BOB))).toBe(4100);
  });

  it('asks its signer, with what the site gave', async () => {
    const asked: unknown[] = [];
    const signer: Eip155TestSigner = {
      address: ALICE,
      signMessage: async (request) => {
        asked.push(request);
        return '0xsigned';
      },
      signTypedData: async (typedData) => {
        asked.push(typedData);
        return '0xtyped';
      },
    };
    const wallet = await connected({ accounts: [signer] });
    expect(await ask(wallet, 'personal_sign', '0x68', ALICE)).toBe('0xsigned');
    expect(await ask(wallet, 'eth_signTypedData_v4', ALICE, '{"primaryType":"Mail"}')).toBe('0xtyped');
    expect(asked).toEqual([{ message: { raw: '0x68' } }, { primaryType: 'Mail' }]);
  });

  it('gives stand-ins of the right shape without a signer, the same for the same message', async () => {
    const wallet = await connected();
    const [first, same, other] = [
      await ask(wallet, 'personal_sign', '0x01', ALICE),
      await ask(wallet, 'personal_sign', '0x01', ALICE),
      await ask(wallet, 'personal_sign', '0x02', ALICE),
    ];
    expect(first).toMatch(/^0x[0-9a-f]{130}$/);
    expect([first === same, first === other]).toEqual([true, false]);
    const hashes = [await ask(wallet, 'eth_sendTransaction', { from: ALICE }), await ask(wallet, 'eth_sendTransaction', { from: ALICE })];
    expect(hashes[0]).toMatch(/^0x[0-9a-f]{64}$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('moves between the chains it knows, and learns others', async () => {
    const wallet = await connected({ chainId: 1, knownChainIds: [137] });
    const heard: unknown[] = [];
    wallet.provider.on('chainChanged', (chainId) => heard.push(chainId));
    expect(await ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x89' })).toBe(null);
    expect(await codeOf(ask(wallet, 'wallet_switchEthereumChain', { chainId: '0xa' }))).toBe(4902);
    await ask(wallet, 'wallet_addEthereumChain', { chainId: '0xa' });
    expect(await ask(wallet, 'eth_chainId')).toBe('0x89');
    await ask(wallet, 'wallet_switchEthereumChain', { chainId: '0xa' });
    expect([await ask(wallet, 'eth_chainId'), heard]).toEqual(['0xa', ['0x89', '0xa']]);
  });

  it('refuses a transaction for another chain than its own', async () => {
    const wallet = await connected();
    expect(await codeOf(ask(wallet, 'eth_sendTransaction', { from: ALICE, chainId: '0x89' }))).toBe(-32602);
  });

  it('forgets the site when asked to', async () => {
    const wallet = await connected();
    expect(await ask(wallet, 'wallet_getPermissions')).toEqual([{ parentCapability: 'eth_accounts' }]);
    expect(await ask(wallet, 'wallet_revokePermissions', { eth_accounts: {} })).toBe(null);
    expect([await ask(wallet, 'eth_accounts'), await ask(wallet, 'wallet_getPermissions')]).toEqual([[], []]);
  });

  it('passes other methods to its node, and knows none without one', async () => {
    const asked: unknown[] = [];
    const wallet = await connected({
      chainId: 5,
      node: async (...request) => {
        asked.push(request);
        return '0x7';
      },
    });
    expect(await ask(wallet, 'eth_blockNumber')).toBe('0x7');
    expect(asked).toEqual([[5, 'eth_blockNumber', []]]);
    expect(await codeOf(ask(await connected(), 'eth_blockNumber'))).toBe(4200);
  });

  it('answers as scripted, then truthfully again', async () => {
    const wallet = await connected();
    wallet.next('eth_chainId', { result: 'nonsense' }, { error: { code: -32000 } });
    expect(await ask(wallet, 'eth_chainId')).toBe('nonsense');
    expect(await codeOf(ask(wallet, 'eth_chainId'))).toBe(-32000);
    expect(await ask(wallet, 'eth_chainId')).toBe('0x1');
  });

  it('announces itself at once and when asked, until it leaves; and stands as window.ethereum', () => {
    const window = new TestWindow();
    const wallet = new Eip155TestWallet({ accounts: [ALICE], info: { rdns: 'com.example' } });
    const heard: unknown[] = [];
    window.addEventListener('eip6963:announceProvider', (event) => heard.push((event as CustomEvent).detail));
    const leave = wallet.announce(window);
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    leave();
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    expect(heard).toEqual([
      { info: wallet.info, provider: wallet.provider },
      { info: wallet.info, provider: wallet.provider },
    ]);
    expect(Object.isFrozen(heard[0])).toBe(true);
    wallet.inject(window);
    expect(window.ethereum).toBe(wallet.provider);
  });
});

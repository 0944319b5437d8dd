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
const request = (wallet: Eip155TestWallet, method: string, ...params: readonly unknown[]): Promise<unknown> =>
  wallet.provider.request({ method, params });
const connected = async (options: Partial<ConstructorParameters<typeof Eip155TestWallet>[0]> = {}): Promise<Eip155TestWallet> => {
  const wallet = new Eip155TestWallet({ accounts: [ALICE, BOB], ...options });
  wallet.isConnected = true;
  return wallet;
};

describe('Eip155TestWallet', () => {
  it('shares accounts only after approval and while unlocked', async () => {
    const wallet = new Eip155TestWallet({ accounts: [ALICE], approval: 'manual' });
    expect(await request(wallet, 'eth_accounts')).toEqual([]);
    const connecting = request(wallet, 'eth_requestAccounts');
    expect([wallet.prompts.map(({ method }) => method), wallet.promptCount()]).toEqual([['eth_requestAccounts'], 1]);
    wallet.approve();
    expect(await connecting).toEqual([ALICE]);
    expect(await request(wallet, 'eth_requestAccounts')).toEqual([ALICE]);
    expect(wallet.promptCount()).toBe(1);
    wallet.lock();
    expect(await request(wallet, 'eth_accounts')).toEqual([]);
    wallet.unlock();
    expect(await request(wallet, 'eth_accounts')).toEqual([ALICE]);
  });

  it('rejects with 4001 on reject()', async () => {
    const wallet = await connected({ approval: 'manual' });
    const signing = codeOf(request(wallet, 'personal_sign', '0x00', ALICE));
    await Promise.resolve();
    wallet.reject();
    expect(await signing).toBe(4001);
    expect(wallet.prompts).toEqual([]);
  });

  it('signs only for accounts that the site may use', async () => {
    const wallet = new Eip155TestWallet({ accounts: [ALICE] });
    const codes = (): Promise<unknown> =>
      Promise.all([
        codeOf(request(wallet, 'personal_sign', '0x00', ALICE)),
        codeOf(request(wallet, 'eth_signTypedData_v4', ALICE, '{}')),
        codeOf(request(wallet, 'eth_sendTransaction', { from: ALICE })),
      ]);
    expect(await codes()).toEqual([4100, 4100, 4100]);
    wallet.isConnected = true;
    expect(await codes()).toEqual(['no error', 'no error', 'no error']);
    expect(await codeOf(request(wallet, 'personal_sign', '0x00', BOB))).toBe(4100);
  });

  it('passes requests to its signer', async () => {
    const signed: unknown[] = [];
    const signer: Eip155TestSigner = {
      address: ALICE,
      signMessage: async (request) => {
        signed.push(request);
        return '0xsigned';
      },
      signTypedData: async (typedData) => {
        signed.push(typedData);
        return '0xtyped';
      },
    };
    const wallet = await connected({ accounts: [signer] });
    expect(await request(wallet, 'personal_sign', '0x68', ALICE)).toBe('0xsigned');
    expect(await request(wallet, 'eth_signTypedData_v4', ALICE, '{"primaryType":"Mail"}')).toBe('0xtyped');
    expect(signed).toEqual([{ message: { raw: '0x68' } }, { primaryType: 'Mail' }]);
  });

  it('returns deterministic fake signatures without a signer', async () => {
    const wallet = await connected();
    const [first, same, other] = [
      await request(wallet, 'personal_sign', '0x01', ALICE),
      await request(wallet, 'personal_sign', '0x01', ALICE),
      await request(wallet, 'personal_sign', '0x02', ALICE),
    ];
    expect(first).toMatch(/^0x[0-9a-f]{130}$/);
    expect([first === same, first === other]).toEqual([true, false]);
    const hashes = [
      await request(wallet, 'eth_sendTransaction', { from: ALICE }),
      await request(wallet, 'eth_sendTransaction', { from: ALICE }),
    ];
    expect(hashes[0]).toMatch(/^0x[0-9a-f]{64}$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('switches between its chains and adds others', async () => {
    const wallet = await connected({ chainId: 1, knownChainIds: [137] });
    const changes: unknown[] = [];
    wallet.provider.on('chainChanged', (chainId) => changes.push(chainId));
    expect(await request(wallet, 'wallet_switchEthereumChain', { chainId: '0x89' })).toBe(null);
    expect(await codeOf(request(wallet, 'wallet_switchEthereumChain', { chainId: '0xa' }))).toBe(4902);
    await request(wallet, 'wallet_addEthereumChain', { chainId: '0xa' });
    expect(await request(wallet, 'eth_chainId')).toBe('0x89');
    await request(wallet, 'wallet_switchEthereumChain', { chainId: '0xa' });
    expect([await request(wallet, 'eth_chainId'), changes]).toEqual(['0xa', ['0x89', '0xa']]);
  });

  it('rejects a transaction for another chain', async () => {
    const wallet = await connected();
    expect(await codeOf(request(wallet, 'eth_sendTransaction', { from: ALICE, chainId: '0x89' }))).toBe(-32602);
  });

  it('revokes permissions', async () => {
    const wallet = await connected();
    expect(await request(wallet, 'wallet_getPermissions')).toEqual([{ parentCapability: 'eth_accounts' }]);
    expect(await request(wallet, 'wallet_revokePermissions', { eth_accounts: {} })).toBe(null);
    expect([await request(wallet, 'eth_accounts'), await request(wallet, 'wallet_getPermissions')]).toEqual([[], []]);
  });

  it('forwards other methods to its node, and rejects them without one', async () => {
    const calls: unknown[] = [];
    const wallet = await connected({
      chainId: 5,
      node: async (...call) => {
        calls.push(call);
        return '0x7';
      },
    });
    expect(await request(wallet, 'eth_blockNumber')).toBe('0x7');
    expect(calls).toEqual([[5, 'eth_blockNumber', []]]);
    expect(await codeOf(request(await connected(), 'eth_blockNumber'))).toBe(4200);
  });

  it('returns scripted responses, then normal ones', async () => {
    const wallet = await connected();
    wallet.respondNext('eth_chainId', { result: 'nonsense' }, { error: { code: -32000 } });
    expect(await request(wallet, 'eth_chainId')).toBe('nonsense');
    expect(await codeOf(request(wallet, 'eth_chainId'))).toBe(-32000);
    expect(await request(wallet, 'eth_chainId')).toBe('0x1');
  });

  it('announces itself immediately and on request until stopped, and injects window.ethereum', () => {
    const window = new TestWindow();
    const wallet = new Eip155TestWallet({ accounts: [ALICE], info: { rdns: 'com.example' } });
    const announced: unknown[] = [];
    window.addEventListener('eip6963:announceProvider', (event) => announced.push((event as CustomEvent).detail));
    const stop = wallet.announce(window);
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    stop();
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    expect(announced).toEqual([
      { info: wallet.info, provider: wallet.provider },
      { info: wallet.info, provider: wallet.provider },
    ]);
    expect(Object.isFrozen(announced[0])).toBe(true);
    wallet.inject(window);
    expect(window.ethereum).toBe(wallet.provider);
  });
});

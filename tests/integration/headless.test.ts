import { createWallet, type RunningChain, startChain, type Wallet } from '@latchkey/sandbox';
import { createPublicClient, http, parseEther, recoverMessageAddress, recoverTypedDataAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Latchkey } from '../../application/latchkey.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { resultFrom } from '../../application/shared/result-from.js';
import { createLatchkey } from '../../composition/create-latchkey.js';
import { eip155 } from '../../composition/modules/eip155.module.js';
import { defineModule } from '../../composition/wire.js';
import { mainnet, polygon } from '../../domain/network/networks/eip155.js';

const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const CONNECTOR = { namespace: 'eip155', connectorId: 'sandbox' } as const;
const TYPED_DATA = {
  domain: { name: 'Latchkey', version: '1', chainId: 1 },
  types: { Greeting: [{ name: 'text', type: 'string' }] },
  primaryType: 'Greeting',
  message: { text: 'hello' },
} as const;

describe('a client in plain Node with a test wallet on real chains', () => {
  let chains: readonly [RunningChain, RunningChain];
  let wallet: Wallet;
  let storage: FakeStorage;
  let latchkey: Latchkey;

  const start = (): Latchkey => {
    const provider = wallet.provider('https://app.example');
    return createLatchkey({
      networks: [mainnet, polygon],
      customRpcUrls: { 'eip155:1': [{ url: chains[0].rpcUrl }], 'eip155:137': [{ url: chains[1].rpcUrl }] },
      modules: [
        eip155({ providers: [{ id: 'sandbox', name: 'Sandbox', provider }] }),
        defineModule((wire) => wire(STORAGE, [], () => storage)),
      ],
    });
  };
  const until = async (check: () => boolean): Promise<void> => {
    await new Promise<void>((resolve) => {
      const stop = latchkey.subscribeConnection(() => {
        if (check()) queueMicrotask(finish);
      });
      const finish = (): void => {
        stop();
        resolve();
      };
    });
  };

  beforeAll(async () => {
    chains = [await startChain({ chainId: 1 }), await startChain({ chainId: 137 })];
  });
  afterAll(() => Promise.all(chains.map((chain) => chain.stop())));
  beforeEach(async () => {
    wallet = createWallet({ 1: chains[0].rpcUrl, 137: chains[1].rpcUrl, 100: chains[0].rpcUrl });
    await wallet.control.autoApprove(true);
    storage = new FakeStorage();
    latchkey = start();
    await latchkey.ready;
  });
  afterEach(() => latchkey.dispose());

  it('connects, signs, sends and reads, and is still connected in the next process', async () => {
    const account = await latchkey.connect(CONNECTOR);
    const address = account.address as `0x${string}`;
    const message = 'Sign in the Node process';
    const signature = await resultFrom(latchkey.useCases.signMessage.execute({ message }));
    expect(await recoverMessageAddress({ message, signature: signature as `0x${string}` })).toBe(address);
    const typed = await resultFrom(latchkey.useCases.signTypedData.execute(TYPED_DATA));
    expect(await recoverTypedDataAddress({ ...TYPED_DATA, signature: typed as `0x${string}` })).toBe(address);

    const node = createPublicClient({ transport: http(chains[0].rpcUrl) });
    const before = await node.getBalance({ address: RECIPIENT });
    const sent = await resultFrom(latchkey.useCases.sendTransaction.execute({ to: RECIPIENT, value: parseEther('1.5') }));
    const receipt = await node.getTransactionReceipt({ hash: sent.hash as `0x${string}` });
    expect(receipt).toMatchObject({ status: 'success', blockNumber: sent.blockNumber, from: address.toLowerCase() });
    expect(await node.getBalance({ address: RECIPIENT })).toBe(before + parseEther('1.5'));

    latchkey.dispose();
    latchkey = start();
    expect(latchkey.getAccount().status).toBe('reconnecting');
    await latchkey.ready;
    expect(latchkey.getAddress()).toBe(address);
  });

  it('switches the network in the wallet and reads the balance of that chain', async () => {
    const { address } = await latchkey.connect(CONNECTOR);
    await latchkey.switchNetwork('eip155:137');
    expect(latchkey.getCaipNetwork()?.name).toBe(polygon.name);
    const provider = latchkey.getProvider<{ request(call: { method: string }): Promise<unknown> }>('eip155');
    expect(Number(await provider?.request({ method: 'eth_chainId' }))).toBe(137);
    const node = createPublicClient({ transport: http(chains[1].rpcUrl) });
    let stopWatching = (): void => undefined;
    const balance = await new Promise<bigint>((resolve, reject) => {
      const watching = latchkey.useCases.watchBalance.execute().subscribe({
        next: (state) => {
          if (state.lastRetry !== null) reject(new Error('The balance could not be read'));
          if (state.balance !== null) resolve(state.balance.value);
        },
        error: reject,
      });
      stopWatching = () => watching.unsubscribe();
    });
    stopWatching();
    expect(balance).toBe(await node.getBalance({ address: address as `0x${string}` }));
  });

  it('follows the wallet: lock, unlock, account change, unsupported network, disconnect', async () => {
    const { address } = await latchkey.connect(CONNECTOR);
    const locked = until(() => !latchkey.getAccount().isConnected);
    await wallet.control.lock();
    await locked;
    expect(latchkey.getProvider('eip155')).toBeUndefined();
    const unlocked = until(() => latchkey.getAddress() === address);
    await wallet.control.unlock();
    await unlocked;
    const moved = until(() => latchkey.getCaipNetwork()?.unknown === true);
    await wallet.control.switchChain(100);
    await moved;
    expect(latchkey.useCases.watchModal.current().view.name).toBe('UnsupportedChain');
    const gone = until(() => !latchkey.getAccount().isConnected);
    await wallet.control.disconnectSite('https://app.example');
    await gone;
    expect(latchkey.getState().open).toBe(false);
  });

  it('revokes the permission on disconnect, and the next process starts disconnected', async () => {
    await latchkey.connect(CONNECTOR);
    await latchkey.disconnect();
    expect(latchkey.getAccount().status).toBe('disconnected');
    expect(await wallet.provider('https://app.example').request({ method: 'eth_accounts' })).toEqual([]);
    latchkey.dispose();
    latchkey = start();
    await latchkey.ready;
    expect(latchkey.getAccount().status).toBe('disconnected');
  });

  it('rejects with a typed error if the user rejects', async () => {
    await wallet.control.autoApprove(false);
    await wallet.control.setFault({ mode: 'reject-all' });
    await expect(latchkey.connect(CONNECTOR)).rejects.toMatchObject({ name: 'LatchkeyError', code: 'wallet/rejected' });
    expect(latchkey.getAccount().status).toBe('disconnected');
    expect(latchkey.getError()).toMatchObject({ code: 'wallet/rejected' });
  });
});

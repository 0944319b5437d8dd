import { createWallet, type RunningChain, startChain, type Wallet } from '@latchkey/sandbox';
import { createPublicClient, http, numberToHex, parseEther } from 'viem';
import { mainnet } from 'viem/chains';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ORIGIN = 'https://app.example';

describe('a wallet inside Node', () => {
  let chain: RunningChain;
  let wallet: Wallet;

  beforeAll(async () => {
    chain = await startChain({ chainId: 1 });
  });
  afterAll(() => chain.stop());
  beforeEach(() => {
    wallet = createWallet({ 1: chain.rpcUrl });
  });

  it('gives each of several transactions at once a nonce of its own', async () => {
    await wallet.control.autoApprove(true);
    const provider = wallet.provider(ORIGIN);
    await provider.request({ method: 'eth_requestAccounts' });
    const transaction = { from: ALICE, to: BOB, value: numberToHex(parseEther('1')) };
    const hashes = await Promise.all([1, 2, 3].map(() => provider.request({ method: 'eth_sendTransaction', params: [transaction] })));
    const client = createPublicClient({ chain: mainnet, transport: http(chain.rpcUrl), pollingInterval: 20 });
    // The wallet answers with hashes.
    const receipts = await Promise.all(hashes.map((hash) => client.waitForTransactionReceipt({ hash: hash as `0x${string}` })));
    expect(receipts.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
    expect(await client.getBalance({ address: BOB })).toBe(parseEther('10003'));
    expect(await client.getTransactionCount({ address: ALICE })).toBe(3);
  });

  it('asks through a window line, and takes no yes while it is locked', async () => {
    const provider = wallet.provider(ORIGIN);
    const accounts = provider.request({ method: 'eth_requestAccounts' });
    const shown: string[][] = [];
    const window = wallet.engine.openWindow({
      question: null,
      send: (message) => {
        if (message.type === 'snapshot') shown.push(message.snapshot.questions.map(({ id }) => id));
      },
    });
    const id = shown[0]?.[0];
    expect(id).toBeTypeOf('string');
    await wallet.control.lock();
    window.receive({ type: 'decide', id, approve: true });
    expect((await wallet.control.state()).questions).toHaveLength(1);
    await wallet.control.unlock();
    window.receive({ type: 'decide', id, approve: true, accounts: [BOB] });
    expect(await accounts).toEqual([BOB]);
    window.close();
  });

  it('lives on when a line carries nonsense', async () => {
    const page = wallet.engine.openPage({ origin: ORIGIN, send: () => undefined, drop: () => undefined });
    for (const message of [null, 7, 'request', [], {}, { type: 'request' }, { type: 'request', id: 1, method: 'eth_chainId' }])
      page.receive(message);
    expect(await wallet.control.requests()).toEqual([]);
    expect(await wallet.provider(ORIGIN).request({ method: 'eth_chainId' })).toBe('0x1');
    for (const request of [undefined, null, 'eth_chainId', {}, { method: 7 }]) {
      await expect(wallet.provider(ORIGIN).request(request)).rejects.toMatchObject({ code: -32600 });
    }
  });

  it('rejects with 4901 when the node is gone', async () => {
    const gone = await startChain({ chainId: 137 });
    const other = createWallet({ 137: gone.rpcUrl });
    await gone.stop();
    await expect(other.provider(ORIGIN).request({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code: 4901 });
  });

  it('remembers the latest thousand requests', async () => {
    const provider = wallet.provider(ORIGIN);
    for (let call = 0; call < 1_005; call += 1) await provider.request({ method: 'net_version' });
    await provider.request({ method: 'eth_chainId' });
    const requests = await wallet.control.requests();
    expect(requests).toHaveLength(1_000);
    expect(requests.at(-1)).toMatchObject({ method: 'eth_chainId', origin: ORIGIN, outcome: 'answered' });
  });
});

import { createWallet, type RunningChain, startChain, type Wallet } from '@latchkey/sandbox';
import { createTestClient, type Hex, http, numberToHex, parseEther, publicActions } from 'viem';
import { mainnet } from 'viem/chains';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestSite } from '../../unit/sandbox/wallet/support/test-site.js';

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** It has no fallback function, so a call of an unknown function reverts. */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';

const clientOf = ({ rpcUrl }: RunningChain) =>
  createTestClient({ mode: 'anvil', chain: mainnet, transport: http(rpcUrl), pollingInterval: 20 }).extend(publicActions);

describe('the wallet on a chain', () => {
  let chain: RunningChain;
  let client: ReturnType<typeof clientOf>;
  let wallet: Wallet;
  let app: TestSite;

  const call = (method: string, params?: unknown): PromiseLike<unknown> => app.provider.request({ method, params });
  // The wallet returns hashes.
  const mined = (hash: unknown) => client.waitForTransactionReceipt({ hash: hash as Hex });

  beforeAll(async () => {
    chain = await startChain({ chainId: 1 });
    client = clientOf(chain);
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    wallet = createWallet({ 1: chain.rpcUrl });
    app = new TestSite(wallet);
    await app.request('eth_requestAccounts');
  });

  it('describes a transaction and sends it', async () => {
    const before = await client.getBalance({ address: BOB });
    const { value, facts } = await app.request('eth_sendTransaction', [{ from: ALICE, to: BOB, value: numberToHex(parseEther('1.5')) }]);
    expect(facts).toEqual(expect.arrayContaining(['Amount: 1.5 ETH', `To: ${BOB}`]));
    expect(await mined(value)).toMatchObject({ status: 'success', gasUsed: 21_000n });
    expect((await client.getBalance({ address: BOB })) - before).toBe(parseEther('1.5'));
  });

  it('gives concurrent transactions different nonces', async () => {
    await wallet.control.autoApprove(true);
    const before = await client.getTransactionCount({ address: ALICE });
    const transaction = { from: ALICE, to: BOB, value: numberToHex(parseEther('1')) };
    const hashes = await Promise.all([1, 2, 3].map(() => call('eth_sendTransaction', [transaction])));
    const receipts = await Promise.all(hashes.map(mined));
    expect(receipts.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
    expect(await client.getTransactionCount({ address: ALICE })).toBe(before + 3);
  });

  it('warns of a transaction that will fail, and returns the error of the node', async () => {
    const warning = expect.stringContaining('is likely to fail');
    const tooMuch = await app.request('eth_sendTransaction', [{ from: ALICE, to: BOB, value: numberToHex(parseEther('99999')) }]);
    expect(tooMuch).toMatchObject({ code: -32003, facts: expect.arrayContaining([warning]) });
    const reverted = await app.request('eth_sendTransaction', [{ from: ALICE, to: MULTICALL3, data: '0xdeadbeef' }]);
    expect(reverted.facts).toEqual(expect.arrayContaining([warning]));
    expect((await mined(reverted.value)).status).toBe('reverted');
  });

  it('forwards reads and their errors, and emits new blocks', async () => {
    expect(await call('eth_blockNumber')).toBe(numberToHex(await client.getBlockNumber({ cacheTime: 0 })));
    await expect(call('eth_getBlockByNumber', ['nonsense', false])).rejects.toMatchObject({ code: -32602 });
    const message = new Promise((resolve) => app.provider.on('message', resolve));
    const subscription = await call('eth_subscribe', ['newHeads']);
    await client.mine({ blocks: 1 });
    const number = numberToHex(await client.getBlockNumber({ cacheTime: 0 }));
    expect(await message).toMatchObject({ type: 'eth_subscription', data: { subscription, result: { number } } });
    expect(await call('eth_unsubscribe', [subscription])).toBe(true);
  });
});

import { base58, base64 } from '@scure/base';
import { VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { planTransfer } from '../../../../adapters/solana/plan-transfer.js';
import { SolanaNode } from '../../../../adapters/solana/solana-node.js';
import { UniqueLimits } from '../../../../adapters/solana/unique-limits.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../../application/ports/locks.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { TransactionRequest } from '../../../../application/ports/transaction-request.js';
import { formatChainId } from '../../../../domain/caip/caip-2.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { formatAssetId } from '../../../../domain/caip/caip-19.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { JsonRpcClient } from '../support/json-rpc-node.js';
import { MAINNET, solanaNetwork } from '../support/solana-networks.js';

const ADDRESS = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

describe('planTransfer', () => {
  // A request without access to a node.
  const rpcRequest = () => Promise.reject(new Error('The node was read'));

  it.each([{}, { asset: formatAssetId({ chainId: formatChainId('solana', MAINNET), assetNamespace: 'token', assetReference: USDC }) }])(
    'rejects 2^64 base units or more before the node is read: %o',
    async (change) => {
      const request = { from: toAccountId(`solana:${MAINNET}:${ADDRESS}`), to: ADDRESS, value: 2n ** 64n, ...change };
      const plan = planTransfer({ request, network: solanaNetwork(MAINNET), legacy: false }, rpcRequest);
      expect(await codeOf(plan)).toBe('send/invalid-amount');
    },
  );
});

describe('SolanaNode.prepareTransfer', () => {
  const from = toAccountId(`solana:${MAINNET}:${ADDRESS}`);
  const BLOCKHASHES = [1, 2].map((byte) => base58.encode(new Uint8Array(32).fill(byte)));

  const setUp = async () => {
    const server = await JsonRpcClient.start();
    const account = { lamports: 10n ** 12n, owner: base58.encode(new Uint8Array(32)), data: ['', 'base64'], executable: false };
    const inContext = (value: unknown) => () => ({ context: { slot: 1 }, value });
    const setBlockhash = (index: number): void => {
      server.responses.set('getLatestBlockhash', inContext({ blockhash: BLOCKHASHES[index], lastValidBlockHeight: 200 }));
    };
    setBlockhash(0);
    server.responses.set('getGenesisHash', () => `${MAINNET}KuQuWL4MX`);
    server.responses.set('getMultipleAccounts', inContext([0, 1].map(() => ({ ...account, lamports: Number(account.lamports) }))));
    server.responses.set('getMinimumBalanceForRentExemption', () => 890_880);
    server.responses.set('getRecentPrioritizationFees', () => [{ slot: 1, prioritizationFee: 1_000 }]);
    server.responses.set('getFeeForMessage', inContext(5_000));
    const setUnits = (unitsConsumed: number): void => {
      server.responses.set('simulateTransaction', inContext({ err: null, unitsConsumed, accounts: null }));
    };
    setUnits(450);
    const openTab = (storage: FakeStorage, locks: FakeLocks) => {
      const node = new SolanaNode(new FakeClock(), new UniqueLimits(storage, locks));
      onTestFinished(() => node.dispose());
      const prepare = async (change: Partial<TransactionRequest> = {}): Promise<string> => {
        const request = { from, to: ADDRESS, value: 10n ** 9n, ...change };
        const { transaction } = await node.prepareTransfer(
          { request, network: solanaNetwork(MAINNET, server.url), legacy: false },
          neverAborted(),
        );
        return base64.encode(transaction);
      };
      return { prepare, otherTab: () => openTab(storage.otherTab(), locks.otherTab()) };
    };
    return { ...openTab(new FakeStorage(), new FakeLocks()), setBlockhash, setUnits };
  };

  // The same bytes would be the same transaction, which is executed once.
  it('builds different transactions for equal transfers, also with the same blockhash, in another tab, and after a reload', async () => {
    const { prepare, otherTab, setBlockhash, setUnits } = await setUp();
    const tab = otherTab();
    const built = await Promise.all([prepare(), prepare(), tab.prepare(), prepare({ gas: 1_400_000n }), prepare({ gas: 1_400_000n })]);
    built.push(await otherTab().prepare());
    // The simulation may also differ.
    setUnits(449);
    built.push(await prepare());
    setBlockhash(1);
    built.push(await prepare());
    // A node that lags behind.
    setBlockhash(0);
    built.push(await prepare());
    expect(new Set(built).size).toBe(built.length);
  });

  it('does not change the fee of a first transfer, and hardly that of the next ones', async () => {
    const { prepare } = await setUp();
    const limits = [await prepare(), await prepare(), await prepare()].map((text) => {
      const [limit] = VersionedTransaction.deserialize(base64.decode(text)).message.compiledInstructions;
      return new DataView(Uint8Array.from(limit?.data ?? []).buffer).getUint32(1, true);
    });
    expect(limits).toEqual([496, 497, 498]);
  });

  it('rejects a fee above the accepted one', async () => {
    const { prepare } = await setUp();
    expect(await codeOf(prepare({ maxFee: 5_000n }))).toBe('send/fee-too-high');
    expect(await codeOf(prepare({ maxFee: 5_001n }))).toBe('no error');
  });
});

import { describe, expect, it } from 'vitest';
import { planTransfer } from '../../../../adapters/solana/plan-transfer.js';
import { formatChainId } from '../../../../domain/caip/caip-2.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { formatAssetId } from '../../../../domain/caip/caip-19.js';
import { codeOf } from '../../../../testing/contracts/test-api.js';
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

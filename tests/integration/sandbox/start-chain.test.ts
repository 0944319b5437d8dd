import { startChain } from '@latchkey/sandbox';
import { createPublicClient, http, parseAbi, parseEther } from 'viem';
import { polygon } from 'viem/chains';
import { describe, expect, it } from 'vitest';

/** The first account of the development phrase. */
const FUNDED = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const reader = (rpcUrl: string) => createPublicClient({ chain: polygon, transport: http(rpcUrl, { retryCount: 0 }) });

describe('startChain', () => {
  it('starts a chain of the id that was asked for, with funded accounts and Multicall3', async () => {
    const chain = await startChain({ chainId: 137 });
    try {
      const client = reader(chain.rpcUrl);
      expect(new URL(chain.rpcUrl).hostname).toBe('127.0.0.1');
      expect(await client.getChainId()).toBe(137);
      expect(await client.getBalance({ address: FUNDED })).toBe(parseEther('10000'));
      const multicallAddress = '0xcA11bde05977b3631167028862bE2a173976CA11';
      const abi = parseAbi(['function getEthBalance(address) view returns (uint256)', 'function getChainId() view returns (uint256)']);
      const call = { address: multicallAddress, abi } as const;
      const contracts = [
        { ...call, functionName: 'getEthBalance', args: [FUNDED] },
        { ...call, functionName: 'getChainId' },
      ] as const;
      expect(await client.multicall({ contracts, multicallAddress, allowFailure: false })).toEqual([parseEther('10000'), 137n]);
    } finally {
      await chain.stop();
    }
  });

  it('mines by the clock where that is wanted', async () => {
    const chain = await startChain({ chainId: 137, blockTimeSeconds: 1 });
    try {
      const client = reader(chain.rpcUrl);
      await expect.poll(() => client.getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(1n);
    } finally {
      await chain.stop();
    }
  });

  it('says why when the port is taken, and starts nothing', async () => {
    const chain = await startChain({ chainId: 137 });
    try {
      const port = Number(new URL(chain.rpcUrl).port);
      await expect(startChain({ chainId: 1, port })).rejects.toThrow(/anvil ended before it listened/);
      expect(await reader(chain.rpcUrl).getChainId()).toBe(137);
    } finally {
      await chain.stop();
    }
  });

  it('closes its port when it stops', async () => {
    const chain = await startChain({ chainId: 137 });
    await chain.stop();
    await expect(fetch(chain.rpcUrl)).rejects.toThrow();
  });
});

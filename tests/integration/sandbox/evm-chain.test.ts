import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type ChainContracts, CONTRACTS, deployContracts, type RunningChain, startChain } from '@latchkey/sandbox';
import { createTestClient, http, parseAbi, parseEther, publicActions, walletActions } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { mainnet } from 'viem/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The first account of the development mnemonic. */
const FUNDED = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const alice = privateKeyToAccount(generatePrivateKey());

/** Compiles the sources while the node is used. */
let compiling: Promise<unknown>;
let chain: RunningChain;
let contracts: ChainContracts;

const clientOf = (rpcUrl: string) =>
  createTestClient({ mode: 'anvil', chain: mainnet, account: alice, transport: http(rpcUrl, { retryCount: 0 }), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);
let client: ReturnType<typeof clientOf>;

/** Waits for the block, because the node responds before it is mined. */
const isInBlock = async (hash: Promise<`0x${string}`>): Promise<unknown> => client.waitForTransactionReceipt({ hash: await hash });

beforeAll(async () => {
  compiling = promisify(execFile)(process.execPath, ['sandbox/chains/compile.mjs', '--check']);
  // The test below checks the result.
  compiling.catch(() => undefined);
  chain = await startChain({ chainId: 1 });
  contracts = await deployContracts(chain);
  client = clientOf(chain.rpcUrl);
  await client.setBalance({ address: alice.address, value: 10n ** 18n });
});

afterAll(() => chain.stop());

describe('startChain', () => {
  it('starts a chain with the given id, funded accounts and Multicall3', async () => {
    expect(new URL(chain.rpcUrl).hostname).toBe('127.0.0.1');
    expect(await client.getChainId()).toBe(1);
    const multicallAddress = '0xcA11bde05977b3631167028862bE2a173976CA11';
    const abi = parseAbi(['function getEthBalance(address) view returns (uint256)', 'function getChainId() view returns (uint256)']);
    const call = { address: multicallAddress, abi } as const;
    const calls = [
      { ...call, functionName: 'getEthBalance', args: [FUNDED] },
      { ...call, functionName: 'getChainId' },
    ] as const;
    expect(await client.multicall({ contracts: calls, multicallAddress, allowFailure: false })).toEqual([parseEther('10000'), 1n]);
  });

  it('reports a used port and starts nothing', async () => {
    const port = Number(new URL(chain.rpcUrl).port);
    await expect(startChain({ chainId: 137, port })).rejects.toThrow(/anvil exited before it listened/);
    expect(await client.getChainId()).toBe(1);
  });
});

describe('deployContracts', () => {
  it('does not change the nonces of the dev accounts, and changes nothing the second time', async () => {
    const height = await client.getBlockNumber({ cacheTime: 0 });
    expect(await deployContracts(chain)).toEqual(contracts);
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(height);
    expect(await client.getTransactionCount({ address: FUNDED })).toBe(0);
  });

  it('has tokens that can be minted, sent and approved by signature', async () => {
    const { abi } = CONTRACTS.SandboxToken;
    const token = { address: contracts.dollar, abi } as const;
    await isInBlock(client.writeContract({ ...token, functionName: 'mint', args: [alice.address, 5_000_000n] }));
    expect(await client.readContract({ ...token, functionName: 'decimals' })).toBe(6);
    const spender = '0x00000000000000000000000000000000000000aa';
    const message = { owner: alice.address, spender, value: 7n, nonce: 0n, deadline: 2n ** 64n } as const;
    const signature = await alice.signTypedData({
      domain: { name: 'Sandbox Dollar', version: '1', chainId: 1, verifyingContract: contracts.dollar },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message,
    });
    const [r, s, v] = [signature.slice(0, 66), `0x${signature.slice(66, 130)}`, Number(`0x${signature.slice(130)}`)];
    await isInBlock(
      client.writeContract({
        ...token,
        functionName: 'permit',
        args: [message.owner, spender, message.value, message.deadline, v, r as `0x${string}`, s as `0x${string}`],
      }),
    );
    expect(await client.readContract({ ...token, functionName: 'allowance', args: [alice.address, spender] })).toBe(7n);
  });

  it('deploys the compiled sources', async () => {
    await expect(compiling).resolves.toBeDefined();
  });
});

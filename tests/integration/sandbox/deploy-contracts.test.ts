import { execFileSync } from 'node:child_process';
import { type ChainContracts, CONTRACTS, deployContracts, type RunningChain, registerName, startChain } from '@latchkey/sandbox';
import { createTestClient, hashMessage, http, keccak256, publicActions, toHex, walletActions, zeroHash } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { mainnet } from 'viem/chains';
import { getEnsAddress, getEnsAvatar, getEnsName } from 'viem/ens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const alice = privateKeyToAccount(generatePrivateKey());

let chain: RunningChain;
let contracts: ChainContracts;

const clientOf = (rpcUrl: string) =>
  createTestClient({ mode: 'anvil', chain: mainnet, account: alice, transport: http(rpcUrl, { retryCount: 0 }), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);
let client: ReturnType<typeof clientOf>;

/** The node answers before it has made the block. */
const isInBlock = async (hash: Promise<`0x${string}`>): Promise<unknown> => client.waitForTransactionReceipt({ hash: await hash });

beforeAll(async () => {
  chain = await startChain({ chainId: 1 });
  contracts = await deployContracts(chain);
  client = clientOf(chain.rpcUrl);
  await client.setBalance({ address: alice.address, value: 10n ** 18n });
});

afterAll(() => chain.stop());

describe('deployContracts', () => {
  it('deploys what the sources compile to', () => {
    expect(() => execFileSync(process.execPath, ['sandbox/chains/compile.mjs', '--check'])).not.toThrow();
  });

  it('leaves the nonces of the dev accounts alone, and changes nothing the second time', async () => {
    const height = await client.getBlockNumber({ cacheTime: 0 });
    expect(await deployContracts(chain)).toEqual(contracts);
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(height);
    expect(await client.getTransactionCount({ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' })).toBe(0);
  });

  it('gives tokens that are minted, sent and approved by signature', async () => {
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

  it('gives wallets whose owner signs for them, before and after they exist', async () => {
    const factory = { address: contracts.walletFactory, abi: CONTRACTS.ContractWalletFactory.abi } as const;
    const args = [alice.address, zeroHash] as const;
    const wallet = await client.readContract({ ...factory, functionName: 'addressOf', args });
    expect(await client.getCode({ address: wallet })).toBeUndefined();
    await isInBlock(client.writeContract({ ...factory, functionName: 'create', args }));
    const check = async (hash: `0x${string}`): Promise<string> =>
      client.readContract({
        address: wallet,
        abi: CONTRACTS.ContractWallet.abi,
        functionName: 'isValidSignature',
        args: [hash, await alice.signMessage({ message: 'hello' })],
      });
    expect([await check(hashMessage('hello')), await check(keccak256(toHex('other')))]).toEqual(['0x1626ba7e', '0xffffffff']);
  });

  it('gives a name service that viem reads at its usual address', async () => {
    const avatar = 'data:image/svg+xml;base64,PHN2Zy8+';
    await registerName(chain, contracts, { name: 'alice.eth', address: alice.address, primaryOf: alice.address, texts: { avatar } });
    expect([
      await getEnsAddress(client, { name: 'alice.eth' }),
      await getEnsName(client, { address: alice.address }),
      await getEnsAvatar(client, { name: 'alice.eth' }),
      await getEnsAddress(client, { name: 'nobody.eth' }),
    ]).toEqual([alice.address, 'alice.eth', avatar, null]);
  });

  it('works where blocks come by the clock, at the same addresses', async () => {
    const slow = await startChain({ chainId: 137, blockTimeSeconds: 60 });
    try {
      expect(await deployContracts(slow)).toEqual(contracts);
    } finally {
      await slow.stop();
    }
  });
});

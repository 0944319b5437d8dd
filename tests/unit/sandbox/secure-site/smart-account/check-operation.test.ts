import { encodeFunctionData, parseAbi } from 'viem';
import { entryPoint07Address } from 'viem/account-abstraction';
import { describe, expect, it } from 'vitest';
import type { EvmOperation } from '../../../../../sandbox/secure-site/approval/approval-request.js';
import { checkOperation, checkReplacement } from '../../../../../sandbox/secure-site/smart-account/check-operation.js';
import type { RequestedOperation } from '../../../../../sandbox/secure-site/smart-account/read-calls.js';
import type { SmartAccount } from '../../../../../sandbox/secure-site/smart-account/smart-account.js';
import { deploymentOf } from '../../../../../sandbox/secure-site/smart-account/user-operation.js';

const OWNER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const FACTORY = '0x00000000000000000000000000000000000000fa';
const account: SmartAccount = {
  address: '0x00000000000000000000000000000000000000aa',
  owner: OWNER,
  factory: FACTORY,
  network: { chainId: 'eip155:1', name: 'Ethereum', rpcUrl: 'https://node.example', currency: { symbol: 'ETH', decimals: 18 } },
  paymasterUrl: null,
};
const requested: RequestedOperation = { calls: [{ to: BOB, value: 5n, data: '0x' }], id: null, complete: null };
const operation: EvmOperation = {
  nonce: 1n,
  calls: requested.calls,
  deployment: deploymentOf(OWNER, FACTORY),
  callGas: 1n,
  verificationGas: 2n,
  preVerificationGas: 3n,
  maxFeePerGas: 4n,
  maxPriorityFeePerGas: 1n,
  paymaster: null,
};
const REFUSED = 'not what the app has asked for';

describe('an operation that another document has completed', () => {
  it('is approved for the account and the chain of the request', () => {
    expect(checkOperation(operation, requested, account)).toEqual({
      kind: 'evm-operation',
      chainId: 'eip155:1',
      address: account.address,
      operation,
    });
    expect(checkOperation({ ...operation, deployment: null }, requested, account).operation.deployment).toBeNull();
  });

  it('is refused with other calls or another deployment, or if it is none', () => {
    const [call] = requested.calls;
    for (const other of [
      { ...operation, calls: [] },
      { ...operation, calls: [{ ...call, to: OWNER }] },
      { ...operation, calls: [{ ...call, value: 6n }] },
      { ...operation, calls: [{ ...call, data: '0x00' }] },
      { ...operation, calls: [call, call] },
      { ...operation, deployment: deploymentOf(BOB, FACTORY) },
      { ...operation, deployment: deploymentOf(OWNER, OWNER) },
      { ...operation, maxFeePerGas: -1n },
      { ...operation, nonce: 'x' },
      // A key of its own: it could be included beside another one.
      { ...operation, nonce: 2n ** 64n },
      { ...operation, more: 1 },
      null,
      'operation',
    ])
      expect(() => checkOperation(other, requested, account)).toThrow(REFUSED);
  });

  it('is not changed if the app has completed it', () => {
    const complete = { ...requested, complete: { ...operation, deployment: null } };
    // Who pays for it is the app's choice, which the user is told.
    expect(checkOperation({ ...operation, deployment: null }, complete, account)).toMatchObject({ isOfApp: true });
    for (const change of [{ nonce: 2n }, { callGas: 9n }, { maxFeePerGas: 9n }, { deployment: operation.deployment }])
      expect(() => checkOperation({ ...operation, deployment: null, ...change }, complete, account)).toThrow(REFUSED);
  });
});

describe('an operation in the place of one that was not sent', () => {
  it('has its nonce, or the nonce was used', async () => {
    const asked: unknown[] = [];
    const check = (nonce: bigint, onChain: bigint): Promise<void> =>
      checkReplacement(operation, { ...operation, nonce }, account, async (method, params) => {
        asked.push([method, params]);
        return `0x${onChain.toString(16).padStart(64, '0')}`;
      });
    await check(1n, 1n);
    expect(asked).toEqual([]);
    await check(2n, 2n);
    const data = encodeFunctionData({
      abi: parseAbi(['function getNonce(address sender, uint192 key)']),
      args: [account.address, 0n],
    });
    expect(asked).toEqual([['eth_call', [{ to: entryPoint07Address, data }, 'latest']]]);
    await expect(check(2n, 1n)).rejects.toThrow('It is not known if the operation that you have approved was sent');
  });
});

import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { readSendCalls, readTransactionCall, readUserOperation } from '../../../../../sandbox/secure-site/smart-account/read-calls.js';
import { deploymentOf, ENTRY_POINT, executeData } from '../../../../../sandbox/secure-site/smart-account/user-operation.js';

const ACCOUNT: Hex = '0xE9Ea9724C7F70e4c7Bae61a83F7722D3E95d45d8';
const OTHER: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ZERO: Hex = `0x${'0'.repeat(40)}`;
const SIGNER = { chainId: 'eip155:137', address: ACCOUNT };
const PAYMASTER = 'https://wallet.example/paymaster';

const sendCalls = (members: object, paymasterUrl: string | null = PAYMASTER) =>
  readSendCalls([{ version: '2.0.0', chainId: '0x89', calls: [{ to: OTHER }], ...members }], SIGNER, { paymasterUrl });

describe('wallet_sendCalls', () => {
  it('reads calls, whose data and value may be missing, and the id of the app', () => {
    const calls = [{ to: OTHER }, { to: OTHER, data: '0x12', value: '0xff' }, { to: ACCOUNT, value: '0x1' }];
    expect(sendCalls({ calls, id: 'mine', from: ACCOUNT.toLowerCase(), atomicRequired: true })).toEqual({
      id: 'mine',
      calls: [
        { to: OTHER, data: '0x', value: 0n },
        { to: OTHER, data: '0x12', value: 255n },
        { to: ACCOUNT, data: '0x', value: 1n },
      ],
    });
    expect(sendCalls({ version: undefined, chainId: undefined }).id).toBeNull();
  });

  it('accepts the chain in each form, and no other', () => {
    for (const chainId of ['0x89', 137, '137', 'eip155:137']) expect(sendCalls({ chainId }).calls).toHaveLength(1);
    for (const chainId of ['0x1', 'eip155:1', 'solana:x', '']) expect(() => sendCalls({ chainId })).toThrow('another network');
  });

  it.each([
    ['another account', { from: OTHER }, 'not this wallet’s'],
    ['another version', { version: '1.0' }, 'Version 1.0 of wallet_sendCalls is not supported'],
    ['no calls', { calls: [] }, 'malformed'],
    ['a call without a recipient', { calls: [{ data: '0x12' }] }, 'malformed'],
    ['a negative value', { calls: [{ to: OTHER, value: '-1' }] }, 'value of a call'],
    ['a value that is no number', { calls: [{ to: OTHER, value: 'many' }] }, 'value of a call'],
    ['odd data', { calls: [{ to: OTHER, data: '0x1' }] }, 'malformed'],
    ['a call that the account makes to itself', { calls: [{ to: ACCOUNT.toLowerCase(), data: '0x12' }] }, 'the account itself'],
    ['one to the address 0, which the account takes for its own', { calls: [{ to: ZERO, data: '0x12' }] }, 'the account itself'],
    ['an unknown capability', { capabilities: { auxiliaryFunds: {} } }, 'auxiliaryFunds is not supported'],
    [
      'an unknown capability of a call',
      { calls: [{ to: OTHER, capabilities: { gasLimitOverride: {} } }] },
      'gasLimitOverride is not supported',
    ],
    ['another paymaster', { capabilities: { paymasterService: { url: 'https://app.example' } } }, 'paymasterService is not supported'],
  ])('refuses %s', (_, members, message) => {
    expect(() => sendCalls(members)).toThrow(message);
  });

  it('accepts capabilities that it has, or that are optional', () => {
    const url = 'https://app.example';
    for (const capabilities of [
      { paymasterService: { url: PAYMASTER } },
      { paymasterService: { url, optional: true } },
      { other: { optional: true } },
    ])
      expect(sendCalls({ capabilities }).calls).toHaveLength(1);
    expect(() => sendCalls({ capabilities: { paymasterService: { url } } }, null)).toThrow('not supported');
  });
});

describe('eth_sendTransaction of a smart account', () => {
  it('is one call, and creates no contract', () => {
    expect(readTransactionCall([{ from: ACCOUNT, to: OTHER, value: '0x2', gas: '0x1' }], SIGNER).calls).toEqual([
      { to: OTHER, value: 2n, data: '0x' },
    ]);
    expect(() => readTransactionCall([{ from: ACCOUNT, data: '0x6000' }], SIGNER)).toThrow('creates no contracts');
    for (const to of [ACCOUNT, ZERO])
      expect(() => readTransactionCall([{ from: ACCOUNT, to, data: '0x12' }], SIGNER)).toThrow('the account itself');
  });
});

describe('eth_sendUserOperation', () => {
  const deployment = deploymentOf(OTHER, '0x00000000000000000000000000000000000000fa');
  const calls = [{ to: OTHER, value: 1n, data: '0x12' }] as const;
  const read = (members: object, ...others: readonly unknown[]) =>
    readUserOperation([{ sender: ACCOUNT, callData: executeData(calls), ...members }, ...others], SIGNER, deployment);
  const gas = {
    nonce: '0x1',
    callGasLimit: '0x2',
    verificationGasLimit: '0x3',
    preVerificationGas: '0x4',
    maxFeePerGas: '0x5',
    maxPriorityFeePerGas: '0x6',
  };

  it('has the calls of its data, and is completed unless the app has set everything', () => {
    expect(read({})).toEqual({ id: null, calls, complete: null });
    expect(read({ nonce: '0x1' }, ENTRY_POINT).complete).toBeNull();
    const complete = {
      nonce: 1n,
      calls,
      deployment: null,
      callGas: 2n,
      verificationGas: 3n,
      preVerificationGas: 4n,
      maxFeePerGas: 5n,
      maxPriorityFeePerGas: 6n,
      paymaster: null,
    };
    expect(read(gas).complete).toEqual(complete);
    expect(read({ ...gas, factory: deployment.factory, factoryData: deployment.data }).complete).toEqual({ ...complete, deployment });
    const paid = { paymaster: OTHER, paymasterData: '0xab', paymasterVerificationGasLimit: '0x7', paymasterPostOpGasLimit: '0x8' };
    expect(read({ ...gas, ...paid }).complete?.paymaster).toEqual({ address: OTHER, data: '0xab', verificationGas: 7n, postOpGas: 8n });
  });

  it.each([
    ['another account', { sender: OTHER }, 'not this wallet’s'],
    ['data that is no batch', { callData: '0x12345678' }, 'no batch'],
    ['a batch with more bytes, which are not shown', { callData: `${executeData(calls)}00` }, 'no batch'],
    ['a batch with a call to the account', { callData: executeData([{ to: ACCOUNT, value: 0n, data: '0x12' }]) }, 'the account itself'],
    ['a batch with one to the address 0', { callData: executeData([{ to: ZERO, value: 0n, data: '0x12' }]) }, 'the account itself'],
    ['the address 0 as a paymaster, for which the account pays', { ...gas, paymaster: ZERO, paymasterData: '0x' }, 'the address 0'],
    ['another factory', { factory: OTHER, factoryData: deployment.data }, 'deploys another account'],
    ['another deployment', { factory: deployment.factory, factoryData: '0x' }, 'deploys another account'],
    ['a paymaster without the rest, which it has signed', { paymaster: OTHER }, 'must be complete'],
  ])('refuses %s', (_, members, message) => {
    expect(() => read(members)).toThrow(message);
  });

  it('refuses another entry point', () => {
    expect(() => read({}, OTHER)).toThrow('entry point');
  });
});

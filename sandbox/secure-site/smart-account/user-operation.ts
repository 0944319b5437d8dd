import {
  concat,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
  size,
} from 'viem';
import { entryPoint07Address, getUserOperationHash, toPackedUserOperation, type UserOperation } from 'viem/account-abstraction';
import type { Deployment, EvmCall, EvmOperation, Hex, Paymaster } from '../approval/approval-request.js';
import { ACCOUNT_SALT } from './account-address.js';

/** EntryPoint 0.7, the same on every chain. The accounts obey no other. @see https://eips.ethereum.org/EIPS/eip-4337 */
export const ENTRY_POINT: Hex = entryPoint07Address;

const ACCOUNT_ABI = parseAbi(['function execute(bytes32 mode, bytes executionData)']);
const FACTORY_ABI = parseAbi(['function create(address owner, bytes32 salt) returns (address)']);
const CALLS = [
  {
    type: 'tuple[]',
    components: [
      { type: 'address', name: 'to' },
      { type: 'uint256', name: 'value' },
      { type: 'bytes', name: 'data' },
    ],
  },
] as const;
/** Executes all calls or none. @see https://eips.ethereum.org/EIPS/eip-7821 */
const BATCH_MODE = '0x0100000000000000000000000000000000000000000000000000000000000000';

/** The data with which the entry point has an account make calls. */
export const executeData = (calls: readonly EvmCall[]): Hex =>
  encodeFunctionData({ abi: ACCOUNT_ABI, functionName: 'execute', args: [BATCH_MODE, encodeAbiParameters(CALLS, [calls])] });

/** The calls of data that is exactly {@link executeData}; `null` for other data. */
export const readExecuteData = (data: Hex): readonly EvmCall[] | null => {
  try {
    const [, batch] = decodeFunctionData({ abi: ACCOUNT_ABI, data }).args;
    const [calls] = decodeAbiParameters(CALLS, batch);
    return calls.length > 0 && executeData(calls) === data.toLowerCase() ? calls : null;
  } catch {
    return null;
  }
};

/** The call that deploys the account of an owner. */
export const deploymentOf = (owner: string, factory: Hex): Deployment => ({
  factory,
  data: encodeFunctionData({ abi: FACTORY_ABI, functionName: 'create', args: [`0x${owner.slice(2)}`, `0x${ACCOUNT_SALT}`] }),
});

/** Highest price of an operation, in wei: what its payer must have. */
export const maxCostOf = (operation: EvmOperation): bigint => {
  const { callGas, verificationGas, preVerificationGas, maxFeePerGas, paymaster } = operation;
  const paymasterGas = paymaster === null ? 0n : paymaster.verificationGas + paymaster.postOpGas;
  return (callGas + verificationGas + preVerificationGas + paymasterGas) * maxFeePerGas;
};

/** Tests for the address 0: the entry point takes it for no paymaster, and the account's contract for the account. */
export const isZeroAddress = (address: string): boolean => BigInt(address) === 0n;

/** The paymaster that pays the fee; `null` if the account does. */
export const payerOf = ({ paymaster }: EvmOperation): Paymaster | null =>
  paymaster === null || isZeroAddress(paymaster.address) ? null : paymaster;

/** The operation as viem names its fields. */
const toUserOperation = (sender: string, operation: EvmOperation, signature: Hex): UserOperation<'0.7'> => {
  const { nonce, calls, deployment, callGas, verificationGas, preVerificationGas, maxFeePerGas, maxPriorityFeePerGas, paymaster } =
    operation;
  return {
    sender: `0x${sender.slice(2)}`,
    nonce,
    ...(deployment === null ? {} : { factory: deployment.factory, factoryData: deployment.data }),
    callData: executeData(calls),
    callGasLimit: callGas,
    verificationGasLimit: verificationGas,
    preVerificationGas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    ...(paymaster === null
      ? {}
      : {
          paymaster: paymaster.address,
          paymasterData: paymaster.data,
          paymasterVerificationGasLimit: paymaster.verificationGas,
          paymasterPostOpGasLimit: paymaster.postOpGas,
        }),
    signature,
  };
};

/** The hash that the owner signs, which is also the operation's id. @param chainId CAIP-2 */
export const operationHash = (chainId: string, sender: string, operation: EvmOperation): Hex =>
  getUserOperationHash({
    chainId: Number(chainId.split(':')[1]),
    entryPointAddress: ENTRY_POINT,
    entryPointVersion: '0.7',
    userOperation: toUserOperation(sender, operation, '0x'),
  });

/** The bytes from which the key's worker makes the hash, after it has read what the operation spends. */
export const signableOperation = (chainId: string, sender: string, operation: EvmOperation): Hex => {
  const { callData, ...packed } = toPackedUserOperation(toUserOperation(sender, operation, '0x'));
  return concat([
    numberToHex(Number(chainId.split(':')[1]), { size: 32 }),
    pad(`0x${sender.slice(2)}`),
    numberToHex(packed.nonce, { size: 32 }),
    keccak256(packed.initCode),
    keccak256(callData),
    packed.accountGasLimits,
    numberToHex(packed.preVerificationGas, { size: 32 }),
    packed.gasFees,
    numberToHex(size(packed.paymasterAndData), { size: 32 }),
    packed.paymasterAndData,
    callData,
  ]);
};

/** The operation as bundlers and paymasters receive it. */
export const formatOperation = (sender: string, operation: EvmOperation, signature: Hex): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(toUserOperation(sender, operation, signature)).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? numberToHex(value) : String(value),
    ]),
  );

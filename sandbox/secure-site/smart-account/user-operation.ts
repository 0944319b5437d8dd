import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Deployment, EvmCall, EvmOperation, Hex, Paymaster } from '../approval/approval-request.js';
import { bytesOfHex, toHex } from '../approval/hex.js';
import { operationDigest, readCalls } from '../keys/user-operation.js';
import { bytesOf } from '../protocol/encoding.js';
import { ACCOUNT_SALT, checksummed } from './account-address.js';

// Without a library of the chain: these are the bytes that are signed.

/** EntryPoint 0.7, the same on every chain. The accounts obey no other. @see https://eips.ethereum.org/EIPS/eip-4337 */
export const ENTRY_POINT: Hex = '0x0000000071727De22E5E9d8BAf0edAc6f37da032';

const WORD = 32;
/** Executes all calls or none. @see https://eips.ethereum.org/EIPS/eip-7821 */
const BATCH_MODE = hexToBytes(`01${'00'.repeat(WORD - 1)}`);

const selectorOf = (signature: string): Uint8Array => keccak_256(utf8ToBytes(signature)).subarray(0, 4);
const numberOf = (value: bigint | number, size = WORD): Uint8Array => hexToBytes(value.toString(16).padStart(2 * size, '0'));
const addressOf = (address: string): Uint8Array => concatBytes(new Uint8Array(12), bytesOfHex(address));

/** Bytes of any length: their length, and they, up to a whole word. @see https://docs.soliditylang.org/en/latest/abi-spec.html */
const encodeBytes = (bytes: Uint8Array): Uint8Array =>
  concatBytes(numberOf(bytes.length), bytes, new Uint8Array((WORD - (bytes.length % WORD)) % WORD));

/** `abi.encode` of a list of calls. */
const encodeCalls = (calls: readonly EvmCall[]): Uint8Array => {
  const encoded = calls.map(({ to, value, data }) =>
    concatBytes(addressOf(to), numberOf(value), numberOf(3 * WORD), encodeBytes(bytesOfHex(data))),
  );
  const starts = encoded.map((_, index) => encoded.slice(0, index).reduce((sum, { length }) => sum + length, calls.length * WORD));
  return concatBytes(numberOf(WORD), numberOf(calls.length), ...starts.map((start) => numberOf(start)), ...encoded);
};

/** The data with which the entry point has an account make calls. */
export const executeData = (calls: readonly EvmCall[]): Hex =>
  toHex(concatBytes(selectorOf('execute(bytes32,bytes)'), BATCH_MODE, numberOf(2 * WORD), encodeBytes(encodeCalls(calls))));

/** The calls of data that is exactly {@link executeData}; `null` for other data. */
export const readExecuteData = (data: Hex): readonly EvmCall[] | null => {
  try {
    const calls = readCalls(bytesOfHex(data)).map((call) => ({
      to: checksummed(bytesOfHex(call.to)),
      value: call.value,
      data: toHex(call.data),
    }));
    return calls.length > 0 && executeData(calls) === data.toLowerCase() ? calls : null;
  } catch {
    return null;
  }
};

/** Data of the call to the entry point that returns the number of an account's next operation. Operations have the key 0. */
export const nonceCall = (sender: string): Hex =>
  toHex(concatBytes(selectorOf('getNonce(address,uint192)'), addressOf(sender), new Uint8Array(WORD)));

/** The call that deploys the account of an owner. */
export const deploymentOf = (owner: string, factory: Hex): Deployment => ({
  factory,
  data: toHex(concatBytes(selectorOf('create(address,bytes32)'), addressOf(owner), hexToBytes(ACCOUNT_SALT))),
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

/**
 * The bytes from which the key's worker makes the hash, after it has read what the operation spends.
 * @param chainId CAIP-2
 * @see https://eips.ethereum.org/EIPS/eip-4337
 */
export const signableOperation = (chainId: string, sender: string, operation: EvmOperation): Uint8Array<ArrayBuffer> => {
  const { nonce, calls, deployment, callGas, verificationGas, preVerificationGas, maxFeePerGas, maxPriorityFeePerGas, paymaster } =
    operation;
  const callData = bytesOfHex(executeData(calls));
  const initCode = deployment === null ? new Uint8Array() : concatBytes(bytesOfHex(deployment.factory), bytesOfHex(deployment.data));
  const half = WORD / 2;
  const paymasterAndData =
    paymaster === null
      ? new Uint8Array()
      : concatBytes(
          bytesOfHex(paymaster.address),
          numberOf(paymaster.verificationGas, half),
          numberOf(paymaster.postOpGas, half),
          bytesOfHex(paymaster.data),
        );
  return bytesOf(
    concatBytes(
      numberOf(BigInt(chainId.slice(chainId.indexOf(':') + 1))),
      addressOf(sender),
      numberOf(nonce),
      keccak_256(initCode),
      keccak_256(callData),
      numberOf(verificationGas, half),
      numberOf(callGas, half),
      numberOf(preVerificationGas),
      numberOf(maxPriorityFeePerGas, half),
      numberOf(maxFeePerGas, half),
      numberOf(paymasterAndData.length),
      paymasterAndData,
      callData,
    ),
  );
};

/** The hash that the owner signs, which is also the operation's id. @param chainId CAIP-2 */
export const operationHash = (chainId: string, sender: string, operation: EvmOperation): Hex =>
  toHex(operationDigest(signableOperation(chainId, sender, operation)));

const quantity = (value: bigint): Hex => `0x${value.toString(16)}`;

/** The operation as bundlers and paymasters receive it. */
export const formatOperation = (sender: string, operation: EvmOperation, signature: Hex): Readonly<Record<string, string>> => {
  const { nonce, calls, deployment, callGas, verificationGas, preVerificationGas, maxFeePerGas, maxPriorityFeePerGas, paymaster } =
    operation;
  return {
    sender,
    nonce: quantity(nonce),
    ...(deployment === null ? {} : { factory: deployment.factory, factoryData: deployment.data }),
    callData: executeData(calls),
    callGasLimit: quantity(callGas),
    verificationGasLimit: quantity(verificationGas),
    preVerificationGas: quantity(preVerificationGas),
    maxFeePerGas: quantity(maxFeePerGas),
    maxPriorityFeePerGas: quantity(maxPriorityFeePerGas),
    ...(paymaster === null
      ? {}
      : {
          paymaster: paymaster.address,
          paymasterData: paymaster.data,
          paymasterVerificationGasLimit: quantity(paymaster.verificationGas),
          paymasterPostOpGasLimit: quantity(paymaster.postOpGas),
        }),
    signature,
  };
};

import * as v from 'valibot';
import { type Deployment, type EvmCall, type EvmOperation, type Hex, RefusedRequest } from '../approval/approval-request.js';
import { readTransaction, type Signer } from '../approval/read-request.js';
import { ENTRY_POINT, isZeroAddress, readExecuteData } from './user-operation.js';

/** Calls that an app has an account make. */
export interface RequestedCalls {
  readonly calls: readonly EvmCall[];
  /** The app's own id of the calls; `null`: the wallet gives one. */
  readonly id: string | null;
}

/** Longest id. @see https://eips.ethereum.org/EIPS/eip-5792 */
const MAX_ID_CHARACTERS = 4_096;

const hex = v.custom<Hex>((value) => typeof value === 'string' && /^0x(?:[\da-f]{2})*$/i.test(value));
const address = v.pipe(hex, v.length(42));
const chain = v.union([v.string(), v.number()]);
const capabilities = v.optional(v.record(v.string(), v.unknown()), {});

const sendCallsSchema = v.object({
  version: v.optional(v.string(), '2.0.0'),
  id: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_ID_CHARACTERS))),
  from: v.optional(address),
  chainId: v.optional(chain),
  calls: v.pipe(
    v.array(
      v.object({ to: address, data: v.optional(hex, '0x'), value: v.optional(v.union([v.string(), v.number()]), '0x0'), capabilities }),
    ),
    v.minLength(1),
  ),
  capabilities,
});

const parse = <Schema extends v.GenericSchema>(schema: Schema, value: unknown, name: string): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw new RefusedRequest(`${name} is malformed: ${v.getDotPath(result.issues[0]) ?? ''} ${result.issues[0].message}`);
};

const amountOf = (value: string | number): bigint => {
  try {
    const amount = BigInt(value);
    if (amount >= 0n) return amount;
  } catch {
    // Below.
  }
  throw new RefusedRequest('The value of a call is malformed');
};

/** A call of the account to itself would hide the calls that it makes from the user. Its contract takes the address 0 for its own. */
const checkTarget = (to: Hex, data: Hex, account: string): void => {
  const isToItself = to.toLowerCase() === account.toLowerCase() || isZeroAddress(to);
  if (isToItself && data !== '0x') throw new RefusedRequest('A call is to the account itself');
};

const isSameChain = (named: string | number, chainId: string): boolean => {
  try {
    return BigInt(String(named).replace(/^eip155:/, '')) === BigInt(chainId.slice(chainId.indexOf(':') + 1));
  } catch {
    return false;
  }
};

/** What the wallet knows about the capabilities that a request names. */
export interface KnownCapabilities {
  /** The paymaster that pays if it agrees; `null` if there is none. */
  readonly paymasterUrl: string | null;
}

/** Each capability of a request must be known, or be marked as optional. */
const checkCapabilities = (requested: Readonly<Record<string, unknown>>, { paymasterUrl }: KnownCapabilities): void => {
  for (const [name, value] of Object.entries(requested)) {
    const members: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {};
    if (members['optional'] === true || name === 'atomic') continue;
    if (name !== 'paymasterService') throw new RefusedRequest(`The capability ${name} is not supported`);
    if (paymasterUrl === null || members['url'] !== paymasterUrl)
      throw new RefusedRequest('The capability paymasterService is not supported with this paymaster: the wallet has its own');
  }
};

/**
 * Reads the parameters of `wallet_sendCalls`.
 * @throws RefusedRequest
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls
 */
export const readSendCalls = ([request]: readonly unknown[], signer: Signer, known: KnownCapabilities): RequestedCalls => {
  const { version, id, from, chainId, calls, capabilities: requested } = parse(sendCallsSchema, request, 'wallet_sendCalls');
  if (version !== '2.0.0') throw new RefusedRequest(`Version ${version} of wallet_sendCalls is not supported`);
  if (from !== undefined && from.toLowerCase() !== signer.address.toLowerCase())
    throw new RefusedRequest('The request is for an account that is not this wallet’s');
  if (chainId !== undefined && !isSameChain(chainId, signer.chainId)) throw new RefusedRequest('The calls are for another network');
  checkCapabilities(requested, known);
  for (const call of calls) {
    checkTarget(call.to, call.data, signer.address);
    checkCapabilities(call.capabilities, known);
  }
  return { id: id ?? null, calls: calls.map(({ to, data, value }) => ({ to, data, value: amountOf(value) })) };
};

/** Reads `eth_sendTransaction` as one call. Gas, fees and nonce are those of the operation. @throws RefusedRequest */
export const readTransactionCall = (params: readonly unknown[], signer: Signer): RequestedCalls => {
  const { to, value, data } = readTransaction(params, signer);
  if (to === null) throw new RefusedRequest('A smart account creates no contracts');
  checkTarget(to, data, signer.address);
  return { id: null, calls: [{ to, value, data }] };
};

const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[\da-f]{1,64}$/i),
  v.transform((digits): bigint => BigInt(digits)),
);

const operationSchema = v.object({
  sender: address,
  callData: hex,
  factory: v.optional(v.nullable(address)),
  factoryData: v.optional(v.nullable(hex)),
  nonce: v.optional(quantity),
  callGasLimit: v.optional(quantity),
  verificationGasLimit: v.optional(quantity),
  preVerificationGas: v.optional(quantity),
  maxFeePerGas: v.optional(quantity),
  maxPriorityFeePerGas: v.optional(quantity),
  paymaster: v.optional(v.nullable(address)),
  paymasterData: v.optional(v.nullable(hex)),
  paymasterVerificationGasLimit: v.optional(quantity),
  paymasterPostOpGasLimit: v.optional(quantity),
});

/** A user operation that an app has made. */
export interface RequestedOperation extends RequestedCalls {
  /** With all that the app has set; `null` if the wallet is to complete it. */
  readonly complete: EvmOperation | null;
}

const completeOperation = (
  requested: v.InferOutput<typeof operationSchema>,
  calls: readonly EvmCall[],
  deployment: Deployment,
): EvmOperation | null => {
  const { nonce, callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas, maxPriorityFeePerGas, paymaster } = requested;
  if (paymaster != null && isZeroAddress(paymaster)) throw new RefusedRequest('The paymaster of the user operation is the address 0');
  const isPartial = [nonce, callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas, maxPriorityFeePerGas].includes(undefined);
  if (isPartial && paymaster == null) return null;
  if (isPartial) throw new RefusedRequest('A user operation with a paymaster must be complete');
  return {
    nonce: nonce ?? 0n,
    calls,
    deployment: requested.factory == null ? null : deployment,
    callGas: callGasLimit ?? 0n,
    verificationGas: verificationGasLimit ?? 0n,
    preVerificationGas: preVerificationGas ?? 0n,
    maxFeePerGas: maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n,
    paymaster:
      paymaster == null
        ? null
        : {
            address: paymaster,
            data: requested.paymasterData ?? '0x',
            verificationGas: requested.paymasterVerificationGasLimit ?? 0n,
            postOpGas: requested.paymasterPostOpGasLimit ?? 0n,
          },
  };
};

/**
 * Reads the parameters of `eth_sendUserOperation`: an operation without a signature, or with any, which is replaced by the user's.
 * @throws RefusedRequest for another account, entry point or factory, and for data that is no batch of calls
 */
export const readUserOperation = (
  [request, entryPoint = ENTRY_POINT]: readonly unknown[],
  signer: Signer,
  deployment: Deployment,
): RequestedOperation => {
  const requested = parse(operationSchema, request, 'The user operation');
  if (requested.sender.toLowerCase() !== signer.address.toLowerCase())
    throw new RefusedRequest('The request is for an account that is not this wallet’s');
  if (String(entryPoint).toLowerCase() !== ENTRY_POINT.toLowerCase()) throw new RefusedRequest('This entry point is not supported');
  const { factory, factoryData } = requested;
  if (
    factory != null &&
    (factory.toLowerCase() !== deployment.factory.toLowerCase() || factoryData?.toLowerCase() !== deployment.data.toLowerCase())
  )
    throw new RefusedRequest('The user operation deploys another account');
  const calls = readExecuteData(requested.callData);
  if (calls === null) throw new RefusedRequest('The user operation is no batch of calls (ERC-7821)');
  for (const { to, data } of calls) checkTarget(to, data, signer.address);
  return { id: null, calls, complete: completeOperation(requested, calls, deployment) };
};

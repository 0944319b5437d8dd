import { numberToHex } from 'viem';
import {
  type Deployment,
  type EvmCall,
  type EvmOperation,
  type Hex,
  isHex,
  type Paymaster,
  RefusedRequest,
} from '../approval/approval-request.js';
import { baseFee, type CallChain, quantity } from '../approval/prepare-transaction.js';
import { formatUnits } from '../approval/visible-text.js';
import { memberOf } from '../keys/shapes.js';
import { ENTRY_POINT, formatOperation, isZeroAddress, maxCostOf, nonceCall } from './user-operation.js';

/** Services that a smart account needs on its network. */
export interface AccountServices {
  readonly node: CallChain;
  readonly bundler: CallChain;
  /** `null`: the account pays. @see https://eips.ethereum.org/EIPS/eip-7677 */
  readonly paymaster: CallChain | null;
}

/** What an account is to do. */
export interface OperationOrder {
  /** CAIP-2. */
  readonly chainId: string;
  readonly sender: string;
  /** Deploys the account, if it is not deployed yet. */
  readonly deployment: Deployment;
  readonly calls: readonly EvmCall[];
  /** Lowest nonce that no operation on its way has. */
  readonly minNonce: bigint;
  readonly currency: { readonly symbol: string; readonly decimals: number };
}

/** Well-formed, as validation needs it, and of no key that is used. */
const STUB_SIGNATURE: Hex = `0x${'f'.repeat(31)}0${'0'.repeat(32)}7${'a'.repeat(63)}1c`;

/** The state may change until the operation is included. */
const withMargin = (gas: bigint): bigint => (gas * 12n) / 10n;

const isAddress = (value: unknown): value is Hex => isHex(value) && value.length === 42;

/** The number of an account's next operation on the chain. @throws RefusedRequest where there is no entry point, or any error of the node */
export const readNonce = async (sender: string, node: CallChain): Promise<bigint> => {
  const result = await node('eth_call', [{ to: ENTRY_POINT, data: nonceCall(sender) }, 'latest']);
  if (!isHex(result) || result.length !== 66) throw new RefusedRequest('The network has no smart accounts');
  return BigInt(result);
};

/** Whether an account is deployed. @throws any error of the node */
export const isDeployed = async (address: string, node: CallChain): Promise<boolean> => {
  const code = await node('eth_getCode', [address, 'latest']);
  return typeof code === 'string' && code.length > 2;
};

/** Whether a node has answered with an error: by its name, since the request may run in another document. */
export const isNodeError = (error: unknown): error is Error => error instanceof Error && error.name === 'NodeError';

/** Asks the bundler. @throws RefusedRequest if it cannot be reached, NodeError if it refuses */
export const callBundler = async (bundler: CallChain, method: string, params: readonly unknown[]): Promise<unknown> => {
  try {
    return await bundler(method, params);
  } catch (error) {
    if (isNodeError(error)) throw error;
    throw new RefusedRequest('The service that sends for smart accounts cannot be reached. Try again later', { cause: error });
  }
};

/** What a paymaster pays with; `null` if it does not, or cannot be reached. */
const askPaymaster = async (
  paymaster: CallChain | null,
  method: 'pm_getPaymasterStubData' | 'pm_getPaymasterData',
  operation: Readonly<Record<string, string>>,
  chainId: string,
): Promise<unknown> => {
  if (paymaster === null) return null;
  try {
    return await paymaster(method, [operation, ENTRY_POINT, numberToHex(Number(chainId.split(':')[1])), {}]);
  } catch {
    return null;
  }
};

const optionalGas = (value: unknown): bigint | null => (value === undefined || value === null ? null : quantity(value));

const readPaymaster = (answer: unknown, gas: Pick<Paymaster, 'verificationGas' | 'postOpGas'>): Paymaster | null => {
  const [address, data] = [memberOf(answer, 'paymaster'), memberOf(answer, 'paymasterData')];
  if (!isAddress(address) || isZeroAddress(address) || !isHex(data)) return null;
  const verificationGas = optionalGas(memberOf(answer, 'paymasterVerificationGasLimit')) ?? gas.verificationGas;
  return { address, data, verificationGas, postOpGas: optionalGas(memberOf(answer, 'paymasterPostOpGasLimit')) ?? gas.postOpGas };
};

const NO_GAS = { verificationGas: 0n, postOpGas: 0n };

const reasonOf = (error: Error): string => error.message.replace(/^.*reverted (?:with reason|during simulation with reason):? */i, '');

/** @throws RefusedRequest for an operation that would fail, or whose fee the account cannot pay */
const estimate = async ({ sender }: OperationOrder, draft: EvmOperation, bundler: CallChain): Promise<EvmOperation> => {
  const result = await callBundler(bundler, 'eth_estimateUserOperationGas', [
    formatOperation(sender, draft, STUB_SIGNATURE),
    ENTRY_POINT,
  ]).catch((error: unknown) => {
    if (!isNodeError(error)) throw error;
    throw new RefusedRequest(`The network expects this to fail: ${reasonOf(error)}`, { cause: error });
  });
  const { paymaster } = draft;
  return {
    ...draft,
    callGas: withMargin(quantity(memberOf(result, 'callGasLimit'))),
    verificationGas: withMargin(quantity(memberOf(result, 'verificationGasLimit'))),
    preVerificationGas: withMargin(quantity(memberOf(result, 'preVerificationGas'))),
    paymaster:
      paymaster === null
        ? null
        : {
            ...paymaster,
            verificationGas: optionalGas(memberOf(result, 'paymasterVerificationGasLimit')) ?? paymaster.verificationGas,
            postOpGas: optionalGas(memberOf(result, 'paymasterPostOpGasLimit')) ?? paymaster.postOpGas,
          },
  };
};

/** The operation with a paymaster that has promised to pay for it; `null` if there is none. */
const sponsor = async (order: OperationOrder, draft: EvmOperation, services: AccountServices): Promise<EvmOperation | null> => {
  const { chainId, sender } = order;
  const ask = (method: Parameters<typeof askPaymaster>[1], operation: EvmOperation): Promise<unknown> =>
    askPaymaster(services.paymaster, method, formatOperation(sender, operation, STUB_SIGNATURE), chainId);
  const stub = await ask('pm_getPaymasterStubData', draft);
  const paymaster = readPaymaster(stub, NO_GAS);
  if (paymaster === null) return null;
  const estimated = await estimate(order, { ...draft, paymaster }, services.bundler);
  // The stub's gas is what the paymaster needs. Estimates may be lower.
  const complete = { ...estimated, paymaster };
  if (memberOf(stub, 'isFinal') === true) return complete;
  const final = readPaymaster(await ask('pm_getPaymasterData', complete), paymaster);
  return final === null ? null : { ...complete, paymaster: final };
};

/** Completes an operation whose fee the account pays. @throws RefusedRequest if it cannot */
const payByAccount = async (order: OperationOrder, draft: EvmOperation, { node, bundler }: AccountServices): Promise<EvmOperation> => {
  const { sender, calls, currency } = order;
  const value = calls.reduce((sum, call) => sum + call.value, 0n);
  const balance = quantity(await node('eth_getBalance', [sender, 'latest']));
  const requireFunds = (cost: bigint): void => {
    const amount = `${formatUnits(value + cost, currency.decimals)} ${currency.symbol}`;
    if (balance < value + cost)
      throw new RefusedRequest(`The smart account has not enough funds: it needs ${amount} with the fee, which is not sponsored`);
  };
  requireFunds(0n);
  // Without fees: the bundler would refuse to estimate for an account that cannot pay, and not say what it lacks.
  const estimated = await estimate(order, { ...draft, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }, bundler);
  const { maxFeePerGas, maxPriorityFeePerGas } = draft;
  const complete = { ...estimated, maxFeePerGas, maxPriorityFeePerGas };
  requireFunds(maxCostOf(complete));
  return complete;
};

/** Highest prices of gas. */
interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** What the bundler asks for, and refuses less than; `null` if it tells no price, as the standard has none. */
const askBundlerFees = async (bundler: CallChain): Promise<Fees | null> => {
  try {
    const price = memberOf(await bundler('pimlico_getUserOperationGasPrice', []), 'standard');
    const maxFeePerGas = quantity(memberOf(price, 'maxFeePerGas'));
    return { maxFeePerGas, maxPriorityFeePerGas: quantity(memberOf(price, 'maxPriorityFeePerGas')) };
  } catch {
    return null;
  }
};

const readFees = async ({ node, bundler }: AccountServices): Promise<Fees> => {
  const [asked, block, tip] = await Promise.all([
    askBundlerFees(bundler),
    node('eth_getBlockByNumber', ['latest', false]),
    node('eth_maxPriorityFeePerGas', []).then(quantity),
  ]);
  if (asked !== null) return { ...asked, maxFeePerGas: withMargin(asked.maxFeePerGas) };
  // Twice the base fee covers six full blocks in a row.
  return { maxFeePerGas: baseFee(block) * 2n + tip, maxPriorityFeePerGas: tip };
};

/**
 * Completes an operation: nonce, gas, fee, and who pays it. The wallet's paymaster pays if it can be reached and agrees, otherwise the account.
 * @throws RefusedRequest if it would fail, if the account cannot pay the fee, or if the bundler cannot be reached
 */
export const prepareOperation = async (order: OperationOrder, services: AccountServices): Promise<EvmOperation> => {
  const { sender, calls, deployment, minNonce } = order;
  const { node } = services;
  const [nonce, exists, fees] = await Promise.all([readNonce(sender, node), isDeployed(sender, node), readFees(services)]);
  const draft: EvmOperation = {
    nonce: nonce > minNonce ? nonce : minNonce,
    calls,
    deployment: exists ? null : deployment,
    callGas: 0n,
    verificationGas: 0n,
    preVerificationGas: 0n,
    ...fees,
    paymaster: null,
  };
  const sponsored = await sponsor(order, draft, services);
  if (sponsored !== null) return sponsored;
  return payByAccount(order, draft, services);
};

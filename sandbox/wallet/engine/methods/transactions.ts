import { type Address, type Hex, hexToBigInt, hexToNumber, isHex, numberToHex, type TransactionSerializable } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describeTransaction } from '../describe.js';
import type { Method, MethodContext } from '../method.js';
import { invalidParams, toProviderError } from '../provider-error.js';
import { isObject, type JsonObject, readAddress, readBytes, readOnlyObject, readQuantity } from '../read-params.js';
import { keyFor } from './signing.js';

/** Gas limit when the estimate fails and the page set none. The transaction then fails on the chain. */
const FALLBACK_GAS = 1_000_000n;

/** Gas of a plain transfer. @see https://ethereum.github.io/yellowpaper/paper.pdf appendix G */
const TRANSFER_GAS = 21_000n;

interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  /** True for a transaction from before EIP-1559. */
  readonly legacy: boolean;
}

interface Draft {
  readonly from: Address;
  readonly to: Address | null;
  readonly value: bigint;
  readonly data: Hex;
  readonly request: JsonObject;
}

const optional = (request: JsonObject, field: string): bigint | undefined =>
  request[field] === undefined || request[field] === null ? undefined : readQuantity(request[field], field);

const readDraft = (request: JsonObject, { state }: MethodContext): Draft => {
  const chainId = optional(request, 'chainId');
  if (chainId !== undefined && chainId !== BigInt(state().chainId)) {
    throw invalidParams(`The transaction is for chain ${chainId}, but the wallet is on chain ${state().chainId}.`);
  }
  return {
    from: readAddress(request['from'], 'from'),
    to: request['to'] === undefined || request['to'] === null ? null : readAddress(request['to'], 'to'),
    value: optional(request, 'value') ?? 0n,
    // `input` is the newer name and takes precedence.
    data: readBytes(request['input'] ?? request['data'] ?? '0x', 'data'),
    request,
  };
};

const quantity = async (response: Promise<unknown>): Promise<bigint> => readQuantity(await response, 'The response of the node');

/** Fees: twice the base fee plus the tip, enough for six full blocks in a row. @see https://eips.ethereum.org/EIPS/eip-1559 */
const readFees = async ({ request }: Draft, context: MethodContext): Promise<Fees> => {
  const gasPrice = optional(request, 'gasPrice');
  if (gasPrice !== undefined) return { maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice, legacy: true };
  const block = await context.node('eth_getBlockByNumber', ['latest', false]);
  const base = isObject(block) && isHex(block['baseFeePerGas']) ? hexToBigInt(block['baseFeePerGas']) : 0n;
  const tip = optional(request, 'maxPriorityFeePerGas') ?? (await quantity(context.node('eth_maxPriorityFeePerGas', [])));
  const max = optional(request, 'maxFeePerGas') ?? base * 2n + tip;
  return { maxFeePerGas: max, maxPriorityFeePerGas: tip < max ? tip : max, legacy: false };
};

interface GasLimit {
  readonly gas: bigint;
  /** The error of the gas estimate, if any. */
  readonly failure: string | null;
}

/** Returns the gas limit: as requested, else the estimate, plus 20% for contract calls. */
const readGas = async (draft: Draft, context: MethodContext): Promise<GasLimit> => {
  const { from, to, value, data, request } = draft;
  const requested = optional(request, 'gas') ?? optional(request, 'gasLimit');
  try {
    const call = { from, value: numberToHex(value), data, ...(to === null ? {} : { to }) };
    const estimate = await quantity(context.node('eth_estimateGas', [call]));
    return { gas: requested ?? (estimate === TRANSFER_GAS ? estimate : (estimate * 12n) / 10n), failure: null };
  } catch (error) {
    return { gas: requested ?? FALLBACK_GAS, failure: toProviderError(error).message };
  }
};

/** Returns an error if the balance is too low. Nodes estimate plain transfers without checking it. */
const readInsufficientFunds = async ({ from, value }: Draft, fee: bigint, context: MethodContext): Promise<string | null> => {
  const balance = await quantity(context.node('eth_getBalance', [from, 'latest']));
  return balance < value + fee ? 'insufficient funds for amount and fee.' : null;
};

const readNonce = async ({ from, request }: Draft, context: MethodContext): Promise<number> => {
  const requested = optional(request, 'nonce');
  if (requested !== undefined) return Number(requested);
  const next = await context.node('eth_getTransactionCount', [from, 'pending']);
  if (!isHex(next)) throw invalidParams('The node returned an invalid nonce.');
  return hexToNumber(next);
};

/** Fills in missing fields, asks the user, signs locally, broadcasts, and returns the hash. */
const ethSendTransaction: Method = async (params, context) => {
  const draft = readDraft(readOnlyObject(params), context);
  keyFor(context, draft.from);
  const { chainId } = context.state();
  const [fees, { gas, failure }] = await Promise.all([readFees(draft, context), readGas(draft, context)]);
  const { from, to, value, data } = draft;
  const insufficientFunds = await readInsufficientFunds(draft, gas * fees.maxFeePerGas, context);
  const priced = { from, to, value, data, gas, maxFeePerGas: fees.maxFeePerGas };
  await context.ask(describeTransaction(context.state(), priced, failure ?? insufficientFunds));
  if (context.state().chainId !== chainId) throw invalidParams('The network of the wallet changed during the request.');
  return context.runExclusive(`${chainId}:${from}`, async () => {
    const common = { chainId, nonce: await readNonce(draft, context), to, value, data, gas };
    const transaction: TransactionSerializable = fees.legacy
      ? { ...common, type: 'legacy', gasPrice: fees.maxFeePerGas }
      : { ...common, type: 'eip1559', maxFeePerGas: fees.maxFeePerGas, maxPriorityFeePerGas: fees.maxPriorityFeePerGas };
    const signed = await privateKeyToAccount(keyFor(context, from)).signTransaction(transaction);
    return context.node('eth_sendRawTransaction', [signed], chainId);
  });
};

/** Transaction methods. */
export const TRANSACTION_METHODS: Readonly<Record<string, Method>> = { eth_sendTransaction: ethSendTransaction };

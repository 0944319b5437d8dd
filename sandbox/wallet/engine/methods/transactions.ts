import { type Address, type Hex, hexToBigInt, hexToNumber, isHex, numberToHex, type TransactionSerializable } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describeTransaction } from '../describe.js';
import type { Method, MethodContext } from '../method.js';
import { invalidParams, toProviderError } from '../provider-error.js';
import { isObject, type JsonObject, readAddress, readBytes, readOnlyObject, readQuantity } from '../read-params.js';
import { keyFor } from './signing.js';

/** Given when the node cannot estimate and the page named no gas: the attempt then fails on the chain, where it can be seen. */
const FALLBACK_GAS = 1_000_000n;

/** Plain transfers cost exactly this. @see https://ethereum.github.io/yellowpaper/paper.pdf appendix G */
const TRANSFER_GAS = 21_000n;

interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  /** Whether the transaction is of the kind before EIP-1559. */
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
    throw invalidParams(`The transaction is for chain ${chainId}, and the wallet is on chain ${state().chainId}.`);
  }
  return {
    from: readAddress(request['from'], 'from'),
    to: request['to'] === undefined || request['to'] === null ? null : readAddress(request['to'], 'to'),
    value: optional(request, 'value') ?? 0n,
    // `input` is the newer name and wins.
    data: readBytes(request['input'] ?? request['data'] ?? '0x', 'data'),
    request,
  };
};

const quantity = async (answer: Promise<unknown>): Promise<bigint> => readQuantity(await answer, 'The answer of the node');

/** Twice the base fee and the tip: enough for six full blocks in a row. @see https://eips.ethereum.org/EIPS/eip-1559 */
const readFees = async ({ request }: Draft, context: MethodContext): Promise<Fees> => {
  const gasPrice = optional(request, 'gasPrice');
  if (gasPrice !== undefined) return { maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice, legacy: true };
  const block = await context.node('eth_getBlockByNumber', ['latest', false]);
  const base = isObject(block) && isHex(block['baseFeePerGas']) ? hexToBigInt(block['baseFeePerGas']) : 0n;
  const tip = optional(request, 'maxPriorityFeePerGas') ?? (await quantity(context.node('eth_maxPriorityFeePerGas', [])));
  const most = optional(request, 'maxFeePerGas') ?? base * 2n + tip;
  return { maxFeePerGas: most, maxPriorityFeePerGas: tip < most ? tip : most, legacy: false };
};

interface GasLimit {
  readonly gas: bigint;
  /** Why the node expects the transaction to fail, if it does. */
  readonly failure: string | null;
}

/** The gas limit: what the page wants, else the estimate and for calls a fifth more. */
const readGas = async (draft: Draft, context: MethodContext): Promise<GasLimit> => {
  const { from, to, value, data, request } = draft;
  const wanted = optional(request, 'gas') ?? optional(request, 'gasLimit');
  try {
    const call = { from, value: numberToHex(value), data, ...(to === null ? {} : { to }) };
    const estimate = await quantity(context.node('eth_estimateGas', [call]));
    return { gas: wanted ?? (estimate === TRANSFER_GAS ? estimate : (estimate * 12n) / 10n), failure: null };
  } catch (error) {
    return { gas: wanted ?? FALLBACK_GAS, failure: toProviderError(error).message };
  }
};

/** Nodes estimate plain transfers without looking at the balance. */
const readShortage = async ({ from, value }: Draft, fee: bigint, context: MethodContext): Promise<string | null> => {
  const balance = await quantity(context.node('eth_getBalance', [from, 'latest']));
  return balance < value + fee ? 'the account holds less than the amount and the fee.' : null;
};

const readNonce = async ({ from, request }: Draft, context: MethodContext): Promise<number> => {
  const wanted = optional(request, 'nonce');
  if (wanted !== undefined) return Number(wanted);
  const next = await context.node('eth_getTransactionCount', [from, 'pending']);
  if (!isHex(next)) throw invalidParams('The node gave no nonce.');
  return hexToNumber(next);
};

/** Fills what is missing, asks, signs here, broadcasts, and answers with the hash. */
const ethSendTransaction: Method = async (params, context) => {
  const draft = readDraft(readOnlyObject(params), context);
  keyFor(context, draft.from);
  const { chainId } = context.state();
  const [fees, { gas, failure }] = await Promise.all([readFees(draft, context), readGas(draft, context)]);
  const { from, to, value, data } = draft;
  const shortage = await readShortage(draft, gas * fees.maxFeePerGas, context);
  const priced = { from, to, value, data, gas, maxFeePerGas: fees.maxFeePerGas };
  await context.ask(describeTransaction(context.state(), priced, failure ?? shortage));
  if (context.state().chainId !== chainId) throw invalidParams('The wallet changed its network while it asked.');
  return context.inTurn(`${chainId}:${from}`, async () => {
    const common = { chainId, nonce: await readNonce(draft, context), to, value, data, gas };
    const transaction: TransactionSerializable = fees.legacy
      ? { ...common, type: 'legacy', gasPrice: fees.maxFeePerGas }
      : { ...common, type: 'eip1559', maxFeePerGas: fees.maxFeePerGas, maxPriorityFeePerGas: fees.maxPriorityFeePerGas };
    const signed = await privateKeyToAccount(keyFor(context, from)).signTransaction(transaction);
    return context.node('eth_sendRawTransaction', [signed], chainId);
  });
};

/** Transactions. */
export const TRANSACTION_METHODS: Readonly<Record<string, Method>> = { eth_sendTransaction: ethSendTransaction };

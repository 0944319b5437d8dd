import { base64 } from '@scure/base';
import { memberOf } from '../keys/shapes.js';
import { ENTRY_POINT, executeData } from '../smart-account/user-operation.js';
import type { ApprovalRequest, EvmOperation, EvmTransaction } from './approval-request.js';
import type { CallChain } from './prepare-transaction.js';
import { readSymbol, readToken } from './read-token.js';
import { formatUnits, visible } from './visible-text.js';

/** A change of the account's balance. */
export interface BalanceChange {
  /** With its sign and its unit. */
  readonly amount: string;
  readonly isLoss: boolean;
  /** Contract of the token; `null` for the chain's own coin. */
  readonly token: string | null;
}

/** What the network expects to happen. */
export type Simulation =
  | { readonly status: 'done'; readonly changes: readonly BalanceChange[] }
  /** The transaction would fail. */
  | { readonly status: 'reverted'; readonly reason: string }
  /** The network could not be asked, or does not simulate. */
  | { readonly status: 'unavailable' };

const UNAVAILABLE: Simulation = { status: 'unavailable' };
/** `Transfer(address,address,uint256)` */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** `TransferSingle(address,address,address,uint256,uint256)` @see https://eips.ethereum.org/EIPS/eip-1155 */
const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
/** `TransferBatch(address,address,address,uint256[],uint256[])` */
const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
/** `Deposit(address,uint256)` and `Withdrawal(address,uint256)`: wrapped coins log no transfer when they are made and unmade. */
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';
/** Nodes log transfers of the chain's own coin as this token. @see https://github.com/ethereum/execution-apis/blob/main/docs-api/docs/ethsimulatev1-notes.md */
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

const toHex = (value: bigint | number): string => `0x${value.toString(16)}`;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

interface Transfer {
  readonly token: string;
  /** Negative if the account loses it. Amounts of NFTs are 1. */
  readonly amount: bigint;
  readonly id: bigint | null;
}

/** What a log tells to have moved. `null`: from or to no account. */
interface Movement {
  readonly from: string | null;
  readonly to: string | null;
  /** By id; `null` without ids. */
  readonly amounts: readonly (readonly [id: bigint | null, amount: bigint])[];
}

const wordsOf = (data: string): readonly bigint[] => (data.slice(2).match(/[0-9a-f]{64}/gi) ?? []).map((word) => BigInt(`0x${word}`));

/** An array of ABI-encoded data, by the slot that has its offset. @see https://docs.soliditylang.org/en/latest/abi-spec.html */
const arrayAt = (words: readonly bigint[], slot: number): readonly bigint[] => {
  const start = Number(words[slot] ?? 0n) / 32;
  return words.slice(start + 1, start + 1 + Number(words[start] ?? 0n));
};

const movementOf = (topics: readonly string[], data: string): Movement | null => {
  const [event, first = null, second = null, third] = topics;
  const words = wordsOf(data);
  const [amount = 0n] = words;
  switch (event) {
    case TRANSFER:
      return { from: first, to: second, amounts: [third === undefined ? [null, amount] : [BigInt(third), 1n]] };
    case TRANSFER_SINGLE:
      return { from: second, to: third ?? null, amounts: [[amount, words[1] ?? 0n]] };
    case TRANSFER_BATCH: {
      const values = arrayAt(words, 1);
      return { from: second, to: third ?? null, amounts: arrayAt(words, 0).map((id, index) => [id, values[index] ?? 0n]) };
    }
    case DEPOSIT:
      return { from: null, to: first, amounts: [[null, amount]] };
    case WITHDRAWAL:
      return { from: first, to: null, amounts: [[null, amount]] };
    default:
      return null;
  }
};

/** Some wrapped coins log a transfer, too. It counts, once. */
const isLoggedTwice = (log: unknown, logs: readonly unknown[]): boolean => {
  const eventOf = (each: unknown): unknown => listOf(memberOf(each, 'topics'))[0];
  const event = eventOf(log);
  if (event !== DEPOSIT && event !== WITHDRAWAL) return false;
  return logs.some((each) => eventOf(each) === TRANSFER && memberOf(each, 'address') === memberOf(log, 'address'));
};

const readTransfers = (logs: readonly unknown[], account: string): readonly Transfer[] => {
  const topic = `0x${account.slice(2).toLowerCase().padStart(64, '0')}`;
  return logs.flatMap((log) => {
    const topics = listOf(memberOf(log, 'topics')).map((each) => textOf(each).toLowerCase());
    const movement = movementOf(topics, textOf(memberOf(log, 'data')));
    if (movement === null || isLoggedTwice(log, logs)) return [];
    const { from, to, amounts } = movement;
    if (from === to || (from !== topic && to !== topic)) return [];
    const token = textOf(memberOf(log, 'address')).toLowerCase();
    return amounts.map(([id, amount]) => ({ token, amount: from === topic ? -amount : amount, id }));
  });
};

const sums = (transfers: readonly Transfer[]): ReadonlyMap<string, bigint> => {
  const byToken = new Map<string, bigint>();
  for (const { token, amount, id } of transfers) {
    const key = id === null ? token : `${token}/${id}`;
    byToken.set(key, (byToken.get(key) ?? 0n) + amount);
  }
  return byToken;
};

const signed = (amount: bigint, text: string, token: string | null = null): BalanceChange => ({
  amount: `${amount < 0n ? '−' : '+'}${text}`,
  isLoss: amount < 0n,
  token,
});
const abs = (value: bigint): bigint => (value < 0n ? -value : value);

/** What changes are named with. */
export interface Currency {
  readonly symbol: string;
  readonly decimals: number;
}

const describeChange = async ([key, amount]: readonly [string, bigint], currency: Currency, call: CallChain): Promise<BalanceChange> => {
  const [token = '', id] = key.split('/');
  if (token === NATIVE) return signed(amount, `${formatUnits(abs(amount), currency.decimals)} ${currency.symbol}`);
  if (id !== undefined) {
    // An NFT has no decimals, and need not have a symbol. Of some there are several.
    const symbol = await readSymbol(token, call).catch(() => '');
    const count = abs(amount) === 1n ? '' : `${abs(amount)} × `;
    return signed(amount, `${count}NFT ${id}${symbol === '' ? '' : ` of ${visible(symbol)}`}`, token);
  }
  const info = await readToken(token, call);
  if (info === null) return signed(amount, `${abs(amount)} base units`, token);
  return signed(amount, `${formatUnits(abs(amount), info.decimals)} ${visible(info.symbol)}`, token);
};

type SimulatedCall = Readonly<Record<'from' | 'to' | 'value' | 'input' | 'gas', string | undefined>>;

const transactionCalls = (account: string, { to, value, data, gas }: EvmTransaction): readonly SimulatedCall[] => [
  { from: account, to: to ?? undefined, value: toHex(value), input: data, gas: toHex(gas) },
];

/** The calls that the entry point makes for an operation. Without its limits of gas, which the cost of a transaction is not part of. */
const operationCalls = (account: string, { deployment, calls }: EvmOperation): readonly SimulatedCall[] => {
  const common = { from: ENTRY_POINT, value: '0x0', gas: undefined };
  const execution = { ...common, to: account, input: executeData(calls) };
  return deployment === null ? [execution] : [{ ...common, to: deployment.factory, input: deployment.data }, execution];
};

const simulateEvm = async (account: string, calls: readonly SimulatedCall[], currency: Currency, call: CallChain): Promise<Simulation> => {
  const blocks = await call('eth_simulateV1', [{ blockStateCalls: [{ calls }], traceTransfers: true, validation: false }, 'latest']);
  const results = listOf(memberOf(listOf(blocks)[0], 'calls'));
  if (results.length !== calls.length) return UNAVAILABLE;
  const failed = results.find((result) => memberOf(result, 'status') !== '0x1');
  if (failed !== undefined) return { status: 'reverted', reason: textOf(memberOf(memberOf(failed, 'error'), 'message')) };
  const logs = results.flatMap((result) => listOf(memberOf(result, 'logs')));
  const changes = [...sums(readTransfers(logs, account))].filter(([, amount]) => amount !== 0n);
  return { status: 'done', changes: await Promise.all(changes.map((change) => describeChange(change, currency, call))) };
};

const lamportsOf = (account: unknown): bigint => BigInt(Number(memberOf(account, 'lamports') ?? 0));

const simulateSolana = async (account: string, bytes: Uint8Array, currency: Currency, call: CallChain): Promise<Simulation> => {
  const options = {
    encoding: 'base64',
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses: [account] },
  };
  const [before, after] = await Promise.all([call('getBalance', [account]), call('simulateTransaction', [base64.encode(bytes), options])]);
  const result = memberOf(after, 'value');
  const error = memberOf(result, 'err');
  if (error !== null && error !== undefined) return { status: 'reverted', reason: JSON.stringify(error) };
  const [state] = listOf(memberOf(result, 'accounts'));
  if (state === undefined) return UNAVAILABLE;
  const change = lamportsOf(state) - BigInt(Number(memberOf(before, 'value') ?? 0));
  return {
    status: 'done',
    changes: change === 0n ? [] : [signed(change, `${formatUnits(abs(change), currency.decimals)} ${currency.symbol}`)],
  };
};

/** Asks the network what a transaction would do. Never rejects. `null` for requests that are no transaction. */
export const simulate = async (request: ApprovalRequest, currency: Currency, call: CallChain): Promise<Simulation | null> => {
  try {
    const { kind, address } = request;
    if (kind === 'evm-transaction') return await simulateEvm(address, transactionCalls(address, request.transaction), currency, call);
    if (kind === 'evm-operation') return await simulateEvm(address, operationCalls(address, request.operation), currency, call);
    if (kind !== 'solana-transactions') return null;
    const [first, ...others] = request.transactions;
    // Each may depend on the one before.
    if (first === undefined || others.length > 0) return UNAVAILABLE;
    return await simulateSolana(request.address, first, currency, call);
  } catch {
    return UNAVAILABLE;
  }
};

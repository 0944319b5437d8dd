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

const readTransfers = (logs: readonly unknown[], account: string): readonly Transfer[] => {
  const topic = `0x${account.slice(2).toLowerCase().padStart(64, '0')}`;
  return logs.flatMap((log) => {
    const [event, from, to, id] = listOf(memberOf(log, 'topics')).map((each) => textOf(each).toLowerCase());
    if (event !== TRANSFER || from === to || (from !== topic && to !== topic)) return [];
    const amount = id === undefined ? BigInt(textOf(memberOf(log, 'data')) || '0x0') : 1n;
    return [
      {
        token: textOf(memberOf(log, 'address')).toLowerCase(),
        amount: from === topic ? -amount : amount,
        id: id === undefined ? null : BigInt(id),
      },
    ];
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
    // An NFT has no decimals, and need not have a symbol.
    const symbol = await readSymbol(token, call).catch(() => '');
    return signed(amount, `NFT ${id}${symbol === '' ? '' : ` of ${visible(symbol)}`}`, token);
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

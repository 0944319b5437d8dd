import { base64 } from '@scure/base';
import * as v from 'valibot';
import type { FeeQuote } from '../../application/ports/chain-services.js';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import { loadChunk } from '../../application/shared/load-chunk.js';
import { decodeBase58 } from '../../domain/account/base58.js';
import { checkSolanaRecipient } from '../../domain/account/solana-recipient.js';
import { addressOf } from '../../domain/caip/caip-10.js';
import { parseAssetId } from '../../domain/caip/caip-19.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { checkFee } from '../../domain/send/check-fee.js';
import type { FeeSpeed } from '../../domain/send/fee-speed.js';
import { checkAmountRange } from '../../domain/send/max-amount.js';
import type { SimulatedChange } from '../../domain/send/simulation.js';
import { amountSchema, toAmount } from './parse-json.js';
import { aboveBalance, belowRent, cannotPayFee, type TransferContext, toTransferError } from './send-errors.js';
import { contextValue, type RpcRequestFn } from './solana-rpc.js';
import {
  heldAmount,
  isTokenProgramAccount,
  type RawAccount,
  rawAccountSchema,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from './token-layouts.js';
import { planTokenTransfer, readSources } from './token-transfer.js';
import { MAX_UNITS } from './unique-limits.js';
import type { buildTransfer as Build, TransferDetails } from './web3/build-transfer.js';

/** Percentiles of recently paid prioritization fees. */
const PERCENTILES: Readonly<Record<FeeSpeed, number>> = { slow: 25, normal: 50, fast: 90 };

/** Maximum price in micro-lamports per compute unit, against absurd values from a node. */
const MAX_PRICE = 20_000_000n;

const MICRO_LAMPORTS_PER_LAMPORT = 1_000_000n;

const paidSchema = v.array(v.object({ prioritizationFee: amountSchema }));

/**
 * Compute unit prices in micro-lamports, from recently paid prioritization fees.
 * @see https://solana.com/docs/rpc/http/getrecentprioritizationfees
 */
export const readPrices = (result: unknown): Readonly<Record<FeeSpeed, bigint>> => {
  const paid = v.parse(paidSchema, result).map(({ prioritizationFee }) => prioritizationFee);
  paid.sort((a, b) => (a < b ? -1 : 1));
  const at = (percentile: number): bigint => {
    const price = paid[Math.min(paid.length - 1, Math.floor((paid.length * percentile) / 100))] ?? 0n;
    return price < MAX_PRICE ? price : MAX_PRICE;
  };
  return { slow: at(PERCENTILES.slow), normal: at(PERCENTILES.normal), fast: at(PERCENTILES.fast) };
};

/** Prioritization fee in lamports, rounded up as the network does. */
export const priorityFee = (computeUnits: number, microLamportsPerUnit: bigint): bigint =>
  (BigInt(computeUnits) * microLamportsPerUnit + MICRO_LAMPORTS_PER_LAMPORT - 1n) / MICRO_LAMPORTS_PER_LAMPORT;

export interface TransferRequest {
  readonly request: TransactionRequest;
  readonly network: Network;
  /** For wallets without support for version 0. */
  readonly legacy: boolean;
}

/** A priced transfer. */
export interface TransferPlan {
  readonly blockhash: string;
  readonly lastValidBlockHeight: bigint;
  /** The cost at a speed. */
  quote(speed: FeeSpeed): FeeQuote;
  /** Balance changes of the sender as simulated, without the cost; `null` if the node did not return them. */
  readonly changes: readonly SimulatedChange[] | null;
  /** Compute units that the transfer needs, with a margin. */
  readonly computeUnits: number;
  /** The unsigned transaction, with a compute unit limit. @throws LatchkeyError `send/…` if it cannot be sent */
  build(speed: FeeSpeed, limit?: number): Uint8Array;
}

const CONFIRMED = { commitment: 'confirmed' };
/** SLIP-44 coin type of SOL, as used in CAIP-19. */
const SOL = '501';
/** Margin added to the simulated use. */
const UNIT_MARGIN = 1.1;
const HASH_BYTES = 32;
const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** Token accounts of the sender whose change is simulated: as many as a transfer can use. */
const MAX_SIMULATED = 12;

const accountsSchema = v.array(rawAccountSchema);

const blockhashSchema = v.object({
  blockhash: v.pipe(
    v.string(),
    v.check((hash) => decodeBase58(hash)?.length === HASH_BYTES),
  ),
  lastValidBlockHeight: amountSchema,
});

const simulationSchema = v.object({
  err: v.nullish(v.unknown(), null),
  unitsConsumed: v.nullish(amountSchema, MAX_UNITS),
  accounts: v.nullish(accountsSchema),
});

/** The mint to send, or `null` for lamports. */
const mintOf = ({ asset, data }: TransactionRequest, { caipNetworkId: chainId }: Network): string | null => {
  const parsedAsset = asset === undefined ? null : parseAssetId(asset);
  const isSol = parsedAsset === null || (parsedAsset.assetNamespace === 'slip44' && parsedAsset.assetReference === SOL);
  const isSendable = parsedAsset === null || (parsedAsset.chainId === chainId && (isSol || parsedAsset.assetNamespace === 'token'));
  // Call data is EVM only.
  if (!isSendable || data !== undefined) throw new LatchkeyError('chain/unsupported', { chainId });
  return isSol ? null : (parsedAsset?.assetReference ?? null);
};

/**
 * Reads the state that a transfer depends on, and simulates it on a node.
 * @throws LatchkeyError `address/…`, `send/…`, `network/…`, `chain/unsupported`, `config/dependency-missing`
 */
export const planTransfer = async ({ request, network, legacy }: TransferRequest, rpcRequest: RpcRequestFn): Promise<TransferPlan> => {
  const { to, value, asset = null, all = false, gas } = request;
  const { caipNetworkId: chainId } = network;
  checkSolanaRecipient(to);
  const mint = mintOf(request, network);
  if (gas !== undefined && (gas <= 0n || gas > BigInt(MAX_UNITS)))
    throw new LatchkeyError('config/invalid-option', { field: 'gas', fix: `pass compute units from 1n to ${MAX_UNITS}n` });
  if (!all && value <= 0n) throw new LatchkeyError('send/invalid-amount', { value: String(value) });
  if (!all) checkAmountRange('solana', value);
  const { buildTransfer, isOnCurve, tokenAccountOf } = await loadChunk(
    'the Solana transfer builder',
    () => import('./web3/build-transfer.js'),
    '@solana/web3.js',
  );
  const from = addressOf(request.from);
  const destinations = mint === null ? [] : [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((program) => tokenAccountOf(to, mint, program));

  const [latest, accounts, minimum, prices, sources] = await Promise.all([
    rpcRequest({ method: 'getLatestBlockhash', params: [CONFIRMED], read: (result) => contextValue(blockhashSchema, result) }),
    rpcRequest({
      method: 'getMultipleAccounts',
      params: [[from, to, ...(mint === null ? [] : [mint, ...destinations])], { ...CONFIRMED, encoding: 'base64' }],
      read: (result) => contextValue(accountsSchema, result),
    }),
    rpcRequest({ method: 'getMinimumBalanceForRentExemption', params: [0], read: toAmount }),
    rpcRequest({ method: 'getRecentPrioritizationFees', params: [[from, to]], read: readPrices }),
    mint === null ? [] : readSources(rpcRequest, from, mint),
  ]);
  const [sender, recipient] = accounts;
  // Funds sent to a token account or mint address, and tokens sent to an off-curve owner that cannot sign, are hard to recover.
  const isUnspendable = mint !== null && (recipient ?? null) === null && !isOnCurve(to);
  if (isTokenProgramAccount(recipient ?? null) || isUnspendable)
    throw new LatchkeyError('address/invalid', { value: to, namespace: 'solana' });
  const balance = sender?.lamports ?? 0n;
  const token =
    mint === null ? null : planTokenTransfer({ mint, accounts: accounts.slice(2), destinations, sources, all, value, chainId, asset });
  const context: TransferContext = {
    chainId,
    asset,
    value: token?.amount ?? value,
    available: token?.available ?? balance,
    fee: 0n,
    balance,
    minimum,
  };
  if (token === null && !all && value > balance) throw aboveBalance(context);

  const build = (lamports: bigint, computeUnits: number, microLamportsPerUnit: bigint): ReturnType<typeof Build> => {
    const details: TransferDetails = token?.details ?? { lamports };
    return buildTransfer({ from, to, details, blockhash: latest.blockhash, computeUnits, microLamportsPerUnit, legacy });
  };
  const baseFee = await rpcRequest({
    method: 'getFeeForMessage',
    params: [base64.encode(build(value, MAX_UNITS, 0n).message), CONFIRMED],
    read: (result) => contextValue(v.nullable(amountSchema), result),
  });
  if (baseFee === null) throw new LatchkeyError('send/expired', { chainId });
  const spendable = (fee: bigint): bigint => (token === null ? balance - fee : 0n);
  const lamportsAt = (fee: bigint): bigint => (all ? spendable(fee) : value);
  checkFunds({ ...context, fee: baseFee }, token === null ? lamportsAt(baseFee) : null, recipient ?? null);

  const tokenAccounts = sources.map(({ account }) => account).slice(0, MAX_SIMULATED);
  const simulation = await rpcRequest({
    method: 'simulateTransaction',
    params: [
      base64.encode(build(lamportsAt(baseFee), MAX_UNITS, 0n).transaction),
      {
        ...CONFIRMED,
        encoding: 'base64',
        sigVerify: false,
        replaceRecentBlockhash: true,
        accounts: { encoding: 'base64', addresses: [from, ...(token === null ? [] : [token.destination, ...tokenAccounts])] },
      },
    ],
    read: (result) => contextValue(simulationSchema, result),
  });
  if (simulation.err !== null) throw toTransferError(simulation.err, { ...context, fee: baseFee });
  const computeUnits = gas === undefined ? Math.min(MAX_UNITS, Math.ceil(Number(simulation.unitsConsumed) * UNIT_MARGIN)) : Number(gas);
  const [payer = null, destination = null, ...holdings] = simulation.accounts ?? [];
  const rentLamports = token?.creates === true ? (destination?.lamports ?? 0n) : 0n;
  const amounts = holdings.map(heldAmount).filter((amount) => amount !== null);
  const isComplete = payer !== null && amounts.length === tokenAccounts.length;
  const coinChange = (payer?.lamports ?? 0n) - balance + baseFee + rentLamports;
  const tokenChange = sumOf(amounts) - sumOf(sources.slice(0, MAX_SIMULATED).map(({ amount }) => amount));
  const changes = [
    { asset: null, value: coinChange },
    { asset, value: token === null ? 0n : tokenChange },
  ].filter(({ value: change }) => change !== 0n);

  const feeAt = (speed: FeeSpeed, units = computeUnits): bigint => baseFee + priorityFee(units, prices[speed]) + rentLamports;
  return {
    blockhash: latest.blockhash,
    changes: isComplete ? changes : null,
    computeUnits,
    lastValidBlockHeight: latest.lastValidBlockHeight,
    quote: (speed) => ({
      speed,
      fee: feeAt(speed),
      maxFee: feeAt(speed),
      rate: { type: 'solana', signatureLamports: baseFee, computeUnits, microLamportsPerUnit: prices[speed], rentLamports },
    }),
    build: (speed, limit = computeUnits) => {
      const fee = feeAt(speed, limit);
      const amount = token === null ? lamportsAt(fee) : null;
      checkFee({ namespace: 'solana', chainId, fee, amount, maxFee: request.maxFee });
      checkFunds({ ...context, fee }, token === null ? lamportsAt(fee) : null, recipient ?? null);
      return build(lamportsAt(fee), limit, prices[speed]).transaction;
    },
  };
};

/** @param lamports amount of the native coin; `null` for a token transfer */
const checkFunds = (context: TransferContext, lamports: bigint | null, recipient: RawAccount | null): void => {
  const { fee, balance, minimum } = context;
  const remaining = balance - fee - (lamports ?? 0n);
  if (remaining < 0n || (lamports !== null && lamports <= 0n)) throw cannotPayFee(context);
  if (lamports !== null && recipient === null && lamports < minimum) throw belowRent(context, 'recipient');
  if (remaining > 0n && remaining < minimum) throw belowRent(context, 'sender');
};

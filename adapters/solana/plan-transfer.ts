import { base64 } from '@scure/base';
import * as v from 'valibot';
import type { FeeQuote } from '../../application/ports/chain-services.js';
import type { FeeSpeed, TransactionRequest } from '../../application/ports/transaction-request.js';
import { loadPart } from '../../application/shared/load-part.js';
import { decodeBase58 } from '../../domain/account/base58.js';
import { checkSolanaRecipient } from '../../domain/account/solana-recipient.js';
import { addressOf } from '../../domain/caip/caip-10.js';
import { parseAssetId } from '../../domain/caip/caip-19.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { amountSchema, toAmount } from './parse-json.js';
import { aboveBalance, belowRent, cannotPayFee, type TransferFacts, toTransferError } from './send-errors.js';
import { type AskNodes, contextValue } from './solana-rpc.js';
import { isOfTokens, type RawAccount, rawAccountSchema, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './token-layouts.js';
import { planTokenMoves, readSources } from './token-moves.js';
import type { buildTransfer as Build, TransferMoves } from './web3/build-transfer.js';

/** Which share of the fees that others paid lately is paid too. */
const PERCENTILES: Readonly<Record<FeeSpeed, number>> = { slow: 25, normal: 50, fast: 90 };

/** Micro-lamports a compute unit: what a node says above that is not followed. */
const HIGHEST_PRICE = 20_000_000n;

/** Micro-lamports in a lamport. */
const MICRO = 1_000_000n;

const paidSchema = v.array(v.object({ prioritizationFee: amountSchema }));

/**
 * Prices of a compute unit in micro-lamports, out of what was paid in recent slots.
 * @see https://solana.com/docs/rpc/http/getrecentprioritizationfees
 */
export const readPrices = (result: unknown): Readonly<Record<FeeSpeed, bigint>> => {
  const paid = v.parse(paidSchema, result).map(({ prioritizationFee }) => prioritizationFee);
  paid.sort((a, b) => (a < b ? -1 : 1));
  const at = (percentile: number): bigint => {
    const price = paid[Math.min(paid.length - 1, Math.floor((paid.length * percentile) / 100))] ?? 0n;
    return price < HIGHEST_PRICE ? price : HIGHEST_PRICE;
  };
  return { slow: at(PERCENTILES.slow), normal: at(PERCENTILES.normal), fast: at(PERCENTILES.fast) };
};

/** Lamports for the priority of so many compute units, rounded up as the network does. */
export const priorityFee = (computeUnits: number, microLamportsPerUnit: bigint): bigint =>
  (BigInt(computeUnits) * microLamportsPerUnit + MICRO - 1n) / MICRO;

/** What to plan. */
export interface TransferRequest {
  readonly request: TransactionRequest;
  readonly network: Network;
  /** For wallets that take no version 0. */
  readonly legacy: boolean;
}

/** A transfer whose costs are known. */
export interface TransferPlan {
  readonly lastValidBlockHeight: bigint;
  /** What it costs at a speed. */
  quote(speed: FeeSpeed): FeeQuote;
  /** The transaction, to be signed. @throws LatchkeyError `send/…` where it could not be sent */
  build(speed: FeeSpeed): Uint8Array;
}

const CONFIRMED = { commitment: 'confirmed' };
/** SOL in SLIP-44, which is how CAIP-19 names a chain's own coin. */
const SOL = '501';
/** The most that one transaction may use, and what is asked for beyond what the rehearsal used. */
const MAX_UNITS = 1_400_000;
const UNIT_MARGIN = 1.1;
const HASH_BYTES = 32;

const accountsSchema = v.array(rawAccountSchema);

const blockhashSchema = v.object({
  blockhash: v.pipe(
    v.string(),
    v.check((hash) => decodeBase58(hash)?.length === HASH_BYTES),
  ),
  lastValidBlockHeight: amountSchema,
});

const rehearsalSchema = v.object({
  err: v.nullish(v.unknown(), null),
  unitsConsumed: v.nullish(amountSchema, MAX_UNITS),
  accounts: v.nullish(accountsSchema),
});

/** The mint that is sent, or `null` for lamports. */
const mintOf = ({ asset, data }: TransactionRequest, { caipNetworkId: chainId }: Network): string | null => {
  const parts = asset === undefined ? null : parseAssetId(asset);
  const isSol = parts === null || (parts.assetNamespace === 'slip44' && parts.assetReference === SOL);
  const fits = parts === null || (parts.chainId === chainId && (isSol || parts.assetNamespace === 'token'));
  // Call data is EVM's: what it stands for cannot be sent here.
  if (!fits || data !== undefined) throw new LatchkeyError('chain/unsupported', { chainId });
  return isSol ? null : (parts?.assetReference ?? null);
};

/**
 * Reads what a transfer needs to know, and rehearses it on a node.
 * @throws LatchkeyError `address/…`, `send/…`, `network/…`, `chain/unsupported`, `config/dependency-missing`
 */
export const planTransfer = async ({ request, network, legacy }: TransferRequest, ask: AskNodes): Promise<TransferPlan> => {
  const { to, value, asset = null, all = false, gas } = request;
  const { caipNetworkId: chainId } = network;
  checkSolanaRecipient(to);
  const mint = mintOf(request, network);
  if (gas !== undefined && (gas <= 0n || gas > BigInt(MAX_UNITS)))
    throw new LatchkeyError('config/invalid-option', { field: 'gas', fix: `write compute units: 1n to ${MAX_UNITS}n` });
  if (!all && value <= 0n) throw new LatchkeyError('send/invalid-amount', { value: String(value) });
  const { buildTransfer, isOnCurve, tokenAccountOf } = await loadPart(
    'the builder of Solana transfers',
    () => import('./web3/build-transfer.js'),
    '@solana/web3.js',
  );
  const from = addressOf(request.from);
  const destinations = mint === null ? [] : [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((program) => tokenAccountOf(to, mint, program));

  const [latest, accounts, minimum, prices, sources] = await Promise.all([
    ask({ method: 'getLatestBlockhash', params: [CONFIRMED], read: (result) => contextValue(blockhashSchema, result) }),
    ask({
      method: 'getMultipleAccounts',
      params: [[from, to, ...(mint === null ? [] : [mint, ...destinations])], { ...CONFIRMED, encoding: 'base64' }],
      read: (result) => contextValue(accountsSchema, result),
    }),
    ask({ method: 'getMinimumBalanceForRentExemption', params: [0], read: toAmount }),
    ask({ method: 'getRecentPrioritizationFees', params: [[from, to]], read: readPrices }),
    mint === null ? [] : readSources(ask, from, mint),
  ]);
  const [sender, recipient] = accounts;
  // What a token account or a mint is sent by its own address is hard to get back, and so are tokens of an owner who cannot sign.
  const isNobody = mint !== null && (recipient ?? null) === null && !isOnCurve(to);
  if (isOfTokens(recipient ?? null) || isNobody) throw new LatchkeyError('address/invalid', { value: to, namespace: 'solana' });
  const balance = sender?.lamports ?? 0n;
  const token =
    mint === null ? null : planTokenMoves({ mint, accounts: accounts.slice(2), destinations, sources, all, value, chainId, asset });
  const facts: TransferFacts = {
    chainId,
    asset,
    value: token?.amount ?? value,
    available: token?.available ?? balance,
    fee: 0n,
    balance,
    minimum,
  };
  if (token === null && !all && value > balance) throw aboveBalance(facts);

  const build = (lamports: bigint, computeUnits: number, microLamportsPerUnit: bigint): ReturnType<typeof Build> => {
    const moves: TransferMoves = token?.moves ?? { lamports };
    return buildTransfer({ from, to, moves, blockhash: latest.blockhash, computeUnits, microLamportsPerUnit, legacy });
  };
  const baseFee = await ask({
    method: 'getFeeForMessage',
    params: [base64.encode(build(value, MAX_UNITS, 0n).message), CONFIRMED],
    read: (result) => contextValue(v.nullable(amountSchema), result),
  });
  if (baseFee === null) throw new LatchkeyError('send/expired', { chainId });
  const spent = (fee: bigint): bigint => (token === null ? balance - fee : 0n);
  const lamportsAt = (fee: bigint): bigint => (all ? spent(fee) : value);
  checkFunds({ ...facts, fee: baseFee }, token === null ? lamportsAt(baseFee) : null, recipient ?? null);

  const rehearsal = await ask({
    method: 'simulateTransaction',
    params: [
      base64.encode(build(lamportsAt(baseFee), MAX_UNITS, 0n).transaction),
      {
        ...CONFIRMED,
        encoding: 'base64',
        sigVerify: false,
        replaceRecentBlockhash: true,
        ...(token === null ? {} : { accounts: { encoding: 'base64', addresses: [token.destination] } }),
      },
    ],
    read: (result) => contextValue(rehearsalSchema, result),
  });
  if (rehearsal.err !== null) throw toTransferError(rehearsal.err, { ...facts, fee: baseFee });
  const computeUnits = gas === undefined ? Math.min(MAX_UNITS, Math.ceil(Number(rehearsal.unitsConsumed) * UNIT_MARGIN)) : Number(gas);
  const rentLamports = token?.creates === true ? (rehearsal.accounts?.[0]?.lamports ?? 0n) : 0n;

  const feeAt = (speed: FeeSpeed): bigint => baseFee + priorityFee(computeUnits, prices[speed]) + rentLamports;
  return {
    lastValidBlockHeight: latest.lastValidBlockHeight,
    quote: (speed) => ({
      speed,
      fee: feeAt(speed),
      maxFee: feeAt(speed),
      rate: { type: 'solana', signatureLamports: baseFee, computeUnits, microLamportsPerUnit: prices[speed], rentLamports },
    }),
    build: (speed) => {
      const fee = feeAt(speed);
      checkFunds({ ...facts, fee }, token === null ? lamportsAt(fee) : null, recipient ?? null);
      return build(lamportsAt(fee), computeUnits, prices[speed]).transaction;
    },
  };
};

/** @param lamports what is sent of the chain's own coin; `null` where it is a token */
const checkFunds = (facts: TransferFacts, lamports: bigint | null, recipient: RawAccount | null): void => {
  const { fee, balance, minimum } = facts;
  const left = balance - fee - (lamports ?? 0n);
  if (left < 0n || (lamports !== null && lamports <= 0n)) throw cannotPayFee(facts);
  if (lamports !== null && recipient === null && lamports < minimum) throw belowRent(facts, 'recipient');
  if (left > 0n && left < minimum) throw belowRent(facts, 'sender');
};

import * as v from 'valibot';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { contextValue, type RpcRequestFn } from './solana-rpc.js';
import { HOLDING_BYTES, holdingSchema, type RawAccount, readMint, TOKEN_PROGRAM } from './token-layouts.js';
import type { TransferDetails } from './web3/build-transfer.js';

/** Maximum source accounts that fit into one transaction. */
const MAX_SOURCES = 12;

/** A token account of the sender. */
export interface TokenSource {
  readonly account: string;
  readonly amount: bigint;
}

const sourcesSchema = v.array(v.object({ pubkey: v.string(), account: holdingSchema }));

/** Reads the sender's transferable token accounts of a mint, largest first. */
export const readSources = (rpcRequest: RpcRequestFn, owner: string, mint: string): Promise<readonly TokenSource[]> =>
  rpcRequest({
    method: 'getTokenAccountsByOwner',
    params: [owner, { mint }, { commitment: 'confirmed', encoding: 'base64', dataSlice: { offset: 0, length: HOLDING_BYTES } }],
    read: (result) =>
      contextValue(sourcesSchema, result)
        .map(({ pubkey, account }) => ({ ...account, account: pubkey }))
        .filter(({ frozen, amount }) => !frozen && amount > 0n)
        .sort((a, b) => (a.amount > b.amount ? -1 : 1)),
  });

export interface TokenTransferOptions {
  readonly mint: string;
  /** The mint, and the recipient's account under each token program; `null` if missing. */
  readonly accounts: readonly (RawAccount | null)[];
  readonly destinations: readonly string[];
  readonly sources: readonly TokenSource[];
  readonly all: boolean;
  readonly value: bigint;
  readonly chainId: string;
  readonly asset: string | null;
}

/** Source accounts and destination of a token transfer. */
export interface TokenTransferPlan {
  readonly details: TransferDetails;
  readonly amount: bigint;
  readonly available: bigint;
  readonly destination: string;
  readonly creates: boolean;
}

/** Plans a token transfer. @throws LatchkeyError `send/above-balance`, `send/invalid-amount`, `send/refused` */
export const planTokenTransfer = (options: TokenTransferOptions): TokenTransferPlan => {
  const { mint, destinations, sources, all, value, chainId, asset } = options;
  const mintInfo = readMint(options.accounts[0] ?? null);
  if (mintInfo === null) throw new LatchkeyError('send/refused', { chainId, reason: `${mint} is not a token` });
  const { program, decimals } = mintInfo;
  const programIndex = program === TOKEN_PROGRAM ? 0 : 1;
  const destination = destinations[programIndex] ?? '';
  const creates = (options.accounts[1 + programIndex] ?? null) === null;
  const available = sources.reduce((sum, { amount }) => sum + amount, 0n);
  const amount = all ? available : value;
  if (amount > available)
    throw new LatchkeyError('send/above-balance', { chainId, asset, value: String(amount), balance: String(available) });
  if (amount === 0n) throw new LatchkeyError('send/invalid-amount', { value: '0' });
  const used: TokenSource[] = [];
  let remaining = amount;
  for (const source of sources.slice(0, MAX_SOURCES)) {
    if (remaining === 0n) break;
    const share = source.amount < remaining ? source.amount : remaining;
    used.push({ account: source.account, amount: share });
    remaining -= share;
  }
  if (remaining > 0n)
    throw new LatchkeyError('send/refused', { chainId, reason: 'the tokens are spread over too many accounts for one transaction' });
  return { details: { mint, program, decimals, destination, creates, sources: used }, amount, available, destination, creates };
};

import * as v from 'valibot';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { type AskNodes, contextValue } from './solana-rpc.js';
import { HOLDING_BYTES, holdingSchema, type RawAccount, readMint, TOKEN_PROGRAM } from './token-layouts.js';
import type { TransferMoves } from './web3/build-transfer.js';

/** So many token accounts fit into one transaction. */
const MOST_SOURCES = 12;

/** A token account of the sender. */
export interface TokenSource {
  readonly account: string;
  readonly amount: bigint;
}

const sourcesSchema = v.array(v.object({ pubkey: v.string(), account: holdingSchema }));

/** Reads the sender's accounts of a mint that tokens can leave, the fullest first. */
export const readSources = (ask: AskNodes, owner: string, mint: string): Promise<readonly TokenSource[]> =>
  ask({
    method: 'getTokenAccountsByOwner',
    params: [owner, { mint }, { commitment: 'confirmed', encoding: 'base64', dataSlice: { offset: 0, length: HOLDING_BYTES } }],
    read: (result) =>
      contextValue(sourcesSchema, result)
        .map(({ pubkey, account }) => ({ ...account, account: pubkey }))
        .filter(({ frozen, amount }) => !frozen && amount > 0n)
        .sort((a, b) => (a.amount > b.amount ? -1 : 1)),
  });

/** What is known of a transfer of tokens. */
export interface TokenFacts {
  readonly mint: string;
  /** The mint, and the recipient's account under each of both programs; `null` where there is none. */
  readonly accounts: readonly (RawAccount | null)[];
  readonly destinations: readonly string[];
  readonly sources: readonly TokenSource[];
  readonly all: boolean;
  readonly value: bigint;
  readonly chainId: string;
  readonly asset: string | null;
}

/** Which accounts give and which one takes. */
export interface TokenPlan {
  readonly moves: TransferMoves;
  readonly amount: bigint;
  readonly available: bigint;
  readonly destination: string;
  readonly creates: boolean;
}

/** Plans a transfer of tokens. @throws LatchkeyError `send/above-balance`, `send/invalid-amount`, `send/refused` */
export const planTokenMoves = (facts: TokenFacts): TokenPlan => {
  const { mint, destinations, sources, all, value, chainId, asset } = facts;
  const said = readMint(facts.accounts[0] ?? null);
  if (said === null) throw new LatchkeyError('send/refused', { chainId, reason: `${mint} is no token` });
  const { program, decimals } = said;
  const place = program === TOKEN_PROGRAM ? 0 : 1;
  const destination = destinations[place] ?? '';
  const creates = (facts.accounts[1 + place] ?? null) === null;
  const available = sources.reduce((sum, { amount }) => sum + amount, 0n);
  const amount = all ? available : value;
  if (amount > available)
    throw new LatchkeyError('send/above-balance', { chainId, asset, value: String(amount), balance: String(available) });
  if (amount === 0n) throw new LatchkeyError('send/invalid-amount', { value: '0' });
  const used: TokenSource[] = [];
  let rest = amount;
  for (const source of sources.slice(0, MOST_SOURCES)) {
    if (rest === 0n) break;
    const part = source.amount < rest ? source.amount : rest;
    used.push({ account: source.account, amount: part });
    rest -= part;
  }
  if (rest > 0n) throw new LatchkeyError('send/refused', { chainId, reason: 'the tokens lie in too many accounts for one transaction' });
  return { moves: { mint, program, decimals, destination, creates, sources: used }, amount, available, destination, creates };
};

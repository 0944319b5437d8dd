import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { readTransfer } from '../../../../adapters/solana/reviewed-transaction.js';
import { TOKEN_2022_PROGRAM } from '../../../../adapters/solana/token-layouts.js';
import { buildTransfer, type TransferDetails, tokenAccountOf } from '../../../../adapters/solana/web3/build-transfer.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';

const CHAIN = toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp');
const addressOf = (seed: number): string => Keypair.fromSeed(new Uint8Array(32).fill(seed)).publicKey.toBase58();
const [FROM, TO, MINT, OTHER] = [1, 2, 3, 4].map(addressOf) as [string, string, string, string];
const BLOCKHASH = addressOf(9);

const built = (details: TransferDetails, legacy = false): Uint8Array =>
  buildTransfer({ from: FROM, to: TO, details, blockhash: BLOCKHASH, computeUnits: 450, microLamportsPerUnit: 3n, legacy }).transaction;
const token = (owner = TO, creates = true): TransferDetails => ({
  ...{ mint: MINT, program: TOKEN_2022_PROGRAM, decimals: 6, creates, destination: tokenAccountOf(owner, MINT, TOKEN_2022_PROGRAM) },
  sources: [
    { account: addressOf(5), amount: 3n },
    { account: addressOf(6), amount: 4n },
  ],
});
const read = (bytes: Uint8Array, all = false) => readTransfer(bytes, { chainId: CHAIN, to: TO, all, tokenAccountOf });

describe('the transfer that a transaction makes', () => {
  it.each([false, true])('is read from lamports and tokens (legacy: %s)', (legacy) => {
    expect(read(built({ lamports: 5n }, legacy))).toEqual({ chainId: CHAIN, to: TO, token: null, value: 5n });
    expect(read(built(token(), legacy))).toEqual({ chainId: CHAIN, to: TO, token: MINT, value: 7n });
    expect(read(built(token(TO, false), legacy), true)).toEqual({ chainId: CHAIN, to: TO, token: MINT, value: null });
  });

  it('has the token account as its recipient, if it is not that of the recipient', () => {
    expect(read(built(token(OTHER)))).toMatchObject({ to: tokenAccountOf(OTHER, MINT, TOKEN_2022_PROGRAM), token: MINT });
  });

  it('is none of a transaction that does anything else, too', () => {
    const pay = (to: string) => SystemProgram.transfer({ fromPubkey: new PublicKey(FROM), toPubkey: new PublicKey(to), lamports: 5 });
    const serialize = (...instructions: readonly ReturnType<typeof pay>[]): Uint8Array =>
      new VersionedTransaction(
        new TransactionMessage({
          payerKey: new PublicKey(FROM),
          recentBlockhash: BLOCKHASH,
          instructions: [...instructions],
        }).compileToV0Message(),
      ).serialize();
    const assign = SystemProgram.assign({ accountPubkey: new PublicKey(FROM), programId: new PublicKey(OTHER) });
    expect(read(serialize(pay(TO)))).toMatchObject({ value: 5n });
    expect([read(serialize(pay(TO), pay(OTHER))), read(serialize(pay(TO), assign)), read(serialize()), read(Uint8Array.of(1, 2))]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

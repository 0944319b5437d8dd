import { base58 } from '@scure/base';
import { readSolanaTransaction } from '../../domain/account/solana-transaction.js';

/**
 * What a legacy transaction also says in the open when it goes to a wallet elsewhere, for wallets that do not read its bytes.
 * Nothing for one with a version.
 * @see https://docs.walletconnect.network/wallet-sdk/chain-support/solana
 */
export const legacyFields = (bytes: Uint8Array): object => {
  const transaction = readSolanaTransaction(bytes);
  if (transaction === null || transaction.version !== 'legacy') return {};
  const { keys, signatures, readonlySigners, readonlyOthers, blockhash } = transaction;
  const isWritable = (place: number): boolean =>
    place < signatures.length ? place < signatures.length - readonlySigners : place < keys.length - readonlyOthers;
  return {
    feePayer: keys[0],
    recentBlockhash: blockhash,
    instructions: transaction.instructions.map(({ program, accounts, data }) => ({
      programId: keys[program],
      data: base58.encode(data),
      keys: accounts.map((place) => ({ pubkey: keys[place], isSigner: place < signatures.length, isWritable: isWritable(place) })),
    })),
    signatures: signatures.flatMap((signature, place) =>
      signature.some((byte) => byte !== 0) ? [{ pubkey: keys[place], signature: base58.encode(signature) }] : [],
    ),
  };
};

import {
  address,
  appendTransactionMessageInstruction,
  blockhash as asBlockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSolanaTransaction } from '../../domain/account/solana-transaction.js';
import { settle } from '../../testing/contracts/chain-harness.js';
import { patient } from '../../testing/contracts/test-api.js';
import { sendWith } from './support/solana-tokens.js';
import { newcomer, SOL, SolanaWorld } from './support/solana-world.js';

const SLOT_HASHES = 'SysvarS1otHashes111111111111111111111111111';

let world: SolanaWorld;
let to: string;
let table: PublicKey;

/** Puts the recipient into a table on the chain. */
beforeAll(async () => {
  world = await SolanaWorld.start();
  to = newcomer();
  const { value } = Object(await world.net.call('getAccountInfo', [SLOT_HASHES, { encoding: 'base64' }]));
  const recentSlot = Number(Buffer.from(value.data[0], 'base64').readBigUInt64LE(8));
  const authority = world.maker.publicKey;
  const [create, lookupTable] = AddressLookupTableProgram.createLookupTable({ authority, payer: authority, recentSlot });
  const addresses = [new PublicKey(to)];
  const extend = AddressLookupTableProgram.extendLookupTable({ lookupTable, authority, payer: authority, addresses });
  await sendWith(world.net, world.maker, [create, extend]);
  await world.net.advance(1);
  table = lookupTable;
});
afterAll(() => world.stop());

/** With the SDK that the adapter uses too. */
const web3Transfer = async (): Promise<Uint8Array> => {
  const payerKey = new PublicKey(world.alice.address);
  const { value } = Object(await world.net.call('getAccountInfo', [table.toBase58(), { encoding: 'base64' }]));
  const state = AddressLookupTableAccount.deserialize(Buffer.from(value.data[0], 'base64'));
  const message = new TransactionMessage({
    payerKey,
    recentBlockhash: await world.net.blockhash(),
    instructions: [SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: new PublicKey(to), lamports: SOL })],
  }).compileToV0Message([new AddressLookupTableAccount({ key: table, state })]);
  return new VersionedTransaction(message).serialize();
};

/** With the newer one, whose bytes a host may pass. */
const kitTransfer = async (): Promise<Uint8Array> => {
  const data = new Uint8Array(12);
  data[0] = 2;
  new DataView(data.buffer).setBigUint64(4, SOL, true);
  const from = address(world.alice.address);
  // 3: pays and changes; 1: changes.
  const accounts = [
    { address: from, role: 3, signer: createNoopSigner(from) },
    { address: address(to), role: 1 },
  ] as const;
  const lifetime = { blockhash: asBlockhash(await world.net.blockhash()), lastValidBlockHeight: 2n ** 60n };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (draft) => setTransactionMessageFeePayer(from, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => appendTransactionMessageInstruction({ programAddress: address('11111111111111111111111111111111'), accounts, data }, draft),
    (draft) => compressTransactionMessageUsingAddressLookupTables(draft, { [address(table.toBase58())]: [address(to)] }),
  );
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
};

describe.each([
  ['@solana/web3.js', web3Transfer],
  ['@solana/kit', kitTransfer],
] as const)('a transaction with a lookup table, built with %s', (_, build) => {
  it.each([[[]], [['solana:signAndSendTransaction']]] as const)('is signed and carried out by a wallet that lacks %j', async (lacks) => {
    const { calls, chain, from } = await world.meet({ lacks });
    const before = await world.net.lamports(to);
    const transaction = await build();
    // The recipient is in the table, not among the keys.
    expect(readSolanaTransaction(transaction)?.keys).not.toContain(to);
    const hash = await calls.signAndSendTransaction({ account: from, transaction }, patient());
    await settle(chain, { hash, network: world.network() }, patient());
    expect((await world.net.lamports(to)) - before).toBe(SOL);
  });
});

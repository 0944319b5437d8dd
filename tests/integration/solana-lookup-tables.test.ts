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
import { waitForSettlement } from '../../testing/contracts/chain-harness.js';
import { neverAborted } from '../../testing/contracts/test-api.js';
import { newAddress, SOL, SolanaFixture } from './support/solana-fixture.js';
import { sendWith } from './support/solana-tokens.js';

const SLOT_HASHES = 'SysvarS1otHashes111111111111111111111111111';

let fixture: SolanaFixture;
let to: string;
let table: PublicKey;

/** Creates a lookup table with the recipient on the chain. */
beforeAll(async () => {
  fixture = await SolanaFixture.start();
  to = newAddress();
  const { value } = Object(await fixture.net.call('getAccountInfo', [SLOT_HASHES, { encoding: 'base64' }]));
  const recentSlot = Number(Buffer.from(value.data[0], 'base64').readBigUInt64LE(8));
  const authority = fixture.tokenAuthority.publicKey;
  const [create, lookupTable] = AddressLookupTableProgram.createLookupTable({ authority, payer: authority, recentSlot });
  const addresses = [new PublicKey(to)];
  const extend = AddressLookupTableProgram.extendLookupTable({ lookupTable, authority, payer: authority, addresses });
  await sendWith(fixture.net, fixture.tokenAuthority, [create, extend]);
  await fixture.net.advance(1);
  table = lookupTable;
});
afterAll(() => fixture.stop());

/** Built with the SDK of the adapter. */
const web3Transfer = async (): Promise<Uint8Array> => {
  const payerKey = new PublicKey(fixture.alice.address);
  const { value } = Object(await fixture.net.call('getAccountInfo', [table.toBase58(), { encoding: 'base64' }]));
  const state = AddressLookupTableAccount.deserialize(Buffer.from(value.data[0], 'base64'));
  const message = new TransactionMessage({
    payerKey,
    recentBlockhash: await fixture.net.blockhash(),
    instructions: [SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: new PublicKey(to), lamports: SOL })],
  }).compileToV0Message([new AddressLookupTableAccount({ key: table, state })]);
  return new VersionedTransaction(message).serialize();
};

/** Built with the newer SDK, whose bytes an app may pass. */
const kitTransfer = async (): Promise<Uint8Array> => {
  const data = new Uint8Array(12);
  data[0] = 2;
  new DataView(data.buffer).setBigUint64(4, SOL, true);
  const from = address(fixture.alice.address);
  // 3: writable signer; 1: writable.
  const accounts = [
    { address: from, role: 3, signer: createNoopSigner(from) },
    { address: address(to), role: 1 },
  ] as const;
  const lifetime = { blockhash: asBlockhash(await fixture.net.blockhash()), lastValidBlockHeight: 2n ** 60n };
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
  it.each([[[]], [['solana:signAndSendTransaction']]] as const)('is signed and sent by a wallet without %j', async (lacks) => {
    const { calls, chain, from } = await fixture.connect({ unsupportedFeatures: lacks });
    const before = await fixture.net.lamports(to);
    const transaction = await build();
    // The recipient is in the table, not in the keys.
    expect(readSolanaTransaction(transaction)?.keys).not.toContain(to);
    const hash = await calls.signAndSendTransaction({ account: from, transaction }, neverAborted());
    await waitForSettlement(chain, { hash, network: fixture.network() }, neverAborted());
    expect((await fixture.net.lamports(to)) - before).toBe(SOL);
  });
});

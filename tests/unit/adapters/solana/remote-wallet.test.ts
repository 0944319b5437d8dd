import { base58 } from '@scure/base';
import {
  AddressLookupTableAccount,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
  Transaction as Web3Transaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { openRemoteSession } from '../../../../adapters/solana/remote-wallet.js';
import type { SolanaNode } from '../../../../adapters/solana/solana-node.js';
import type { SessionEvent } from '../../../../application/ports/chain.port.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import type { SolanaCalls } from '../../../../application/ports/wallet-calls.js';
import { readSolanaTransaction, withSolanaSignature } from '../../../../domain/account/solana-transaction.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { remoteConnector } from '../../../../domain/connection/connector.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { DEVNET, MAINNET, solanaNetwork } from '../support/solana-networks.js';

const ALICE = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const BOB = 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy';
const DEPRECATED = '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ';
const METHODS = ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions', 'solana_signAndSendTransaction'];
const SIGNATURE = new Uint8Array(64).fill(5);
const HASH = base58.encode(SIGNATURE);

const namespaces = (accounts: readonly string[], methods: readonly string[] = METHODS) => ({
  solana: { accounts: accounts.map(toAccountId), methods, events: ['accountsChanged'] },
});

const setUp = async (initial = namespaces([`solana:${MAINNET}:${ALICE}`, `solana:${MAINNET}:${BOB}`]), reference = MAINNET) => {
  const remote = new FakeRemoteSession({ namespaces: initial });
  const storedHashes: string[] = [];
  const node: Pick<SolanaNode, 'remember' | 'now'> = {
    now: () => 0,
    remember: (hash) => {
      storedHashes.push(hash);
      return 'recent@0ms';
    },
  };
  const session = await openRemoteSession(
    {
      remote,
      connector: remoteConnector('solana', 'Phone wallet'),
      network: solanaNetwork(reference),
      networks: () => [solanaNetwork(MAINNET), solanaNetwork(DEVNET)],
      // The only methods that are called when the wallet broadcasts.
      node: async () => node as SolanaNode,
    },
    neverAborted(),
  );
  const events: SessionEvent[] = [];
  session?.events$.subscribe((event) => events.push(event));
  return { remote, session, events, storedHashes };
};

const opened = async (...initial: Parameters<typeof setUp>) => {
  const { session, ...rest } = await setUp(...initial);
  if (session === null) throw new Error('No account is shared');
  // Every Solana session has these calls.
  return { session, calls: session.calls?.solana as SolanaCalls, account: toAccountId(`${session.chainId}:${ALICE}`), ...rest };
};

const transfer = (version: 'legacy' | 0 | 'with a table'): Uint8Array => {
  const draft = new TransactionMessage({
    payerKey: new PublicKey(ALICE),
    recentBlockhash: 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N',
    instructions: [SystemProgram.transfer({ fromPubkey: new PublicKey(ALICE), toPubkey: new PublicKey(BOB), lamports: 7 })],
  });
  const state = { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses: [new PublicKey(BOB)] };
  const table = new AddressLookupTableAccount({ key: new PublicKey('So11111111111111111111111111111111111111112'), state });
  const message = version === 'legacy' ? draft.compileToLegacyMessage() : draft.compileToV0Message(version === 0 ? [] : [table]);
  return new VersionedTransaction(message).serialize();
};

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const signedBy = (bytes: Uint8Array): Uint8Array => withSolanaSignature(bytes, ALICE, SIGNATURE) as Uint8Array;

describe('Solana session over a remote session', () => {
  it('opens without requests to the wallet', async () => {
    const { session, remote } = await opened();
    expect([session.accounts.map(({ address }) => address), session.chainId]).toEqual([[ALICE, BOB], `solana:${MAINNET}`]);
    expect(remote.requests).toEqual([]);
  });

  it('is null without a shared Solana account', async () => {
    const { session, remote } = await setUp({ eip155: { accounts: [], methods: [], events: [] } } as never);
    expect([session, remote.isObserved]).toEqual([null, false]);
  });

  it('starts on a network that the wallet shares', async () => {
    expect((await opened(namespaces([`solana:${DEVNET}:${ALICE}`]))).session.chainId).toBe(`solana:${DEVNET}`);
  });

  it('signs messages in base58', async () => {
    const { session, remote, account } = await opened();
    remote.next({ result: { signature: HASH } });
    expect(await session.signMessage({ account, message: 'hello' }, neverAborted())).toBe(HASH);
    expect(remote.requests).toEqual([
      {
        chainId: `solana:${MAINNET}`,
        method: 'solana_signMessage',
        params: { message: base58.encode(new TextEncoder().encode('hello')), pubkey: ALICE },
      },
    ]);
  });

  it.each(['legacy', 0, 'with a table'] as const)('signs a transaction (%s) from a full response or a bare signature', async (version) => {
    const { calls, remote, account } = await opened();
    const bytes = transfer(version);
    for (const result of [{ transaction: base64(signedBy(bytes)) }, { signature: HASH }]) {
      remote.next({ result });
      expect(await calls.signTransactions({ account, transactions: [bytes] }, neverAborted())).toEqual([signedBy(bytes)]);
    }
    expect(remote.requests[0]).toMatchObject({
      chainId: `solana:${MAINNET}`,
      method: 'solana_signTransaction',
      params: { transaction: base64(bytes), pubkey: ALICE },
    });
  });

  it('adds decoded fields for legacy transactions only', async () => {
    const { calls, remote, account } = await opened();
    for (const version of ['legacy', 0] as const) {
      remote.next({ result: { signature: HASH } });
      await calls.signTransactions({ account, transactions: [transfer(version)] }, neverAborted());
    }
    const [legacy, versioned] = remote.requests.map(({ params }) => Object(params));
    const { instructions, feePayer, recentBlockhash } = Web3Transaction.from(transfer('legacy'));
    expect(legacy.feePayer).toBe(feePayer?.toBase58());
    expect(legacy.recentBlockhash).toBe(recentBlockhash);
    expect(legacy.instructions).toEqual(
      instructions.map(({ programId, keys, data }) => ({
        programId: programId.toBase58(),
        data: base58.encode(data),
        keys: keys.map(({ pubkey, isSigner, isWritable }) => ({ pubkey: pubkey.toBase58(), isSigner, isWritable })),
      })),
    );
    expect(Object.keys(versioned)).toEqual(['transaction', 'pubkey']);
  });

  it('signs several transactions in one request if allowed, else one by one', async () => {
    const transactions = [transfer('legacy'), transfer(0)];
    const all = await opened();
    all.remote.next({ result: { transactions: transactions.map(signedBy).map(base64) } });
    expect(await all.calls.signTransactions({ account: all.account, transactions }, neverAborted())).toEqual(transactions.map(signedBy));
    expect(all.remote.requests.map(({ method }) => method)).toEqual(['solana_signAllTransactions']);

    const single = await opened(namespaces([`solana:${MAINNET}:${ALICE}`], ['solana_signTransaction']));
    single.remote.next({ result: { signature: HASH } }, { result: { signature: HASH } });
    expect(await single.calls.signTransactions({ account: single.account, transactions }, neverAborted())).toEqual(
      transactions.map(signedBy),
    );
    expect(single.remote.requests.map(({ method }) => method)).toEqual(['solana_signTransaction', 'solana_signTransaction']);
  });

  it('sends through the wallet with options, and stores the lifetime', async () => {
    const { calls, remote, account, storedHashes } = await opened();
    remote.next({ result: { signature: HASH } });
    const options = { skipPreflight: true, maxRetries: 2 };
    expect(await calls.signAndSendTransaction({ account, transaction: transfer(0), options }, neverAborted())).toBe(HASH);
    expect(remote.requests[0]).toMatchObject({
      method: 'solana_signAndSendTransaction',
      params: { transaction: base64(transfer(0)), sendOptions: options },
    });
    expect(storedHashes).toEqual([HASH]);
  });

  it('uses the deprecated id of a network if the session does', async () => {
    const { session, calls, remote } = await opened(namespaces([`solana:${DEPRECATED}:${ALICE}`]));
    expect(session.chainId).toBe(`solana:${MAINNET}`);
    remote.next({ result: { signature: HASH } });
    await calls.signTransactions({ account: toAccountId(`solana:${MAINNET}:${ALICE}`), transactions: [transfer(0)] }, neverAborted());
    expect(remote.requests[0]?.chainId).toBe(`solana:${DEPRECATED}`);
  });

  it('applies account order, network updates and the end of the session', async () => {
    const { session, remote, events } = await opened();
    remote.emit(toChainId(`solana:${MAINNET}`), 'accountsChanged', [`solana:${MAINNET}:${BOB}`]);
    expect(session.accounts[0]?.address).toBe(BOB);
    expect(await codeOf(session.switchNetwork(solanaNetwork(DEVNET), neverAborted()))).toBe('network/unrecognized-chain');
    remote.allow(namespaces([`solana:${MAINNET}:${ALICE}`, `solana:${DEVNET}:${ALICE}`]));
    await session.switchNetwork(solanaNetwork(DEVNET), neverAborted());
    remote.close();
    expect(events.map(({ type }) => type)).toEqual(['accounts-changed', 'accounts-changed', 'chain-changed', 'disconnected']);
    expect(session.accounts).toEqual([]);
  });

  it.each([
    ['reject', 'wallet/rejected'],
    ['unsupported', 'wallet/unsupported-method'],
    ['garbage', 'wallet/invalid-response'],
    ['expire', 'wallet-protocol/request-expired'],
    [{ error: { code: 5000, message: 'User rejected.' } }, 'wallet/rejected'],
    [{ result: { signature: base58.encode(new Uint8Array(64)) } }, 'wallet/invalid-response'],
    [{ result: { signature: 7 } }, 'wallet/invalid-response'],
  ] as const)('maps the response %j to %s', async (response, code) => {
    const { session, remote, account } = await opened();
    remote.next(response);
    expect(await codeOf(session.signMessage({ account, message: '' }, neverAborted()))).toBe(code);
    expect(remote.requests).toHaveLength(1);
  });

  it('sends no request that the session does not allow', async () => {
    const { session, calls, remote, account } = await opened(namespaces([`solana:${MAINNET}:${ALICE}`], []));
    expect(await codeOf(session.signMessage({ account, message: '' }, neverAborted()))).toBe('wallet/unsupported-method');
    expect(await codeOf(calls.signTransactions({ account, transactions: [transfer(0)] }, neverAborted()))).toBe(
      'wallet/unsupported-method',
    );
    expect(await codeOf(calls.signIn({}, neverAborted()))).toBe('wallet/unsupported-method');
    expect(remote.requests).toEqual([]);
  });

  it('ends the session on both sides', async () => {
    const { session, remote } = await opened();
    await session.disconnect(neverAborted());
    session.release();
    expect([remote.disconnections, remote.isObserved]).toEqual([1, false]);
  });
});

describe('readSolanaTransaction', () => {
  it.each(['legacy', 0, 'with a table'] as const)('matches the Solana SDK (%s)', (version) => {
    const bytes = transfer(version);
    const { message } = VersionedTransaction.deserialize(bytes);
    const read = readSolanaTransaction(bytes);
    expect(read).toMatchObject({
      version: version === 'legacy' ? 'legacy' : 0,
      blockhash: message.recentBlockhash,
      keys: message.staticAccountKeys.map((key) => key.toBase58()),
      readonlySigners: message.header.numReadonlySignedAccounts,
      readonlyOthers: message.header.numReadonlyUnsignedAccounts,
      message: Uint8Array.from(message.serialize()),
      hasDurableNonce: false,
    });
    expect(VersionedTransaction.deserialize(signedBy(bytes)).signatures[0]).toEqual(SIGNATURE);
    expect(withSolanaSignature(bytes, BOB, SIGNATURE)).toBe(null);
    expect(readSolanaTransaction(bytes.slice(0, -1))).toBe(null);
    expect(readSolanaTransaction(Uint8Array.from([...bytes, 0]))).toBe(null);
  });

  it('detects a durable nonce', () => {
    const [payerKey, noncePubkey] = [new PublicKey(ALICE), new PublicKey(BOB)];
    const advance = SystemProgram.nonceAdvance({ noncePubkey, authorizedPubkey: payerKey });
    const recentBlockhash = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N';
    const message = new TransactionMessage({ payerKey, recentBlockhash, instructions: [advance] }).compileToV0Message();
    expect(readSolanaTransaction(new VersionedTransaction(message).serialize())?.hasDurableNonce).toBe(true);
  });
});

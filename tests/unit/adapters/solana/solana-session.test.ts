import { base58 } from '@scure/base';
import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SolanaChain } from '../../../../adapters/solana/solana-chain.js';
import { toLatchkeyError } from '../../../../adapters/solana/to-latchkey-error.js';
import type { SessionEvent } from '../../../../application/ports/chain.port.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../../application/ports/locks.fake.js';
import type { SendEvent } from '../../../../application/ports/send-event.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { TransactionRequest } from '../../../../application/ports/transaction-request.js';
import type { SolanaCalls, SolanaSendOptions } from '../../../../application/ports/wallet-calls.js';
import { readSolanaTransaction, withSolanaSignature } from '../../../../domain/account/solana-transaction.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { formatAssetId } from '../../../../domain/caip/caip-19.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { activeAccount } from '../../../../testing/contracts/chain-harness.js';
import { codeOf, flushPromises, neverAborted } from '../../../../testing/contracts/test-api.js';
import { type SolanaTestSigner, solanaTestSigner } from '../../../../testing/wallets/solana-test-signer.js';
import { SolanaTestWallet } from '../../../../testing/wallets/solana-test-wallet.js';
import type { SolanaTestWalletOptions } from '../../../../testing/wallets/solana-test-wallet-options.js';
import type { TestWalletResponse } from '../../../../testing/wallets/test-wallet-options.js';
import { JsonRpcClient } from '../support/json-rpc-node.js';
import { abortWhilePending } from '../support/outcomes.js';
import { DEVNET, LOCALNET, MAINNET, solanaNetwork } from '../support/solana-networks.js';

let alice: SolanaTestSigner;
let bob: SolanaTestSigner;

beforeEach(async () => {
  [alice, bob] = await Promise.all([solanaTestSigner(new Uint8Array(32).fill(1)), solanaTestSigner(new Uint8Array(32).fill(2))]);
});

const setUp = async (options: Partial<SolanaTestWalletOptions> = {}, reference = MAINNET) => {
  const wallet = new SolanaTestWallet({ accounts: [alice, bob], ...options });
  const window = new EventTarget();
  const unregister = wallet.register(window);
  const chain = new SolanaChain({ storage: new FakeStorage(), locks: new FakeLocks(), clock: new FakeClock(), window });
  onTestFinished(() => chain.dispose());
  const session = await chain.connect({ connectorId: 'Test wallet', network: solanaNetwork(reference) }, neverAborted());
  const events: SessionEvent[] = [];
  session.events$.subscribe((event) => events.push(event));
  // Every Solana session has these calls.
  return {
    wallet,
    window,
    unregister,
    chain,
    session,
    events,
    calls: session.calls?.solana as SolanaCalls,
    account: activeAccount(session),
  };
};

/** An empty transaction with one signature slot, of a supported or unsupported version. */
const transaction = (version: 'legacy' | number): Uint8Array =>
  Uint8Array.from([
    1,
    ...new Uint8Array(64),
    ...(version === 'legacy' ? [] : [0x80 | version]),
    ...[1, 0, 0, 1],
    ...alice.publicKey,
    ...new Uint8Array(32).fill(3),
    0,
    ...(version === 'legacy' ? [] : [0]),
  ]);

const SHORT = base58.encode(new Uint8Array(31).fill(8));
const [BLOCKHASH, NEWER] = [base58.encode(new Uint8Array(32).fill(8)), base58.encode(new Uint8Array(32).fill(9))];

interface TransferInit {
  readonly to?: string;
  readonly blockhash?: string;
  /** Micro-lamports. */
  readonly price?: bigint;
  readonly memo?: boolean;
  readonly legacy?: boolean;
}

/** A transfer from Alice, by default to Bob. */
const transfer = (
  lamports: bigint,
  { to, blockhash = BLOCKHASH, price = 1n, memo = false, legacy = false }: TransferInit = {},
): Uint8Array => {
  const [fromPubkey, toPubkey] = [new PublicKey(alice.address), new PublicKey(to ?? bob.address)];
  const note = new TransactionInstruction({ programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'), keys: [] });
  const message = new TransactionMessage({
    payerKey: fromPubkey,
    recentBlockhash: blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price }),
      ...(memo ? [note] : []),
      SystemProgram.transfer({ fromPubkey, toPubkey, lamports }),
    ],
  });
  return new VersionedTransaction(legacy ? message.compileToLegacyMessage() : message.compileToV0Message()).serialize();
};

/** A node with the state for a transfer, but without its status. */
const transferNode = async (): Promise<JsonRpcClient> => {
  const node = await JsonRpcClient.start();
  const account = { lamports: 1_000_000_000, owner: '11111111111111111111111111111111', data: ['', 'base64'] };
  const value = (response: unknown) => () => ({ context: { slot: 1_000 }, value: response });
  node.responses.set('getGenesisHash', () => `${MAINNET}KuQuWL4MX`);
  node.responses.set('getLatestBlockhash', value({ blockhash: BLOCKHASH, lastValidBlockHeight: 700 }));
  node.responses.set('getMultipleAccounts', value([account, account]));
  node.responses.set('getMinimumBalanceForRentExemption', () => 890_880);
  node.responses.set('getRecentPrioritizationFees', () => []);
  node.responses.set('getFeeForMessage', value(5_000));
  node.responses.set('simulateTransaction', value({ err: null, unitsConsumed: 450 }));
  node.responses.set('sendTransaction', ([text]) => text);
  node.responses.set('getSignatureStatuses', value([null]));
  node.responses.set('getBlockHeight', () => 600);
  return node;
};

/** A session on a network of this node. */
const setUpOn = async (node: JsonRpcClient, options: Partial<SolanaTestWalletOptions> = {}) => {
  const fixture = await setUp(options);
  const network = solanaNetwork(MAINNET, node.url);
  await fixture.session.switchNetwork(network, neverAborted());
  /** Sends lamports, by default to Bob. */
  const send = (overrides: Partial<TransactionRequest> = {}): Promise<string> =>
    fixture.session.sendTransaction({ from: fixture.account, to: bob.address, value: 5n, ...overrides }, neverAborted());
  return { ...fixture, network, send };
};

/** A transaction signed by Alice. */
const signedByAlice = async (bytes: Uint8Array): Promise<Uint8Array | null> =>
  withSolanaSignature(bytes, alice.address, await alice.sign(readSolanaTransaction(bytes)?.message ?? new Uint8Array()));

describe('SolanaSession', () => {
  it('sends the connect request synchronously', () => {
    const wallet = new SolanaTestWallet({ accounts: [alice] });
    const chain = new SolanaChain({ storage: new FakeStorage(), locks: new FakeLocks(), clock: new FakeClock(), wallets: [wallet.wallet] });
    void chain.connect({ connectorId: 'Test wallet', network: solanaNetwork(MAINNET) }, neverAborted());
    expect(wallet.requests).toEqual([{ method: 'standard:connect', params: [] }]);
  });

  it('starts on a network that the wallet supports if it does not support the requested one', async () => {
    const { session } = await setUp({ chains: ['solana:devnet', 'bitcoin:mainnet'] });
    expect(session.chainId).toBe(`solana:${DEVNET}`);
  });

  it('maps an unknown network to a local validator', async () => {
    const { session, calls, wallet, account } = await setUp({ chains: ['solana:localnet'] }, LOCALNET);
    await calls.signTransactions({ account, transactions: [transaction('legacy')] }, neverAborted());
    expect(session.chainId).toBe(`solana:${LOCALNET}`);
    expect(wallet.requests.at(-1)?.params[0]).toMatchObject({ chain: 'solana:localnet' });
  });

  it.each<readonly [string, TestWalletResponse, string]>([
    ['two signatures', 'twice', 'wallet/invalid-response'],
    ['a signature that is too short', { result: [{ signature: new Uint8Array(63) }] }, 'wallet/invalid-response'],
    ['a signature of zeros', { result: [{ signature: new Uint8Array(64) }] }, 'wallet/invalid-response'],
    ['nothing', { result: undefined }, 'wallet/invalid-response'],
    ['a disconnection', 'drop', 'wallet/disconnected'],
    ['a rejection', { error: { message: 'User rejected the request.' } }, 'wallet/rejected'],
    ['another error', { error: { message: 'Out of memory' } }, 'wallet/request-failed'],
  ])('rejects without a retry when the wallet returns %s', async (_, response, code) => {
    const { session, wallet, account } = await setUp();
    wallet.respondNext('solana:signMessage', response);
    expect(await codeOf(session.signMessage({ account, message: 'hello' }, neverAborted()))).toBe(code);
    expect(wallet.requestCount('solana:signMessage')).toBe(1);
  });

  it('signs for its own accounts only', async () => {
    const { session } = await setUp();
    const account = toAccountId(`solana:${MAINNET}:So11111111111111111111111111111111111111112`);
    expect(await codeOf(session.signMessage({ account, message: '' }, neverAborted()))).toBe('wallet/unauthorized');
  });

  it('rejects unsupported versions and malformed transactions', async () => {
    const { calls, wallet, account } = await setUp({ transactionVersions: ['legacy'] });
    const sign = (bytes: Uint8Array): Promise<string> => codeOf(calls.signTransactions({ account, transactions: [bytes] }, neverAborted()));
    expect(await sign(transaction('legacy'))).toBe('no error');
    expect(await sign(transaction(0))).toBe('wallet/unsupported-method');
    expect(await sign(transaction(1))).toBe('config/invalid-option');
    expect(await sign(new Uint8Array(5))).toBe('config/invalid-option');
    expect(wallet.promptCount('solana:signTransaction')).toBe(1);
    expect(await calls.signTransactions({ account, transactions: [] }, neverAborted())).toEqual([]);
  });

  it('rejects signed transactions in another order, number or without a signature', async () => {
    const { calls, wallet, account } = await setUp();
    const request = { account, transactions: [transaction(0), transaction('legacy')] };
    for (const result of [
      [{ signedTransaction: transaction(0) }],
      request.transactions.map((signedTransaction) => ({ signedTransaction })),
    ]) {
      wallet.respondNext('solana:signTransaction', { result });
      expect(await codeOf(calls.signTransactions(request, neverAborted()))).toBe('wallet/invalid-response');
    }
    expect(await codeOf(calls.signTransactions(request, neverAborted()))).toBe('no error');
  });

  it('rejects a signed transaction with other instructions', async () => {
    const { calls, wallet, account } = await setUp();
    const requested = transfer(1n);
    const signWith = async (bytes: Uint8Array): Promise<string> => {
      wallet.respondNext('solana:signTransaction', { result: [{ signedTransaction: await signedByAlice(bytes) }] });
      return codeOf(calls.signTransactions({ account, transactions: [requested] }, neverAborted()));
    };
    expect(await signWith(transfer(2n))).toBe('wallet/invalid-response');
    expect(await signWith(transfer(1n, { to: alice.address }))).toBe('wallet/invalid-response');
    expect(await signWith(transaction('legacy'))).toBe('wallet/invalid-response');
    // The wallet may change compute limits, add guards and replace the blockhash.
    expect(await signWith(transfer(1n, { blockhash: NEWER, price: 9n, memo: true, legacy: true }))).toBe('no error');
  });

  it('stores the last valid block height only if it is known: not after a renewed blockhash or a wallet broadcast', async () => {
    const node = await transferNode();
    const heightReads: unknown[] = [];
    for (const unsupportedFeatures of [['solana:signAndSendTransaction'], []] as const) {
      for (const isRenewed of [false, true]) {
        const { wallet, chain, send, network } = await setUpOn(node, { unsupportedFeatures: unsupportedFeatures, node: async () => null });
        if (isRenewed && unsupportedFeatures.length > 0) {
          const signedTransaction = await signedByAlice(transfer(5n, { blockhash: NEWER }));
          wallet.respondNext('solana:signTransaction', { result: [{ signedTransaction }] });
        }
        const hash = await send();
        const before = node.requests.length;
        const following = chain.followTransaction({ hash, network }).subscribe({ error: () => undefined });
        const heights = () => node.requests.slice(before).filter(({ method }) => method === 'getBlockHeight');
        while (heights().length === 0) await flushPromises();
        // With a known last height only the finalized height is read; otherwise the confirmed one first.
        heightReads.push(heights()[0]?.params);
        following.unsubscribe();
      }
    }
    const [final, confirmed] = [[{ commitment: 'finalized' }], [{ commitment: 'confirmed' }]];
    expect(heightReads).toEqual([final, confirmed, confirmed, confirmed]);
  });

  it('reports and stores a transaction that the wallet broadcasts after an abort', async () => {
    const { wallet, session, account, calls } = await setUpOn(await transferNode(), { node: async () => null });
    const broadcasts: SendEvent[] = [];
    const onEvent = (event: SendEvent): number => broadcasts.push(event);
    const toSend = { from: account, to: bob.address, value: 5n };
    for (const send of [
      (signal: AbortSignal) => session.sendTransaction(toSend, signal, onEvent),
      (signal: AbortSignal) => calls.signAndSendTransaction({ account, transaction: transaction(0) }, signal, onEvent),
    ]) {
      const before = broadcasts.length;
      wallet.respondNext('solana:signAndSendTransaction', 'late');
      const untilPrompted = async (): Promise<void> => {
        while (wallet.prompts.length === 0) await flushPromises();
      };
      expect(await abortWhilePending(send, untilPrompted)).toBe('aborted');
      wallet.approve();
      while (broadcasts.length === before) await flushPromises();
    }
    const event = { type: 'late-broadcast', hash: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,88}$/), trace: expect.any(String) };
    const hashes = broadcasts.map((each) => ('hash' in each ? each.hash : null));
    expect([broadcasts, new Set(hashes).size]).toEqual([[event, event], 2]);
  });

  it.each<readonly [string, string, unknown]>([
    ['an invalid blockhash', 'getLatestBlockhash', { blockhash: '<html>', lastValidBlockHeight: 700 }],
    ['a blockhash of another length', 'getLatestBlockhash', { blockhash: SHORT, lastValidBlockHeight: 700 }],
    ['no last valid block height', 'getLatestBlockhash', { blockhash: BLOCKHASH }],
    ['malformed compute units', 'simulateTransaction', { err: null, unitsConsumed: 'many' }],
    ['negative compute units', 'simulateTransaction', { err: null, unitsConsumed: -5 }],
    ['a negative fee', 'getFeeForMessage', -5_000],
  ])('rejects %s without a prompt', async (_, method, value) => {
    const node = await transferNode();
    node.responses.set(method, () => ({ context: { slot: 1_000 }, value }));
    const { wallet, send } = await setUpOn(node);
    expect([await codeOf(send()), wallet.promptCount('solana:signAndSendTransaction')]).toEqual(['network/rpc-failed', 0]);
  });

  it('rejects a token transfer to an unused off-curve address', async () => {
    const node = await transferNode();
    node.responses.set('getMultipleAccounts', ([accounts]) => ({
      context: { slot: 1_000 },
      value: (accounts as string[]).map(() => null),
    }));
    node.responses.set('getTokenAccountsByOwner', () => ({ context: { slot: 1_000 }, value: [] }));
    const { session, send } = await setUpOn(node);
    const program = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
    const [offCurve] = PublicKey.findProgramAddressSync([alice.publicKey], program);
    const asset = formatAssetId({ chainId: session.chainId, assetNamespace: 'token', assetReference: bob.address });
    expect(await codeOf(send({ to: offCurve.toBase58(), asset }))).toBe('address/invalid');
    // An on-curve recipient passes this check and fails on the unknown token.
    expect(await codeOf(send({ asset }))).toBe('send/refused');
  });

  it.each([-1n, 0n, 1_400_001n, 2n ** 70n])('rejects the invalid compute unit limit %s', async (gas) => {
    const node = await transferNode();
    const { wallet, send } = await setUpOn(node);
    expect(await codeOf(send({ gas }))).toBe('config/invalid-option');
    expect([wallet.promptCount('solana:signAndSendTransaction'), node.requests]).toEqual([0, []]);
  });

  it('rejects a signature of another message, and a sign-in with another account', async () => {
    const { session, calls, wallet, account } = await setUp();
    const signature = await alice.sign(new TextEncoder().encode('hello'));
    const response = (text: string) => ({ result: [{ signature, signedMessage: new TextEncoder().encode(text) }] });
    wallet.respondNext('solana:signMessage', response('goodbye'), response('hello'));
    expect(await codeOf(session.signMessage({ account, message: 'hello' }, neverAborted()))).toBe('wallet/invalid-response');
    expect(await codeOf(session.signMessage({ account, message: 'hello' }, neverAborted()))).toBe('no error');
    wallet.respondNext('solana:signIn', { result: [{ account: wallet.shared[0], signature, signedMessage: new Uint8Array(1) }] });
    expect(await codeOf(calls.signIn({ address: bob.address }, neverAborted()))).toBe('wallet/invalid-response');
    expect(await codeOf(calls.signIn({ address: alice.address }, neverAborted()))).toBe('no error');
  });

  it.each<readonly [string, object]>([
    ['preflightCommitment', { preflightCommitment: 'soon' }],
    ['maxRetries', { maxRetries: -1 }],
    ['minContextSlot', { minContextSlot: 0.5 }],
    ['skipPreflight', { skipPreflight: 'yes' }],
    ['toString', { toString: true }],
  ])('rejects an invalid option before the prompt: %s', async (field, options) => {
    const { calls, wallet, account } = await setUp();
    const request = { account, transaction: transaction(0), options: options as SolanaSendOptions };
    const error = await calls.signAndSendTransaction(request, neverAborted()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'config/invalid-option', context: { field: `options.${field}` } });
    expect(wallet.promptCount('solana:signAndSendTransaction')).toBe(0);
  });

  it.each(['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'] as const)(
    'passes the commitment %s on',
    async (preflightCommitment) => {
      const { calls, wallet, account } = await setUp();
      await calls.signAndSendTransaction({ account, transaction: transaction(0), options: { preflightCommitment } }, neverAborted());
      expect(wallet.requests.at(-1)?.params[0]).toMatchObject({ options: { preflightCommitment }, chain: 'solana:mainnet' });
    },
  );

  it('signs in if the wallet supports it', async () => {
    const { calls } = await setUp({ domain: 'shop.example' });
    const { account, signedMessage } = await calls.signIn({ statement: 'Hello' }, neverAborted());
    expect(account.address).toBe(alice.address);
    expect(new TextDecoder().decode(signedMessage)).toBe(
      `shop.example wants you to sign in with your Solana account:\n${alice.address}\n\nHello`,
    );
    const { calls: others } = await setUp({ unsupportedFeatures: ['solana:signIn'] });
    expect(await codeOf(others.signIn({}, neverAborted()))).toBe('wallet/unsupported-method');
  });

  it('lists and marks wallets of the same name, and resumes none of them', async () => {
    const { chain, window } = await setUp();
    const duplicate = new SolanaTestWallet({ accounts: [bob] });
    duplicate.register(window);
    duplicate.isConnected = true;
    const untilPrompted: unknown[] = [];
    chain.connectors$.subscribe((connectors) => untilPrompted.push(connectors.map(({ id, suspicious }) => [id, suspicious]))).unsubscribe();
    expect(untilPrompted).toEqual([
      [
        ['Test wallet', true],
        ['Test wallet#2', true],
      ],
    ]);
    expect(await chain.resume({ connectorId: 'Test wallet', network: solanaNetwork(MAINNET) }, neverAborted())).toBe(null);
    expect(duplicate.requests).toEqual([]);
  });

  it('rejects an invalid app wallet', () => {
    const wrong = JSON.parse('[{ "name": "App" }]');
    expect(() => new SolanaChain({ storage: new FakeStorage(), locks: new FakeLocks(), clock: new FakeClock(), wallets: wrong })).toThrow(
      expect.objectContaining({ code: 'config/invalid-option', context: expect.objectContaining({ field: 'solana.wallets[0]' }) }),
    );
  });
});

describe('toLatchkeyError', () => {
  it.each<readonly [unknown, string]>([
    [{ code: 4001 }, 'wallet/rejected'],
    [{ code: 5000, message: 'Nope' }, 'wallet/rejected'],
    [new Error('Transaction cancelled'), 'wallet/rejected'],
    [Object.assign(new Error('Sorry'), { name: 'UserDeclinedError' }), 'wallet/rejected'],
    [{ code: 4100 }, 'wallet/unauthorized'],
    [{ code: -32_601 }, 'wallet/unsupported-method'],
    [{ code: -32_002, message: 'Already processing' }, 'wallet/request-pending'],
    [{ code: -32_002, message: 'Transaction simulation failed' }, 'wallet/request-failed'],
    [undefined, 'wallet/request-failed'],
    ['text', 'wallet/request-failed'],
  ])('maps %j to %s', (cause, code) => {
    expect(toLatchkeyError(cause, 'solana:signMessage').code).toBe(code);
  });

  it('passes a Latchkey error through', () => {
    const error = new LatchkeyError('wallet/disconnected', { method: 'x' });
    expect(toLatchkeyError(error, 'y')).toBe(error);
  });
});

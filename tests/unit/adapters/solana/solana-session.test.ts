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
import type { TransactionRequest } from '../../../../application/ports/transaction-request.js';
import type { SolanaCalls, SolanaSendOptions } from '../../../../application/ports/wallet-calls.js';
import { readSolanaTransaction, withSolanaSignature } from '../../../../domain/account/solana-transaction.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { formatAssetId } from '../../../../domain/caip/caip-19.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { activeAccount } from '../../../../testing/contracts/chain-harness.js';
import { codeOf, patient, settled } from '../../../../testing/contracts/test-api.js';
import { type SolanaTestSigner, solanaTestSigner } from '../../../../testing/wallets/solana-test-signer.js';
import { SolanaTestWallet } from '../../../../testing/wallets/solana-test-wallet.js';
import type { SolanaTestWalletOptions } from '../../../../testing/wallets/solana-test-wallet-options.js';
import type { TestWalletAnswer } from '../../../../testing/wallets/test-wallet-options.js';
import { JsonRpcNode } from '../support/json-rpc-node.js';
import { leave } from '../support/outcomes.js';
import { DEVNET, LOCALNET, MAINNET, solanaNetwork } from '../support/solana-networks.js';

let alice: SolanaTestSigner;
let bob: SolanaTestSigner;

beforeEach(async () => {
  [alice, bob] = await Promise.all([solanaTestSigner(new Uint8Array(32).fill(1)), solanaTestSigner(new Uint8Array(32).fill(2))]);
});

const setUp = async (options: Partial<SolanaTestWalletOptions> = {}, reference = MAINNET) => {
  const wallet = new SolanaTestWallet({ accounts: [alice, bob], ...options });
  const window = new EventTarget();
  const leave = wallet.register(window);
  const chain = new SolanaChain({ clock: new FakeClock(), window });
  onTestFinished(() => chain.dispose());
  const session = await chain.connect({ connectorId: 'Test wallet', network: solanaNetwork(reference) }, patient());
  const heard: SessionEvent[] = [];
  session.events$.subscribe((event) => heard.push(event));
  // Every session of this adapter has them.
  return { wallet, window, leave, chain, session, heard, calls: session.calls?.solana as SolanaCalls, account: activeAccount(session) };
};

/** A transfer of one lamport with places for so many signatures, of a version that is known or not. */
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

/** A transfer from Alice, to Bob unless it is said otherwise. */
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

/** A node that knows enough for a transfer, and nothing of it afterwards. */
const transferNode = async (): Promise<JsonRpcNode> => {
  const node = await JsonRpcNode.start();
  const account = { lamports: 1_000_000_000, owner: '11111111111111111111111111111111', data: ['', 'base64'] };
  const value = (answer: unknown) => () => ({ context: { slot: 1_000 }, value: answer });
  node.answers.set('getGenesisHash', () => `${MAINNET}KuQuWL4MX`);
  node.answers.set('getLatestBlockhash', value({ blockhash: BLOCKHASH, lastValidBlockHeight: 700 }));
  node.answers.set('getMultipleAccounts', value([account, account]));
  node.answers.set('getMinimumBalanceForRentExemption', () => 890_880);
  node.answers.set('getRecentPrioritizationFees', () => []);
  node.answers.set('getFeeForMessage', value(5_000));
  node.answers.set('simulateTransaction', value({ err: null, unitsConsumed: 450 }));
  node.answers.set('sendTransaction', ([text]) => text);
  node.answers.set('getSignatureStatuses', value([null]));
  node.answers.set('getBlockHeight', () => 600);
  return node;
};

/** A session that such a node is read for. */
const setUpOn = async (node: JsonRpcNode, options: Partial<SolanaTestWalletOptions> = {}) => {
  const world = await setUp(options);
  const network = solanaNetwork(MAINNET, node.url);
  await world.session.switchNetwork(network, patient());
  /** Sends a few lamports to Bob, unless it is said otherwise. */
  const send = (more: Partial<TransactionRequest> = {}): Promise<string> =>
    world.session.sendTransaction({ from: world.account, to: bob.address, value: 5n, ...more }, patient());
  return { ...world, network, send };
};

/** A transaction as Alice signs it. */
const signedByAlice = async (bytes: Uint8Array): Promise<Uint8Array | null> =>
  withSolanaSignature(bytes, alice.address, await alice.sign(readSolanaTransaction(bytes)?.message ?? new Uint8Array()));

describe('a Solana session', () => {
  it('asks within the click, before anything is awaited', () => {
    const wallet = new SolanaTestWallet({ accounts: [alice] });
    const chain = new SolanaChain({ clock: new FakeClock(), wallets: [wallet.wallet] });
    void chain.connect({ connectorId: 'Test wallet', network: solanaNetwork(MAINNET) }, patient());
    expect(wallet.requests).toEqual([{ method: 'standard:connect', params: [] }]);
  });

  it('begins where the wallet can be when it does not know the network', async () => {
    const { session } = await setUp({ chains: ['solana:devnet', 'bitcoin:mainnet'] });
    expect(session.chainId).toBe(`solana:${DEVNET}`);
  });

  it('takes a network that nobody knows for a validator at hand', async () => {
    const { session, calls, wallet, account } = await setUp({ chains: ['solana:localnet'] }, LOCALNET);
    await calls.signTransactions({ account, transactions: [transaction('legacy')] }, patient());
    expect(session.chainId).toBe(`solana:${LOCALNET}`);
    expect(wallet.requests.at(-1)?.params[0]).toMatchObject({ chain: 'solana:localnet' });
  });

  it.each<readonly [string, TestWalletAnswer, string]>([
    ['twice', 'twice', 'wallet/invalid-response'],
    ['with a signature that is too short', { result: [{ signature: new Uint8Array(63) }] }, 'wallet/invalid-response'],
    ['with zeros', { result: [{ signature: new Uint8Array(64) }] }, 'wallet/invalid-response'],
    ['with nothing', { result: undefined }, 'wallet/invalid-response'],
    ['by going away', 'drop', 'wallet/disconnected'],
    ['with a no', { error: { message: 'User rejected the request.' } }, 'wallet/rejected'],
    ['with a fault', { error: { message: 'Out of memory' } }, 'wallet/request-failed'],
  ])('ends a request once that the wallet answers %s', async (_, answer, code) => {
    const { session, wallet, account } = await setUp();
    wallet.next('solana:signMessage', answer);
    expect(await codeOf(session.signMessage({ account, message: 'hello' }, patient()))).toBe(code);
    expect(wallet.count('solana:signMessage')).toBe(1);
  });

  it('signs for its own accounts only', async () => {
    const { session } = await setUp();
    const account = toAccountId(`solana:${MAINNET}:So11111111111111111111111111111111111111112`);
    expect(await codeOf(session.signMessage({ account, message: '' }, patient()))).toBe('wallet/unauthorized');
  });

  it('signs nothing that the wallet cannot read or that is no transaction', async () => {
    const { calls, wallet, account } = await setUp({ transactionVersions: ['legacy'] });
    const sign = (bytes: Uint8Array): Promise<string> => codeOf(calls.signTransactions({ account, transactions: [bytes] }, patient()));
    expect(await sign(transaction('legacy'))).toBe('no error');
    expect(await sign(transaction(0))).toBe('wallet/unsupported-method');
    expect(await sign(transaction(1))).toBe('config/invalid-option');
    expect(await sign(new Uint8Array(5))).toBe('config/invalid-option');
    expect(wallet.shown('solana:signTransaction')).toBe(1);
    expect(await calls.signTransactions({ account, transactions: [] }, patient())).toEqual([]);
  });

  it('takes no signed transactions that it did not ask for, or that its account did not sign', async () => {
    const { calls, wallet, account } = await setUp();
    const request = { account, transactions: [transaction(0), transaction('legacy')] };
    for (const result of [
      [{ signedTransaction: transaction(0) }],
      request.transactions.map((signedTransaction) => ({ signedTransaction })),
    ]) {
      wallet.next('solana:signTransaction', { result });
      expect(await codeOf(calls.signTransactions(request, patient()))).toBe('wallet/invalid-response');
    }
    expect(await codeOf(calls.signTransactions(request, patient()))).toBe('no error');
  });

  it('takes nothing that does something else than what it asked for', async () => {
    const { calls, wallet, account } = await setUp();
    const asked = transfer(1n);
    const answered = async (bytes: Uint8Array): Promise<string> => {
      wallet.next('solana:signTransaction', { result: [{ signedTransaction: await signedByAlice(bytes) }] });
      return codeOf(calls.signTransactions({ account, transactions: [asked] }, patient()));
    };
    expect(await answered(transfer(2n))).toBe('wallet/invalid-response');
    expect(await answered(transfer(1n, { to: alice.address }))).toBe('wallet/invalid-response');
    expect(await answered(transaction('legacy'))).toBe('wallet/invalid-response');
    // Limits, guards and the blockhash are the wallet's to choose.
    expect(await answered(transfer(1n, { blockhash: NEWER, price: 9n, memo: true, legacy: true }))).toBe('no error');
  });

  it('keeps how long a transaction lasts only where it knows that: not of one that the wallet renewed, or broadcasts by itself', async () => {
    const node = await transferNode();
    const lives: unknown[] = [];
    for (const lacks of [['solana:signAndSendTransaction'], []] as const) {
      for (const isRenewed of [false, true]) {
        const { wallet, chain, send, network } = await setUpOn(node, { lacks, node: async () => null });
        if (isRenewed && lacks.length > 0) {
          const signedTransaction = await signedByAlice(transfer(5n, { blockhash: NEWER }));
          wallet.next('solana:signTransaction', { result: [{ signedTransaction }] });
        }
        const hash = await send();
        const before = node.requests.length;
        const following = chain.followTransaction({ hash, network }).subscribe({ error: () => undefined });
        const heights = () => node.requests.slice(before).filter(({ method }) => method === 'getBlockHeight');
        while (heights().length === 0) await settled();
        // Who knows the last height asks only where the chain is; who does not asks first where it stands now.
        lives.push(heights()[0]?.params);
        following.unsubscribe();
      }
    }
    const [final, confirmed] = [[{ commitment: 'finalized' }], [{ commitment: 'confirmed' }]];
    expect(lives).toEqual([final, confirmed, confirmed, confirmed]);
  });

  it('tells what the wallet sent after everybody had left, and counts it as its own', async () => {
    const { wallet, session, account, calls } = await setUpOn(await transferNode(), { node: async () => null });
    const told: string[] = [];
    const tell = (hash: string): number => told.push(hash);
    const toSend = { from: account, to: bob.address, value: 5n };
    for (const send of [
      (signal: AbortSignal) => session.sendTransaction(toSend, signal, tell),
      (signal: AbortSignal) => calls.signAndSendTransaction({ account, transaction: transaction(0) }, signal, tell),
    ]) {
      const before = told.length;
      wallet.next('solana:signAndSendTransaction', 'late');
      const shown = async (): Promise<void> => {
        while (wallet.prompts.length === 0) await settled();
      };
      expect(await leave(send, shown)).toBe('left');
      wallet.approve();
      while (told.length === before) await settled();
    }
    const hash = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,88}$/);
    expect([told, new Set(told).size]).toEqual([[hash, hash], 2]);
  });

  it.each<readonly [string, string, unknown]>([
    ['a blockhash that is none', 'getLatestBlockhash', { blockhash: '<html>', lastValidBlockHeight: 700 }],
    ['a blockhash of another length', 'getLatestBlockhash', { blockhash: SHORT, lastValidBlockHeight: 700 }],
    ['no last block', 'getLatestBlockhash', { blockhash: BLOCKHASH }],
    ['units that are no number', 'simulateTransaction', { err: null, unitsConsumed: 'many' }],
    ['fewer than no units', 'simulateTransaction', { err: null, unitsConsumed: -5 }],
    ['a fee below nothing', 'getFeeForMessage', -5_000],
  ])('shows the wallet nothing that was made of %s', async (_, method, value) => {
    const node = await transferNode();
    node.answers.set(method, () => ({ context: { slot: 1_000 }, value }));
    const { wallet, send } = await setUpOn(node);
    expect([await codeOf(send()), wallet.shown('solana:signAndSendTransaction')]).toEqual(['network/rpc-failed', 0]);
  });

  it('gives no tokens to an address that no key stands behind, and nobody uses', async () => {
    const node = await transferNode();
    node.answers.set('getMultipleAccounts', ([accounts]) => ({ context: { slot: 1_000 }, value: (accounts as string[]).map(() => null) }));
    node.answers.set('getTokenAccountsByOwner', () => ({ context: { slot: 1_000 }, value: [] }));
    const { session, send } = await setUpOn(node);
    const program = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
    const [nobody] = PublicKey.findProgramAddressSync([alice.publicKey], program);
    const asset = formatAssetId({ chainId: session.chainId, assetNamespace: 'token', assetReference: bob.address });
    expect(await codeOf(send({ to: nobody.toBase58(), asset }))).toBe('address/invalid');
    // Of anybody else what is said next is that there is no such token.
    expect(await codeOf(send({ asset }))).toBe('send/refused');
  });

  it.each([-1n, 0n, 1_400_001n, 2n ** 70n])('refuses a limit that no transaction can have: %s', async (gas) => {
    const node = await transferNode();
    const { wallet, send } = await setUpOn(node);
    expect(await codeOf(send({ gas }))).toBe('config/invalid-option');
    expect([wallet.shown('solana:signAndSendTransaction'), node.requests]).toEqual([0, []]);
  });

  it('takes no signature of another message, and no sign-in of another account than it named', async () => {
    const { session, calls, wallet, account } = await setUp();
    const signature = await alice.sign(new TextEncoder().encode('hello'));
    const answer = (text: string) => ({ result: [{ signature, signedMessage: new TextEncoder().encode(text) }] });
    wallet.next('solana:signMessage', answer('goodbye'), answer('hello'));
    expect(await codeOf(session.signMessage({ account, message: 'hello' }, patient()))).toBe('wallet/invalid-response');
    expect(await codeOf(session.signMessage({ account, message: 'hello' }, patient()))).toBe('no error');
    expect(await codeOf(calls.signIn({ address: bob.address }, patient()))).toBe('wallet/invalid-response');
    expect(await codeOf(calls.signIn({ address: alice.address }, patient()))).toBe('no error');
  });

  it.each<readonly [string, object]>([
    ['preflightCommitment', { preflightCommitment: 'soon' }],
    ['maxRetries', { maxRetries: -1 }],
    ['minContextSlot', { minContextSlot: 0.5 }],
    ['skipPreflight', { skipPreflight: 'yes' }],
    ['toString', { toString: true }],
  ])('refuses a wrong option before the wallet is asked: %s', async (field, options) => {
    const { calls, wallet, account } = await setUp();
    const request = { account, transaction: transaction(0), options: options as SolanaSendOptions };
    const error = await calls.signAndSendTransaction(request, patient()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'config/invalid-option', context: { field: `options.${field}` } });
    expect(wallet.shown('solana:signAndSendTransaction')).toBe(0);
  });

  it.each(['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'] as const)(
    'hands the commitment %s on',
    async (preflightCommitment) => {
      const { calls, wallet, account } = await setUp();
      await calls.signAndSendTransaction({ account, transaction: transaction(0), options: { preflightCommitment } }, patient());
      expect(wallet.requests.at(-1)?.params[0]).toMatchObject({ options: { preflightCommitment }, chain: 'solana:mainnet' });
    },
  );

  it('signs in where the wallet can', async () => {
    const { calls } = await setUp({ domain: 'shop.example' });
    const { account, signedMessage } = await calls.signIn({ statement: 'Hello' }, patient());
    expect(account.address).toBe(alice.address);
    expect(new TextDecoder().decode(signedMessage)).toBe(
      `shop.example wants you to sign in with your Solana account:\n${alice.address}\n\nHello`,
    );
    const { calls: others } = await setUp({ lacks: ['solana:signIn'] });
    expect(await codeOf(others.signIn({}, patient()))).toBe('wallet/unsupported-method');
  });

  it('lists wallets of one name twice and marked, and takes none of them up by itself', async () => {
    const { chain, window } = await setUp();
    const double = new SolanaTestWallet({ accounts: [bob] });
    double.register(window);
    double.connected = true;
    const shown: unknown[] = [];
    chain.connectors$.subscribe((connectors) => shown.push(connectors.map(({ id, suspicious }) => [id, suspicious]))).unsubscribe();
    expect(shown).toEqual([
      [
        ['Test wallet', true],
        ['Test wallet#2', true],
      ],
    ]);
    expect(await chain.resume({ connectorId: 'Test wallet', network: solanaNetwork(MAINNET) }, patient())).toBe(null);
    expect(double.requests).toEqual([]);
  });

  it('refuses a host’s wallet that is none', () => {
    const wrong = JSON.parse('[{ "name": "Host" }]');
    expect(() => new SolanaChain({ clock: new FakeClock(), wallets: wrong })).toThrow(
      expect.objectContaining({ code: 'config/invalid-option', context: expect.objectContaining({ field: 'solana.wallets[0]' }) }),
    );
  });
});

describe('what a wallet throws', () => {
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
  ])('%j means %s', (cause, code) => {
    expect(toLatchkeyError(cause, 'solana:signMessage').code).toBe(code);
  });

  it('stays as it is where it is ours', () => {
    const error = new LatchkeyError('wallet/disconnected', { method: 'x' });
    expect(toLatchkeyError(error, 'y')).toBe(error);
  });
});

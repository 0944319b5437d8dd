import { base58 } from '@scure/base';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ServerSignIn } from '../../../../adapters/sign-in/server-sign-in.js';
import { SolanaChain } from '../../../../adapters/solana/solana-chain.js';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../../application/ports/locks.fake.js';
import type { SignInMessageRequest } from '../../../../application/ports/sign-in.port.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { formatSignInMessage, type SignInMessage } from '../../../../domain/sign-in/sign-in-message.js';
import { memoryStore } from '../../../../server/memory-store.js';
import { createSignInHandler } from '../../../../server/sign-in-handler.js';
import { codeOf, flushPromises, neverAborted } from '../../../../testing/contracts/test-api.js';
import { type SolanaTestSigner, solanaTestSigner } from '../../../../testing/wallets/solana-test-signer.js';
import { SolanaTestWallet } from '../../../../testing/wallets/solana-test-wallet.js';
import type { SolanaTestWalletOptions } from '../../../../testing/wallets/solana-test-wallet-options.js';
import { cookieFetch } from '../support/cookie-fetch.js';
import { LOCALNET, MAINNET, solanaNetwork } from '../support/solana-networks.js';

const CHAIN = toChainId(`solana:${MAINNET}`);

/** All fields that a message may have. */
const FIELDS: Omit<SignInMessage, 'accountAddress'> = {
  chainId: CHAIN,
  domain: 'app.example',
  statement: 'Sign in to Example',
  uri: 'https://app.example',
  version: '1',
  nonce: '0123456789abcdef',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expirationTime: '2026-01-02T00:00:00.000Z',
  notBefore: '2025-12-31T23:59:00.000Z',
  requestId: 'request-1',
  resources: ['https://app.example/terms', 'https://app.example/privacy'],
};

const messageFor = (accountAddress: string, fields: Partial<SignInMessage> = {}): SignInMessageRequest => {
  const message: SignInMessage = { ...FIELDS, ...fields, accountAddress };
  return { ...message, toString: () => formatSignInMessage(message) };
};

let alice: SolanaTestSigner;
let bob: SolanaTestSigner;
beforeEach(async () => {
  [alice, bob] = await Promise.all([solanaTestSigner(new Uint8Array(32).fill(1)), solanaTestSigner(new Uint8Array(32).fill(2))]);
});

const setUp = (options: Partial<SolanaTestWalletOptions> = {}, reference = MAINNET) => {
  const wallet = new SolanaTestWallet({ accounts: [alice, bob], ...options });
  const chain = new SolanaChain({ storage: new FakeStorage(), locks: new FakeLocks(), clock: new FakeClock(), wallets: [wallet.wallet] });
  onTestFinished(() => chain.dispose());
  const network = solanaNetwork(reference);
  let created = 0;
  const connect = (message: SignInMessageRequest | null = messageFor(''), signal = neverAborted()) => {
    const signIn = async () => {
      created += 1;
      return message;
    };
    return chain.connect({ connectorId: 'Test wallet', network, signIn }, signal);
  };
  const methods = () => wallet.requests.map(({ method }) => method);
  return { wallet, chain, network, connect, methods, created: () => created };
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What a wallet returns that signs this with Alice's key. */
const signedByAlice = async (signedMessage: Uint8Array, account: object = { address: alice.address, chains: ['solana:mainnet'] }) => ({
  result: [{ account, signedMessage, signature: await alice.sign(signedMessage) }],
});

/** Answers of a wallet that are not the requested message. */
const OTHER_TEXTS: readonly (readonly [string, () => Uint8Array])[] = [
  ['another nonce', () => bytesOf(messageFor(alice.address, { nonce: 'fedcba9876543210' }).toString())],
  ['another domain', () => bytesOf(messageFor(alice.address, { domain: 'evil.example' }).toString())],
  ['another address', () => bytesOf(messageFor(bob.address).toString())],
  ['a later expiration', () => bytesOf(messageFor(alice.address, { expirationTime: '2027-01-02T00:00:00.000Z' }).toString())],
  ['a field less', () => bytesOf(messageFor(alice.address, { requestId: undefined }).toString())],
  ['extra text', () => bytesOf(`${messageFor(alice.address)}\n`)],
  ['a byte order mark', () => Uint8Array.from([0xef, 0xbb, 0xbf, ...bytesOf(messageFor(alice.address).toString())])],
  ['bytes that are no text', () => Uint8Array.from({ length: 64 }, (_, index) => 0x80 + index)],
  ['no bytes', () => new Uint8Array()],
];

describe('connecting with a sign-in message', () => {
  it('connects and signs in with one prompt', async () => {
    const { wallet, connect, methods } = setUp();
    const session = await connect();
    expect([methods(), wallet.promptCount()]).toEqual([['solana:signIn'], 1]);
    expect(session.accounts.map(({ address }) => address)).toEqual([alice.address, bob.address]);
    const { toString: _, ...data } = messageFor(alice.address);
    const message = formatSignInMessage({ ...FIELDS, accountAddress: alice.address });
    expect(session.signIns).toEqual([{ data, message, signature: base58.encode(await alice.sign(bytesOf(message))) }]);
  });

  it('names the cluster, and leaves out what the message does not have', async () => {
    const { wallet, connect } = setUp();
    await connect(
      messageFor('', { statement: undefined, expirationTime: undefined, notBefore: undefined, requestId: undefined, resources: undefined }),
    );
    expect(wallet.requests[0]?.params).toEqual([
      {
        ...{ domain: 'app.example', uri: 'https://app.example', version: '1', chainId: 'mainnet' },
        ...{ nonce: '0123456789abcdef', issuedAt: '2026-01-01T00:00:00.000Z' },
      },
    ]);
  });

  it('makes the account that signed the active one', async () => {
    const { wallet, connect } = setUp();
    const signedMessage = bytesOf(messageFor(bob.address).toString());
    const signature = await bob.sign(signedMessage);
    wallet.isConnected = true;
    wallet.respondNext('solana:signIn', {
      result: [{ account: { address: bob.address, chains: ['solana:mainnet'] }, signedMessage, signature }],
    });
    const session = await connect();
    expect(session.accounts.map(({ address }) => address)).toEqual([bob.address, alice.address]);
    expect(session.signIns?.map(({ data }) => data.accountAddress)).toEqual([bob.address]);
    await session.signMessage({ account: formatAccountId(CHAIN, bob.address), message: 'hello' }, neverAborted());
    // The wallet's own object.
    expect(wallet.requests.at(-1)?.params[0]).toMatchObject({ account: wallet.shared[1] });
  });

  it('connects the account of a wallet that shares none yet', async () => {
    const { wallet, connect } = setUp();
    wallet.respondNext('solana:signIn', await signedByAlice(bytesOf(messageFor(alice.address).toString())));
    const session = await connect();
    expect(session.accounts.map(({ address }) => address)).toEqual([alice.address]);
  });

  it.each(OTHER_TEXTS)('connects without a sign-in if the wallet signed %s, and signs later messages as text', async (_, bytes) => {
    const { wallet, connect, methods } = setUp();
    wallet.respondNext('solana:signIn', await signedByAlice(bytes()));
    const session = await connect();
    expect([session.accounts[0]?.address, session.signIns, methods()]).toEqual([alice.address, [], ['solana:signIn']]);
    const { toString: _text, ...data } = messageFor(alice.address);
    const request = { account: formatAccountId(CHAIN, alice.address), data, message: messageFor(alice.address).toString() };
    expect(await codeOf(session.signInMessage?.(request, neverAborted()) ?? Promise.resolve())).toBe('wallet/unsupported-method');
  });

  it.each<readonly [string, () => object]>([
    ['nothing', () => ({ result: undefined })],
    [
      'no signature',
      () => ({ result: [{ account: { address: alice.address, chains: ['solana:mainnet'] }, signedMessage: new Uint8Array(1) }] }),
    ],
    [
      'an account of another namespace',
      () => ({
        result: [
          { account: { address: '0x1', chains: ['eip155:1'] }, signedMessage: new Uint8Array(1), signature: new Uint8Array(64).fill(1) },
        ],
      }),
    ],
    ['that it is unsupported', () => ({ error: { code: 4200 } })],
    ['an internal error', () => ({ error: { code: -32603, message: 'Ledger cannot do this' } })],
  ])('connects without a sign-in if the wallet returns %s', async (_, response) => {
    const { wallet, connect, methods } = setUp();
    // Every case above is a response of a test wallet.
    wallet.respondNext('solana:signIn', response() as { readonly result: unknown });
    const session = await connect();
    expect([methods(), session.accounts[0]?.address, session.signIns]).toEqual([['solana:signIn', 'standard:connect'], alice.address, []]);
  });

  it('is rejected as a whole', async () => {
    const { wallet, connect, methods } = setUp();
    wallet.respondNext('solana:signIn', { error: { message: 'User rejected the request.' } });
    expect([await codeOf(connect()), methods(), wallet.listenerCount]).toEqual(['wallet/rejected', ['solana:signIn'], 0]);
  });

  it('ends when it is aborted, and leaves no listener', async () => {
    const { wallet, connect } = setUp({ approval: 'manual' });
    const controller = new AbortController();
    const connecting = connect(messageFor(''), controller.signal).catch((error: unknown) => error);
    while (wallet.prompts.length === 0) await flushPromises();
    controller.abort('stop');
    expect(await connecting).toBe('stop');
    wallet.approve();
    await flushPromises();
    expect(wallet.listenerCount).toBe(0);
  });

  it.each<readonly [string, Partial<SolanaTestWalletOptions>, SignInMessageRequest | null, number]>([
    ['the wallet lacks the feature', { unsupportedFeatures: ['solana:signIn'] }, messageFor(''), 0],
    ['there is no message', {}, null, 1],
    ['the wallet does not support the network', { chains: ['solana:devnet'] }, messageFor(''), 1],
    ['the text of the service is another one', {}, { ...messageFor(''), toString: () => 'Sign in, please' }, 1],
    ['a field cannot be written', {}, messageFor('', { statement: 'Zwölf' }), 1],
  ])('sends the ordinary request if %s', async (_, options, message, created) => {
    const fixture = setUp(options);
    const session = await fixture.connect(message);
    expect([fixture.methods(), session.signIns, fixture.created()]).toEqual([['standard:connect'], [], created]);
  });

  it('accepts a service that returns the text without the address', async () => {
    const { connect } = setUp();
    const text = messageFor(alice.address).toString().replace(alice.address, '');
    expect((await connect({ ...messageFor(''), toString: () => text })).signIns).toHaveLength(1);
  });

  it('names a cluster of another validator by its reference', async () => {
    const { connect } = setUp({ chains: ['solana:localnet'] }, LOCALNET);
    const [signIn] = (await connect(messageFor('', { chainId: toChainId(`solana:${LOCALNET}`) }))).signIns ?? [];
    expect(signIn?.message).toContain(`\nChain ID: ${LOCALNET}\n`);
  });

  it('resumes without one', async () => {
    const { chain, connect, network, methods } = setUp();
    (await connect()).release();
    const session = await chain.resume({ connectorId: 'Test wallet', network }, neverAborted());
    expect([session?.signIns, methods()]).toEqual([[], ['solana:signIn', 'standard:connect']]);
  });
});

describe('signInMessage', () => {
  const setUpConnected = async (options: Partial<SolanaTestWalletOptions> = {}) => {
    const fixture = setUp(options);
    const session = await fixture.connect(null);
    const sign = (overrides: { readonly address?: string; readonly message?: string } = {}): Promise<string> => {
      const { address = alice.address } = overrides;
      const { toString: _, ...data } = messageFor(address);
      const { message = messageFor(address).toString() } = overrides;
      return session.signInMessage?.({ account: formatAccountId(CHAIN, address), data, message }, neverAborted()) ?? Promise.resolve('');
    };
    return { ...fixture, session, sign };
  };

  it('signs with the prompt of the wallet', async () => {
    const { sign, methods, wallet } = await setUpConnected();
    const message = messageFor(bob.address).toString();
    expect(await sign({ address: bob.address })).toBe(base58.encode(await bob.sign(bytesOf(message))));
    expect(methods()).toEqual(['standard:connect', 'solana:signIn']);
    expect(wallet.requests[1]?.params[0]).toMatchObject({ address: bob.address, nonce: FIELDS.nonce });
  });

  it.each(OTHER_TEXTS)('rejects %s once, then leaves it to signMessage', async (_, bytes) => {
    const { sign, wallet } = await setUpConnected();
    wallet.respondNext('solana:signIn', await signedByAlice(bytes()));
    expect(await codeOf(sign())).toBe('wallet/invalid-response');
    expect(await codeOf(sign())).toBe('wallet/unsupported-method');
    expect(wallet.requestCount('solana:signIn')).toBe(1);
  });

  it('rejects another account', async () => {
    const { sign, wallet } = await setUpConnected();
    wallet.respondNext('solana:signIn', await signedByAlice(bytesOf(messageFor(alice.address).toString()), wallet.shared[1]));
    expect(await codeOf(sign())).toBe('wallet/invalid-response');
  });

  it('prompts again after a rejection', async () => {
    const { sign, wallet } = await setUpConnected();
    wallet.respondNext('solana:signIn', { error: { code: 4001 } });
    expect([await codeOf(sign()), await codeOf(sign())]).toEqual(['wallet/rejected', 'no error']);
  });

  it.each<readonly [string, Partial<SolanaTestWalletOptions>, { readonly message?: string; readonly address?: string }, string]>([
    ['a wallet without the feature', { unsupportedFeatures: ['solana:signIn'] }, {}, 'wallet/unsupported-method'],
    ['a text that the wallet would not build', {}, { message: 'Sign in, please' }, 'wallet/unsupported-method'],
    ['an account that is not shared', {}, { address: 'So11111111111111111111111111111111111111112' }, 'wallet/unauthorized'],
  ])('prompts nothing for %s', async (_, options, overrides, code) => {
    const { sign, wallet } = await setUpConnected(options);
    expect([await codeOf(sign(overrides)), wallet.requestCount('solana:signIn')]).toEqual([code, 0]);
  });
});

describe('with a server', () => {
  it('is signed in after one prompt, and with the later prompt', async () => {
    const clock = new FakeClock(Date.now());
    const handler = createSignInHandler({
      ...{ origins: ['https://app.example'], secret: 'a secret of at least 32 characters', store: memoryStore(), now: () => clock.now() },
    });
    const { fetch } = cookieFetch('https://app.example', handler);
    const options = { statement: 'Sign in to Example', resources: ['https://app.example/terms'], sessionMs: 60_000 };
    const service = new ServerSignIn({ storage: new FakeStorage(), options, browser: new FakeBrowser(), clock, fetch });
    const { wallet, chain, network } = setUp();
    const signIn = () => service.createMessage({ chainId: CHAIN, accountAddress: '' });
    const session = await chain.connect({ connectorId: 'Test wallet', network, signIn }, neverAborted());
    const [signed] = session.signIns ?? [];
    if (signed === undefined || session.signInMessage === undefined) throw new Error('The wallet signed the message');
    await service.addSession(signed);
    expect((await service.getSessions(CHAIN, alice.address)).map((each) => each.message)).toEqual([signed.message]);

    const message = await service.createMessage({ chainId: CHAIN, accountAddress: bob.address });
    const { toString: _, ...data } = message;
    const request = { account: formatAccountId(CHAIN, bob.address), data, message: message.toString() };
    const signature = await session.signInMessage(request, neverAborted());
    await service.addSession({ data, message: request.message, signature });
    expect((await service.getSessions(CHAIN, bob.address)).map((each) => each.message)).toEqual([request.message]);
    expect([wallet.promptCount('solana:signIn'), wallet.promptCount()]).toEqual([2, 2]);
  });
});

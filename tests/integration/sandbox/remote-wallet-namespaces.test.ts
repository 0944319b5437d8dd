import {
  type CreatedRemoteWallet,
  createRemoteWallet,
  MemoryStore,
  type NamespaceNodes,
  type Relay,
  type RunningBitcoin,
  type RunningSolana,
  startBitcoin,
  startRelay,
  startSolana,
} from '@latchkey/sandbox';
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto';
import { base58, base64 } from '@scure/base';
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import { Verifier } from 'bip322-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OfficialDapp, once, startDapp } from './support/official-dapp.js';

const STRANGER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const POLKADOT = 'polkadot:45454545454545454545454545454545';

/** The addresses of a list of CAIP-10 ids. */
const addressesOf = (accounts: readonly string[] = []): readonly string[] => accounts.map((account) => account.split(':')[2] ?? '');

describe('a wallet behind the relay with four namespaces', () => {
  let solana: RunningSolana;
  let bitcoin: RunningBitcoin;
  let nodes: NamespaceNodes;
  let relay: Relay;
  let wallet: CreatedRemoteWallet;
  let dapp: OfficialDapp;
  let stopDapp: () => Promise<void>;
  const store = { current: new MemoryStore() };

  const namespaces = () => ({
    eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['accountsChanged'] },
    solana: {
      chains: [solana.chainId],
      methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions', 'solana_signAndSendTransaction'],
      events: ['accountsChanged'],
    },
    bip122: {
      chains: [bitcoin.chainId],
      methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
      events: ['bip122_addressesChanged'],
    },
    polkadot: { chains: [POLKADOT], methods: ['polkadot_signTransaction', 'polkadot_signMessage'], events: ['accountsChanged'] },
  });
  const open = () => createRemoteWallet({ relayUrl: relay.url, rpcUrls: { 1: 'http://127.0.0.1:9' }, nodes, store: store.current });
  const connect = async (chains?: readonly (number | string)[]) => {
    const { uri, approval } = await dapp.connect({ optionalNamespaces: namespaces() });
    const settled = approval();
    await wallet.control.pair(uri ?? '');
    const question = await wallet.control.nextQuestion();
    await wallet.control.approve(chains === undefined ? {} : { chains });
    return { question, session: await settled };
  };
  /** Asks, reads the question, and says yes. */
  const ask = async <T>(topic: string, chainId: string, method: string, params: unknown) => {
    const answer = dapp.request<T>({ topic, chainId, request: { method, params } });
    answer.catch(() => undefined);
    const { facts } = await wallet.control.nextQuestion();
    await wallet.control.approve();
    return { answer: await answer, facts: facts.map(({ label, value }) => `${label}: ${value}`) };
  };

  beforeAll(async () => {
    [solana, bitcoin] = await Promise.all([startSolana(), startBitcoin(), cryptoWaitReady()]);
    nodes = {
      solana: { chainId: solana.chainId, url: solana.rpcUrl },
      bip122: { chainId: bitcoin.chainId, url: bitcoin.esploraUrl },
      polkadot: { chainId: POLKADOT, url: 'http://127.0.0.1:9' },
    };
  });
  afterAll(() => Promise.all([solana.stop(), bitcoin.stop()]));
  beforeEach(async () => {
    store.current = new MemoryStore();
    relay = await startRelay({ redeliverAfterMs: 500 });
    wallet = await open();
    ({ client: dapp, stop: stopDapp } = await startDapp(relay.url));
  });
  afterEach(async () => {
    await Promise.all([stopDapp(), wallet.stop()]);
    await relay.stop();
  });

  it('approves all of them at once, or the part that the person ticks', async () => {
    const { question, session } = await connect();
    expect(question.networks?.map(({ name }) => name)).toEqual(['Ethereum', 'Solana', 'Bitcoin', 'Polkadot']);
    expect(Object.keys(session.namespaces)).toEqual(['eip155', 'solana', 'bip122', 'polkadot']);
    expect(session.namespaces['polkadot']?.methods).toEqual(['polkadot_signTransaction', 'polkadot_signMessage']);
    const part = await connect([solana.chainId, bitcoin.chainId]);
    expect(Object.keys(part.session.namespaces)).toEqual(['solana', 'bip122']);
    await wallet.control.restrict({ chains: [POLKADOT], methods: ['polkadot_signMessage'] });
    const { session: restricted } = await connect();
    expect(restricted.namespaces).toMatchObject({ polkadot: { chains: [POLKADOT], methods: ['polkadot_signMessage'] } });
  });

  it('signs messages in each of them, verified by other libraries', async () => {
    const { session } = await connect();
    const [solanaAddress = ''] = addressesOf(session.namespaces['solana']?.accounts);
    const message = new TextEncoder().encode('hello');
    const signed = await ask<{ signature: string }>(session.topic, solana.chainId, 'solana_signMessage', {
      message: base58.encode(message),
      pubkey: solanaAddress,
    });
    expect(signed.facts).toContain('Message: hello');
    const key = await crypto.subtle.importKey('raw', Uint8Array.from(base58.decode(solanaAddress)), 'Ed25519', false, ['verify']);
    expect(await crypto.subtle.verify('Ed25519', key, Uint8Array.from(base58.decode(signed.answer.signature)), message)).toBe(true);

    const [account = ''] = addressesOf(session.namespaces['bip122']?.accounts);
    const bitcoinSigned = await ask<{ signature: string }>(session.topic, bitcoin.chainId, 'signMessage', {
      account,
      address: account,
      message: 'hello',
    });
    const signature = Buffer.from(bitcoinSigned.answer.signature, 'hex').toString('base64');
    expect(Verifier.verifySignature(account, 'hello', signature)).toBe(true);

    const [address = ''] = addressesOf(session.namespaces['polkadot']?.accounts);
    const polkadotSigned = await ask<{ signature: string }>(session.topic, POLKADOT, 'polkadot_signMessage', { address, message: 'hello' });
    expect(signatureVerify('<Bytes>hello</Bytes>', polkadotSigned.answer.signature, address).isValid).toBe(true);
  });

  it('sends on Solana and on Bitcoin, after it has said what', async () => {
    const { session } = await connect();
    const [from = ''] = addressesOf(session.namespaces['solana']?.accounts);
    const rpc = async (method: string, ...params: readonly unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const headers = { 'content-type': 'application/json' };
      return (await (await fetch(solana.rpcUrl, { method: 'POST', headers, body })).json()).result;
    };
    await rpc('requestAirdrop', from, 5_000_000_000);
    const { blockhash } = (await rpc('getLatestBlockhash')).value;
    const [payer, to] = [new PublicKey(from), PublicKey.unique()];
    const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports: 2_000_000_000 });
    const transaction = new Transaction({ feePayer: payer, recentBlockhash: blockhash }).add(transfer);
    const encoded = base64.encode(transaction.serialize({ requireAllSignatures: false }));
    const sent = await ask(session.topic, solana.chainId, 'solana_signAndSendTransaction', { transaction: encoded, pubkey: from });
    expect(sent.facts).toEqual(expect.arrayContaining(['Amount: 2 SOL', `To: ${to.toBase58()}`]));
    expect((await rpc('getBalance', to.toBase58())).value).toBe(2_000_000_000);

    const [account = ''] = addressesOf(session.namespaces['bip122']?.accounts);
    await bitcoin.fund(account, 100_000);
    await bitcoin.mine();
    const order = { account, recipientAddress: STRANGER, amount: '40000' };
    const paid = await ask<{ txid: string }>(session.topic, bitcoin.chainId, 'sendTransfer', order);
    expect(paid.facts).toContain('Amount: 0.0004 BTC');
    await bitcoin.mine();
    const coins = await (await fetch(`${bitcoin.esploraUrl}/address/${STRANGER}/utxo`)).json();
    expect(coins).toContainEqual(expect.objectContaining({ txid: paid.answer.txid, value: 40_000 }));
  });

  it('tells every namespace of another account, and comes back with its sessions', async () => {
    const { session } = await connect();
    const events: string[] = [];
    dapp.on('session_event', ({ params }) => events.push(`${params.chainId.split(':')[0]} ${params.event.name}`));
    const updated = once(dapp, 'session_update');
    await wallet.control.selectAccount(1);
    await updated;
    await vi.waitFor(() => {
      expect(events).toEqual([
        'eip155 accountsChanged',
        'solana accountsChanged',
        'bip122 bip122_addressesChanged',
        'polkadot accountsChanged',
      ]);
    }, 15_000);
    const { accounts } = dapp.session.get(session.topic).namespaces['solana'] ?? {};
    expect(addressesOf(accounts)[1]).toBe(addressesOf(session.namespaces['solana']?.accounts)[0]);

    await wallet.stop();
    wallet = await open();
    const [address = ''] = addressesOf(dapp.session.get(session.topic).namespaces['polkadot']?.accounts);
    const { answer } = await ask<{ signature: string }>(session.topic, POLKADOT, 'polkadot_signMessage', { address, message: 'again' });
    expect(signatureVerify('<Bytes>again</Bytes>', answer.signature, address).isValid).toBe(true);
  });

  it('rejects with the code of the protocol, and misbehaves as a test wants it', async () => {
    const { session } = await connect();
    const [address = ''] = addressesOf(session.namespaces['polkadot']?.accounts);
    const request = () =>
      dapp.request({
        topic: session.topic,
        chainId: POLKADOT,
        request: { method: 'polkadot_signMessage', params: { address, message: 'no' } },
      });
    const rejected = expect(request()).rejects.toMatchObject({ code: 5000 });
    await wallet.control.nextQuestion();
    await wallet.control.reject();
    await rejected;
    await wallet.control.setFault({ mode: 'answer-garbage', answer: 42 });
    expect(await request()).toBe(42);
  });
});

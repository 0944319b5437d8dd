import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Keyring } from '@polkadot/api';
import { lastValueFrom, toArray } from 'rxjs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import type { AppExtension } from '../../adapters/polkadot/app-extensions.js';
import { PolkadotChain } from '../../adapters/polkadot/polkadot-chain.js';
import type { WalletSession } from '../../application/ports/chain.port.js';
import { FakeLocks } from '../../application/ports/locks.fake.js';
import type { SendEvent } from '../../application/ports/send-event.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import { decodeSs58, encodeSs58 } from '../../domain/account/ss58-address.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { transferDigest } from '../../domain/send/reviewed-transfer.js';
import { activeAccount, waitForSettlement } from '../../testing/contracts/chain-harness.js';
import { codeOf, flushPromises, neverAborted } from '../../testing/contracts/test-api.js';
import { PolkadotTestWallet } from '../../testing/wallets/polkadot-test-wallet.js';
import { POLKADOT_CHAIN, polkadotNetwork, SANDBOX_CHAIN } from '../unit/adapters/support/polkadot-networks.js';
import { type Pair, PolkadotFixture, type SignerPayloadJSON } from './support/polkadot-fixture.js';
import { TcpProxy } from './support/tcp-proxy.js';

/** Responds to a broadcast instead of the node; `pass` forwards it to the node. */
type BroadcastHandler = (response: ServerResponse, pass: () => Promise<string>, id: unknown) => Promise<void>;

/** Starts a proxy of a Polkadot node that forwards everything except broadcasts, which a test handles. */
const nodeBefore = async (
  { rpcUrl }: PolkadotFixture,
  onBroadcast: BroadcastHandler,
): Promise<{ readonly url: string; readonly stop: () => void }> => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const body = Buffer.concat(parts).toString();
      const headers = { 'content-type': 'application/json' };
      const pass = async (): Promise<string> =>
        (await fetch(rpcUrl, { method: 'POST', headers: { ...headers, connection: 'close' }, body })).text();
      const { id, method } = JSON.parse(body);
      if (method === 'author_submitExtrinsic') await onBroadcast(response, pass, id);
      else response.writeHead(200, headers).end(await pass());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A listening server has an address.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const COIN = 10n ** 10n;

let fixture: PolkadotFixture;
let friend: Pair;

beforeAll(async () => {
  fixture = await PolkadotFixture.start();
  friend = await fixture.createAccount(COIN);
});

afterAll(() => fixture.stop());

const network = () => polkadotNetwork(SANDBOX_CHAIN, fixture.port);

const chainOf = (wallet?: PolkadotTestWallet): PolkadotChain => {
  const extensions = wallet === undefined ? [] : [{ id: 'test', name: 'Test', provider: wallet.provider }];
  return new PolkadotChain({ storage: new FakeStorage(), locks: new FakeLocks(), clock: SYSTEM_CLOCK, originName: 'Tests', extensions });
};

describe('a Polkadot wallet on a real node', () => {
  let alice: Pair;
  let wallet: PolkadotTestWallet;
  let chain: PolkadotChain;
  let session: WalletSession;

  beforeEach(async () => {
    alice = await fixture.createAccount(100n * COIN);
    wallet = new PolkadotTestWallet({ accounts: [alice] });
    chain = chainOf(wallet);
    session = await chain.connect({ connectorId: 'test', network: network() }, neverAborted());
  });
  afterEach(() => chain.dispose());

  const send = (transfer: Partial<TransactionRequest> = {}): Promise<string> =>
    session.sendTransaction({ from: activeAccount(session), to: friend.address, value: COIN, ...transfer }, neverAborted());
  const held = async (): Promise<void> => {
    while (wallet.prompts.length === 0) await flushPromises();
  };

  it('sends a transfer that is finalized for the estimated fee', async () => {
    const [mine, received] = [await fixture.freeOf(alice.address), await fixture.freeOf(friend.address)];
    const transaction = { from: activeAccount(session), to: friend.address, value: 3n * COIN };
    const quotes = await chain.services.estimateFees({ transaction, network: network() }, neverAborted());
    const hash = await send(transaction);
    const steps = await lastValueFrom(chain.followTransaction({ hash, network: network() }).pipe(toArray()));
    expect(steps.at(-1)).toEqual({ status: 'finalized', blockNumber: await fixture.height(), settled: true });
    expect(await fixture.freeOf(friend.address)).toBe(received + 3n * COIN);
    const paid = mine - 3n * COIN - (await fixture.freeOf(alice.address));
    expect(quotes.map(({ fee, maxFee, rate }) => [fee, maxFee, rate])).toEqual([
      [paid, paid, { type: 'polkadot', partialFee: paid, tip: 0n }],
    ]);
  });

  it('sends two transactions in a row, which another page finds', async () => {
    const received = await fixture.freeOf(friend.address);
    const first = await send();
    // The node counts pending transactions too.
    expect(await fixture.nonceOf(alice.address)).toBe(1);
    const second = await send({ value: 2n * COIN });
    const after = chainOf();
    const blocks = [first, second].map((hash) => waitForSettlement(after, { hash, network: network() }, neverAborted()));
    const height = await fixture.height();
    expect((await Promise.all(blocks)).map(({ blockNumber }) => blockNumber)).toEqual([height - 1n, height]);
    expect(await fixture.freeOf(friend.address)).toBe(received + 3n * COIN);
    after.dispose();
  });

  it('sends the whole balance, which reaps the account', async () => {
    const received = await fixture.freeOf(friend.address);
    const transaction = { from: activeAccount(session), to: friend.address, value: 0n, all: true };
    const [quote] = await chain.services.estimateFees({ transaction, network: network() }, neverAborted());
    await waitForSettlement(chain, { hash: await send(transaction), network: network() }, neverAborted());
    expect(await fixture.freeOf(alice.address)).toBe(0n);
    expect(await fixture.freeOf(friend.address)).toBe(received + 100n * COIN - (quote?.fee ?? 0n));
  });

  it('sends with ed25519 and ecdsa keys too', async () => {
    for (const type of ['ed25519', 'ecdsa'] as const) {
      const owner = await fixture.createAccount(10n * COIN, type);
      const own = chainOf(new PolkadotTestWallet({ accounts: [owner] }));
      const received = await fixture.freeOf(friend.address);
      const connected = await own.connect({ connectorId: 'test', network: network() }, neverAborted());
      const hash = await connected.sendTransaction({ from: activeAccount(connected), to: friend.address, value: COIN }, neverAborted());
      await waitForSettlement(own, { hash, network: network() }, neverAborted());
      expect(await fixture.freeOf(friend.address)).toBe(received + COIN);
      own.dispose();
    }
  });

  it('sends an equal transfer as another extrinsic if the first one may not have reached a node', async () => {
    const lossy = await nodeBefore(fixture, async (response) => {
      response.destroy();
    });
    const where: Network = { ...network(), rpcUrls: { default: { http: [lossy.url] }, chainDefault: { http: [] } } };
    for (const type of ['ed25519', 'ecdsa'] as const) {
      const owner = await fixture.createAccount(10n * COIN, type);
      const own = chainOf(new PolkadotTestWallet({ accounts: [owner] }));
      const connected = await own.connect({ connectorId: 'test', network: where }, neverAborted());
      const transfer = { from: activeAccount(connected), to: friend.address, value: COIN };
      const stored: SendEvent[] = [];
      const sendEqual = () =>
        connected.sendTransaction(transfer, neverAborted(), (event) => stored.push(event)).catch((error: unknown) => error);
      const hashes: string[] = [];
      for (let time = 0; time < 2; time += 1) {
        const outcome = await sendEqual();
        if (isLatchkeyError(outcome, 'network/unknown-outcome')) hashes.push(outcome.context.hash);
      }
      expect(new Set(hashes).size).toBe(2);
      const trace = expect.stringMatching(/^\d+-\d+$/);
      expect(stored).toEqual(hashes.map((hash) => ({ type: 'broadcast', hash, trace })));
      own.dispose();
    }
    lossy.stop();
  });

  it('does not report a failure if a node may have accepted the transaction, whatever the next node returns', async () => {
    // The node accepts the transaction without a response.
    const lossy = await nodeBefore(fixture, async (response, pass) => {
      await pass();
      response.destroy();
    });
    // This node already knows the block, as the next public endpoint may.
    const outdated = { code: 1010, message: 'Invalid Transaction', data: 'Transaction is outdated' };
    const next = await nodeBefore(fixture, async (response, _pass, id) => {
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error: outdated }));
    });
    const where: Network = { ...network(), rpcUrls: { default: { http: [lossy.url, next.url] }, chainDefault: { http: [] } } };
    await session.switchNetwork(where, neverAborted());
    const received = await fixture.freeOf(friend.address);
    const outcome = await send().catch((thrown: unknown) => thrown);
    const hash = isLatchkeyError(outcome, 'network/unknown-outcome') ? outcome.context.hash : outcome;
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    await lastValueFrom(chain.followTransaction({ hash: String(hash), network: network() }));
    expect(await fixture.freeOf(friend.address)).toBe(received + COIN);
    // The same error is conclusive from the only node that received the transaction.
    const alone: Network = { ...where, rpcUrls: { default: { http: [next.url] }, chainDefault: { http: [] } } };
    await session.switchNetwork(alone, neverAborted());
    expect(await codeOf(send())).toBe('send/nonce-too-low');
    for (const { stop } of [lossy, next]) stop();
  });

  it('rejects invalid and lossy transfers before a request to the wallet', async () => {
    const unfunded = await fixture.createAccount(0n);
    const deposit = fixture.existentialDeposit;
    const [quote] = await chain.services.estimateFees(
      { transaction: { from: activeAccount(session), to: friend.address, value: COIN }, network: network() },
      neverAborted(),
    );
    const fee = quote?.fee ?? 0n;
    const onPolkadot = new Keyring().encodeAddress(friend.publicKey, 0);
    const mistyped = `${friend.address.slice(0, -1)}${friend.address.endsWith('a') ? 'b' : 'a'}`;
    const cases: readonly (readonly [Partial<TransactionRequest>, string])[] = [
      [{ value: 0n }, 'send/invalid-amount'],
      [{ value: -1n }, 'send/invalid-amount'],
      [{ value: 100n * COIN + 1n }, 'send/above-balance'],
      [{ value: 100n * COIN - fee + 1n }, 'send/insufficient-fee-funds'],
      [{ value: 100n * COIN - fee - deposit + 1n }, 'send/existential-deposit'],
      [{ to: unfunded.address, value: deposit - 1n }, 'send/existential-deposit'],
      [{ to: onPolkadot }, 'address/wrong-network'],
      [{ to: mistyped }, 'address/checksum-failed'],
      [{ to: 'nonsense' }, 'address/invalid'],
      [{ data: '0x00' }, 'chain/unsupported'],
    ];
    for (const [transfer, code] of cases) expect(await codeOf(send(transfer))).toBe(code);
    expect([wallet.requestCount('signPayload'), await fixture.nonceOf(alice.address)]).toEqual([0, 0]);
    // The minimum amount is sent.
    await waitForSettlement(chain, { hash: await send({ to: unfunded.address, value: deposit }), network: network() }, neverAborted());
    expect(await fixture.freeOf(unfunded.address)).toBe(deposit);
  });

  it('sends nothing if another transaction used the nonce while the wallet was open', async () => {
    wallet.respondNext('signPayload', 'late');
    const sending = codeOf(send());
    await held();
    const before = await fixture.freeOf(friend.address);
    await fixture.send(alice, friend.address, COIN);
    const received = before + COIN;
    wallet.approve();
    expect(await sending).toBe('send/nonce-too-low');
    expect(await fixture.freeOf(friend.address)).toBe(received);
  });

  it('sends nothing if the account can no longer pay', async () => {
    wallet.respondNext('signPayload', 'late');
    const sending = codeOf(send());
    await held();
    await fixture.setAccount(alice.address, { providers: 1, data: { free: '1000' } });
    wallet.approve();
    expect(await sending).toBe('send/insufficient-fee-funds');
  });

  it('broadcasts nothing after an abort', async () => {
    wallet.respondNext('signPayload', 'late');
    const controller = new AbortController();
    const from = activeAccount(session);
    const sending = session.sendTransaction({ from, to: friend.address, value: COIN }, controller.signal).catch((error: unknown) => error);
    await held();
    controller.abort('stop');
    wallet.approve();
    expect(await sending).toBe('stop');
    expect(await fixture.nonceOf(alice.address)).toBe(0);
  });

  it('asks the wallet for nothing but the transfer that was reviewed', async () => {
    const { caipNetworkId: chainId } = network();
    const digest = (value: bigint | null, to = friend.address): string => transferDigest({ chainId, to, token: null, value });
    const sent = await Promise.all(
      [{ reviewed: digest(COIN + 1n) }, { reviewed: digest(COIN, alice.address) }, { reviewed: digest(null) }].map((each) =>
        codeOf(send(each)),
      ),
    );
    expect([sent, wallet.prompts]).toEqual([Array.from(sent, () => 'send/request-tampered'), []]);
    await send({ reviewed: digest(COIN) });
    // The same account with another prefix.
    const generic = encodeSs58({ prefix: 42, accountId: decodeSs58(friend.address).accountId });
    await send({ to: generic, reviewed: digest(COIN, generic) });
    await send({ all: true, value: 0n, reviewed: digest(null) });
  });

  it('broadcasts nothing if the wallet changed the call', async () => {
    const signature = `0x01${'00'.repeat(64)}`;
    for (const signedTransaction of ['0x00', '0x280403000b63ce64c10c05', new Uint8Array([4, 1])])
      wallet.respondNext('signPayload', { result: { signature, signedTransaction } });
    for (let time = 0; time < 3; time += 1) expect(await codeOf(send())).toBe('wallet/invalid-response');
    expect(await fixture.nonceOf(alice.address)).toBe(0);
  });

  it('broadcasts the complete extrinsic that a wallet returns', async () => {
    const received = await fixture.freeOf(friend.address);
    const signing: AppExtension['provider'] = {
      enable: async () => ({
        accounts: { get: async () => [{ address: alice.address, type: 'sr25519' }] },
        signer: { signPayload: async (payload: SignerPayloadJSON) => fixture.signExtrinsic(alice, payload) },
      }),
    };
    const own = new PolkadotChain({
      storage: new FakeStorage(),
      locks: new FakeLocks(),
      clock: SYSTEM_CLOCK,
      originName: 'Tests',
      extensions: [{ id: 'own', name: 'Own', provider: signing }],
    });
    const connected = await own.connect({ connectorId: 'own', network: network() }, neverAborted());
    const hash = await connected.sendTransaction({ from: activeAccount(connected), to: friend.address, value: COIN }, neverAborted());
    await waitForSettlement(own, { hash, network: network() }, neverAborted());
    expect(await fixture.freeOf(friend.address)).toBe(received + COIN);
    own.dispose();
  });

  it('broadcasts nothing with a signature of another key', async () => {
    wallet.respondNext('signPayload', { result: { signature: `0x01${'11'.repeat(64)}` } });
    expect(await codeOf(send())).toBe('wallet/invalid-response');
    expect(await fixture.nonceOf(alice.address)).toBe(0);
  });

  it('signs valid messages with each type of key', async () => {
    for (const type of ['sr25519', 'ed25519', 'ecdsa'] as const) {
      const owner = await fixture.createAccount(0n, type);
      const own = chainOf(new PolkadotTestWallet({ accounts: [owner] }));
      const connected = await own.connect({ connectorId: 'test', network: network() }, neverAborted());
      const account = activeAccount(connected);
      for (const message of ['hello', '', 'ünïcödé 🔑\n', '<Bytes>already</Bytes>']) {
        const signature = await connected.signMessage({ account, message }, neverAborted());
        const signed = { account, message, signature, network: network() };
        const text = message.startsWith('<Bytes>') ? message : `<Bytes>${message}</Bytes>`;
        expect(owner.verify(text, Buffer.from(signature.slice(2), 'hex'), owner.publicKey)).toBe(true);
        expect(await own.services.verifyMessage(signed, neverAborted())).toBe(true);
        expect(await own.services.verifyMessage({ ...signed, message: `${message}.` }, neverAborted())).toBe(false);
      }
      own.dispose();
    }
  });
});

describe('reads', () => {
  it('return the breakdown of a balance', async () => {
    const chain = chainOf();
    const { address } = await fixture.createAccount(0n);
    const data = { free: `${10n * COIN}`, reserved: `${2n * COIN}`, miscFrozen: `${4n * COIN}`, feeFrozen: `${3n * COIN}` };
    await fixture.setAccount(address, { providers: 1, data });
    const parts = await chain.services.getBalanceBreakdown({ address, network: network() }, neverAborted());
    // The runtime of the node is older than 2023, where frozen and reserved balances do not overlap.
    expect(parts).toEqual({
      free: 10n * COIN,
      reserved: 2n * COIN,
      frozen: 4n * COIN,
      transferable: 6n * COIN,
      existentialDeposit: fixture.existentialDeposit,
    });
    expect(await chain.getBalance({ address, network: network() }, neverAborted())).toEqual({
      value: 6n * COIN,
      symbol: 'DOT',
      decimals: 10,
    });
    chain.dispose();
  });

  it('use HTTP without a WebSocket URL, and fall back if a URL is down or of another chain', async () => {
    const chain = chainOf();
    const down = await TcpProxy.start(fixture.port);
    down.mode = 'cut';
    const { address } = friend;
    const value = await fixture.freeOf(address);
    const byHttp = { default: { http: [fixture.rpcUrl] }, chainDefault: { http: [] } };
    for (const where of [{ ...network(), rpcUrls: byHttp }, polkadotNetwork(SANDBOX_CHAIN, down.port, fixture.port)])
      expect((await chain.getBalance({ address, network: where }, neverAborted())).value).toBe(value);
    expect(await codeOf(chain.getBalance({ address, network: polkadotNetwork(POLKADOT_CHAIN, fixture.port) }, neverAborted()))).toBe(
      'network/wrong-node',
    );
    expect(await codeOf(chain.getBalance({ address: 'nonsense', network: network() }, neverAborted()))).toBe('address/invalid');
    chain.dispose();
    expect(await codeOf(chain.getBalance({ address, network: network() }, neverAborted()))).toBe('config/disposed');
    await down.stop();
  });

  it('share one connection, reconnect when it breaks, and close it', async () => {
    const proxy = await TcpProxy.start(fixture.port);
    const chain = chainOf();
    const where = polkadotNetwork(SANDBOX_CHAIN, proxy.port);
    const read = () => chain.getBalance({ address: friend.address, network: where }, neverAborted());
    await Promise.all([read(), read(), read()]);
    expect(proxy.connections).toBe(1);
    for (let cuts = 1; cuts <= 5; cuts += 1) {
      proxy.cut();
      // Closed here, but the reader may not have noticed yet.
      while (proxy.openConnections > 0) await flushPromises();
      await read();
      expect(proxy.connections).toBe(1 + cuts);
    }
    chain.dispose();
    while (proxy.openConnections > 0) await flushPromises();
    await proxy.stop();
  });
});

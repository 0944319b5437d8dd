import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Keyring } from '@polkadot/api';
import { lastValueFrom, toArray } from 'rxjs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import type { HostExtension } from '../../adapters/polkadot/host-extensions.js';
import { PolkadotChain } from '../../adapters/polkadot/polkadot-chain.js';
import type { WalletSession } from '../../application/ports/chain.port.js';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { activeAccount, settle } from '../../testing/contracts/chain-harness.js';
import { codeOf, patient, settled } from '../../testing/contracts/test-api.js';
import { PolkadotTestWallet } from '../../testing/wallets/polkadot-test-wallet.js';
import { POLKADOT_CHAIN, polkadotNetwork, SANDBOX_CHAIN } from '../unit/adapters/support/polkadot-networks.js';
import { type Pair, PolkadotWorld, type SignerPayloadJSON } from './support/polkadot-world.js';
import { TcpProxy } from './support/tcp-proxy.js';

/** Answers a broadcast in the node's place; `pass` gives it to the node. */
type AnswerBroadcast = (response: ServerResponse, pass: () => Promise<string>, id: unknown) => Promise<void>;

/** Stands before a Polkadot node: everything passes but broadcasts, which a test answers. */
const nodeBefore = async (
  { rpcUrl }: PolkadotWorld,
  answer: AnswerBroadcast,
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
      if (method === 'author_submitExtrinsic') await answer(response, pass, id);
      else response.writeHead(200, headers).end(await pass());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A listening server has one.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const COIN = 10n ** 10n;

let world: PolkadotWorld;
let friend: Pair;

beforeAll(async () => {
  world = await PolkadotWorld.start();
  friend = await world.person(COIN);
});

afterAll(() => world.stop());

const network = () => polkadotNetwork(SANDBOX_CHAIN, world.port);

const chainOf = (wallet?: PolkadotTestWallet): PolkadotChain => {
  const extensions = wallet === undefined ? [] : [{ id: 'test', name: 'Test', provider: wallet.provider }];
  return new PolkadotChain({ clock: SYSTEM_CLOCK, originName: 'Tests', extensions });
};

describe('a Polkadot wallet on a real node', () => {
  let alice: Pair;
  let wallet: PolkadotTestWallet;
  let chain: PolkadotChain;
  let session: WalletSession;

  beforeEach(async () => {
    alice = await world.person(100n * COIN);
    wallet = new PolkadotTestWallet({ accounts: [alice] });
    chain = chainOf(wallet);
    session = await chain.connect({ connectorId: 'test', network: network() }, patient());
  });
  afterEach(() => chain.dispose());

  const send = (transfer: Partial<TransactionRequest> = {}): Promise<string> =>
    session.sendTransaction({ from: activeAccount(session), to: friend.address, value: COIN, ...transfer }, patient());
  const held = async (): Promise<void> => {
    while (wallet.prompts.length === 0) await settled();
  };

  it('sends a transfer that is final: the block is the chain’s, the money has moved, the fee is the one that was estimated', async () => {
    const [mine, theirs] = [await world.freeOf(alice.address), await world.freeOf(friend.address)];
    const transaction = { from: activeAccount(session), to: friend.address, value: 3n * COIN };
    const quotes = await chain.services.estimateFees({ transaction, network: network() }, patient());
    const hash = await send(transaction);
    const steps = await lastValueFrom(chain.followTransaction({ hash, network: network() }).pipe(toArray()));
    expect(steps.at(-1)).toEqual({ status: 'finalized', blockNumber: await world.height(), settled: true });
    expect(await world.freeOf(friend.address)).toBe(theirs + 3n * COIN);
    const paid = mine - 3n * COIN - (await world.freeOf(alice.address));
    expect(quotes.map(({ fee, maxFee, rate }) => [fee, maxFee, rate])).toEqual([
      [paid, paid, { type: 'polkadot', partialFee: paid, tip: 0n }],
    ]);
  });

  it('sends one transaction right after another, and both are carried out: another page finds them', async () => {
    const theirs = await world.freeOf(friend.address);
    const first = await send();
    // A node counts what it has taken, whether the block is there or not.
    expect(await world.nonceOf(alice.address)).toBe(1);
    const second = await send({ value: 2n * COIN });
    const after = chainOf();
    const blocks = [first, second].map((hash) => settle(after, { hash, network: network() }, patient()));
    const height = await world.height();
    expect((await Promise.all(blocks)).map(({ blockNumber }) => blockNumber)).toEqual([height - 1n, height]);
    expect(await world.freeOf(friend.address)).toBe(theirs + 3n * COIN);
    after.dispose();
  });

  it('sends all there is, and the account ends', async () => {
    const theirs = await world.freeOf(friend.address);
    const transaction = { from: activeAccount(session), to: friend.address, value: 0n, all: true };
    const [quote] = await chain.services.estimateFees({ transaction, network: network() }, patient());
    await settle(chain, { hash: await send(transaction), network: network() }, patient());
    expect(await world.freeOf(alice.address)).toBe(0n);
    expect(await world.freeOf(friend.address)).toBe(theirs + 100n * COIN - (quote?.fee ?? 0n));
  });

  it('sends with ed25519 and ecdsa keys too', async () => {
    for (const type of ['ed25519', 'ecdsa'] as const) {
      const owner = await world.person(10n * COIN, type);
      const own = chainOf(new PolkadotTestWallet({ accounts: [owner] }));
      const theirs = await world.freeOf(friend.address);
      const connected = await own.connect({ connectorId: 'test', network: network() }, patient());
      const hash = await connected.sendTransaction({ from: activeAccount(connected), to: friend.address, value: COIN }, patient());
      await settle(own, { hash, network: network() }, patient());
      expect(await world.freeOf(friend.address)).toBe(theirs + COIN);
      own.dispose();
    }
  });

  it('calls nothing failed that a node may have taken before its answer was lost, whatever the next node says', async () => {
    // It takes the transaction, and says nothing.
    const lossy = await nodeBefore(world, async (response, pass) => {
      await pass();
      response.destroy();
    });
    // It has heard of the block already, as the next node of a public chain may.
    const outdated = { code: 1010, message: 'Invalid Transaction', data: 'Transaction is outdated' };
    const next = await nodeBefore(world, async (response, _pass, id) => {
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error: outdated }));
    });
    const where: Network = { ...network(), rpcUrls: { default: { http: [lossy.url, next.url] }, chainDefault: { http: [] } } };
    await session.switchNetwork(where, patient());
    const theirs = await world.freeOf(friend.address);
    const outcome = await send().catch((thrown: unknown) => thrown);
    const hash = isLatchkeyError(outcome, 'network/unknown-outcome') ? outcome.context.hash : outcome;
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    await lastValueFrom(chain.followTransaction({ hash: String(hash), network: network() }));
    expect(await world.freeOf(friend.address)).toBe(theirs + COIN);
    // Of the only node that got it the same word is proof.
    const alone: Network = { ...where, rpcUrls: { default: { http: [next.url] }, chainDefault: { http: [] } } };
    await session.switchNetwork(alone, patient());
    expect(await codeOf(send())).toBe('send/nonce-too-low');
    for (const { stop } of [lossy, next]) stop();
  });

  it('refuses what the chain would refuse, or what would be lost, before the wallet is asked', async () => {
    const nobody = await world.person(0n);
    const deposit = world.existentialDeposit;
    const [quote] = await chain.services.estimateFees(
      { transaction: { from: activeAccount(session), to: friend.address, value: COIN }, network: network() },
      patient(),
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
      [{ to: nobody.address, value: deposit - 1n }, 'send/existential-deposit'],
      [{ to: onPolkadot }, 'address/wrong-network'],
      [{ to: mistyped }, 'address/checksum-failed'],
      [{ to: 'nonsense' }, 'address/invalid'],
      [{ data: '0x00' }, 'chain/unsupported'],
    ];
    for (const [transfer, code] of cases) expect(await codeOf(send(transfer))).toBe(code);
    expect([wallet.count('signPayload'), await world.nonceOf(alice.address)]).toEqual([0, 0]);
    // One planck less than what is refused is sent.
    await settle(chain, { hash: await send({ to: nobody.address, value: deposit }), network: network() }, patient());
    expect(await world.freeOf(nobody.address)).toBe(deposit);
  });

  it('sends nothing when another transaction took the nonce while the wallet was open', async () => {
    wallet.next('signPayload', 'late');
    const sending = codeOf(send());
    await held();
    const before = await world.freeOf(friend.address);
    await world.send(alice, friend.address, COIN);
    const theirs = before + COIN;
    wallet.approve();
    expect(await sending).toBe('send/nonce-too-low');
    expect(await world.freeOf(friend.address)).toBe(theirs);
  });

  it('sends nothing when the account cannot pay any more', async () => {
    wallet.next('signPayload', 'late');
    const sending = codeOf(send());
    await held();
    await world.setAccount(alice.address, { providers: 1, data: { free: '1000' } });
    wallet.approve();
    expect(await sending).toBe('send/insufficient-fee-funds');
  });

  it('broadcasts nothing that the person did not wait for', async () => {
    wallet.next('signPayload', 'late');
    const controller = new AbortController();
    const from = activeAccount(session);
    const sending = session.sendTransaction({ from, to: friend.address, value: COIN }, controller.signal).catch((error: unknown) => error);
    await held();
    controller.abort('stop');
    wallet.approve();
    expect(await sending).toBe('stop');
    expect(await world.nonceOf(alice.address)).toBe(0);
  });

  it('broadcasts nothing when the wallet changed the call', async () => {
    const signature = `0x01${'00'.repeat(64)}`;
    for (const signedTransaction of ['0x00', '0x280403000b63ce64c10c05', new Uint8Array([4, 1])])
      wallet.next('signPayload', { result: { signature, signedTransaction } });
    for (let time = 0; time < 3; time += 1) expect(await codeOf(send())).toBe('wallet/invalid-response');
    expect(await world.nonceOf(alice.address)).toBe(0);
  });

  it('broadcasts the whole extrinsic of a wallet that filled it in itself', async () => {
    const theirs = await world.freeOf(friend.address);
    const signing: HostExtension['provider'] = {
      enable: async () => ({
        accounts: { get: async () => [{ address: alice.address, type: 'sr25519' }] },
        signer: { signPayload: async (payload: SignerPayloadJSON) => world.signWhole(alice, payload) },
      }),
    };
    const own = new PolkadotChain({
      clock: SYSTEM_CLOCK,
      originName: 'Tests',
      extensions: [{ id: 'own', name: 'Own', provider: signing }],
    });
    const connected = await own.connect({ connectorId: 'own', network: network() }, patient());
    const hash = await connected.sendTransaction({ from: activeAccount(connected), to: friend.address, value: COIN }, patient());
    await settle(own, { hash, network: network() }, patient());
    expect(await world.freeOf(friend.address)).toBe(theirs + COIN);
    own.dispose();
  });

  it('broadcasts no signature that is another one’s', async () => {
    wallet.next('signPayload', { result: { signature: `0x01${'11'.repeat(64)}` } });
    expect(await codeOf(send())).toBe('wallet/invalid-response');
    expect(await world.nonceOf(alice.address)).toBe(0);
  });

  it('signs texts that verify, with each kind of key', async () => {
    for (const type of ['sr25519', 'ed25519', 'ecdsa'] as const) {
      const owner = await world.person(0n, type);
      const own = chainOf(new PolkadotTestWallet({ accounts: [owner] }));
      const connected = await own.connect({ connectorId: 'test', network: network() }, patient());
      const account = activeAccount(connected);
      for (const message of ['hello', '', 'ünïcödé 🔑\n', '<Bytes>already</Bytes>']) {
        const signature = await connected.signMessage({ account, message }, patient());
        const signed = { account, message, signature, network: network() };
        const text = message.startsWith('<Bytes>') ? message : `<Bytes>${message}</Bytes>`;
        expect(owner.verify(text, Buffer.from(signature.slice(2), 'hex'), owner.publicKey)).toBe(true);
        expect(await own.services.verifyMessage(signed, patient())).toBe(true);
        expect(await own.services.verifyMessage({ ...signed, message: `${message}.` }, patient())).toBe(false);
      }
      own.dispose();
    }
  });
});

describe('reading real nodes', () => {
  it('tells what a balance is made of', async () => {
    const chain = chainOf();
    const { address } = await world.person(0n);
    const data = { free: `${10n * COIN}`, reserved: `${2n * COIN}`, miscFrozen: `${4n * COIN}`, feeFrozen: `${3n * COIN}` };
    await world.setAccount(address, { providers: 1, data });
    const parts = await chain.services.getBalanceParts({ address, network: network() }, patient());
    // The node's runtime is of before 2023: what is frozen does not lie on what is reserved.
    expect(parts).toEqual({
      free: 10n * COIN,
      reserved: 2n * COIN,
      frozen: 4n * COIN,
      transferable: 6n * COIN,
      existentialDeposit: world.existentialDeposit,
    });
    expect(await chain.getBalance({ address, network: network() }, patient())).toEqual({ value: 6n * COIN, symbol: 'DOT', decimals: 10 });
    chain.dispose();
  });

  it('reads by HTTP where a network has no socket, and from the next URL when one is down or another chain’s', async () => {
    const chain = chainOf();
    const down = await TcpProxy.start(world.port);
    down.door = 'cut';
    const { address } = friend;
    const value = await world.freeOf(address);
    const byHttp = { default: { http: [world.rpcUrl] }, chainDefault: { http: [] } };
    for (const where of [{ ...network(), rpcUrls: byHttp }, polkadotNetwork(SANDBOX_CHAIN, down.port, world.port)])
      expect((await chain.getBalance({ address, network: where }, patient())).value).toBe(value);
    expect(await codeOf(chain.getBalance({ address, network: polkadotNetwork(POLKADOT_CHAIN, world.port) }, patient()))).toBe(
      'network/wrong-node',
    );
    expect(await codeOf(chain.getBalance({ address: 'nonsense', network: network() }, patient()))).toBe('address/invalid');
    chain.dispose();
    expect(await codeOf(chain.getBalance({ address, network: network() }, patient()))).toBe('config/disposed');
    await down.stop();
  });

  it('opens one connection for all reads, another when that one breaks, and leaves none behind', async () => {
    const proxy = await TcpProxy.start(world.port);
    const chain = chainOf();
    const where = polkadotNetwork(SANDBOX_CHAIN, proxy.port);
    const read = () => chain.getBalance({ address: friend.address, network: where }, patient());
    await Promise.all([read(), read(), read()]);
    expect(proxy.connections).toBe(1);
    for (let cuts = 1; cuts <= 5; cuts += 1) {
      proxy.cut();
      // Gone here, and perhaps not yet for the one who reads.
      while (proxy.open > 0) await settled();
      await read();
      expect(proxy.connections).toBe(1 + cuts);
    }
    chain.dispose();
    while (proxy.open > 0) await settled();
    await proxy.stop();
  });
});

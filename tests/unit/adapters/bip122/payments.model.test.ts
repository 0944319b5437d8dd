import { Psbt, Transaction } from 'bitcoinjs-lib';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { coinsOf } from '../../../../adapters/bip122/bitcoinjs/psbt.js';
import { SendBitcoin } from '../../../../adapters/bip122/bitcoinjs/send-bitcoin.js';
import { CoinsInUse } from '../../../../adapters/bip122/coins-in-use.js';
import { Esplora } from '../../../../adapters/bip122/esplora/esplora.js';
import { FakeClock, flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../../application/ports/locks.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { isLatchkeyError, LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { neverAborted } from '../../../../testing/contracts/test-api.js';
import { bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';
import { MODEL_PARAMETERS, MODEL_TIMEOUT_MS } from '../../model-limits.js';

const KEY = bip122TestKey('p2tr', 'sender');
const ADDRESS = KEY.addressOn('regtest');
const TO = bip122TestKey('p2wpkh', 'recipient').addressOn('regtest');
const GENESIS = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
const COINS = Array.from({ length: 8 }, (_, index) => ({ txid: String(index).repeat(64), vout: 0, value: 100_000 }));

/**
 * How a service treats a broadcast: the first word says if the transaction reaches the network. One that waits responds when transactions are
 * confirmed, or at the end: until then the page may close.
 */
const BROADCASTS = [
  'take and confirm',
  'take and wait',
  'take and hang up',
  'take and fail',
  'take and return HTML',
  'take and reject',
  'lose and wait',
  'lose and hang up',
  'lose and fail',
  'lose and return HTML',
  'lose and reject',
  'lose and forbid',
  'lose and limit',
] as const;
type BroadcastResponse = (typeof BROADCASTS)[number];

type Action =
  | { readonly do: 'send'; readonly tab: 0 | 1; readonly wallet: 'signs' | 'rejects' | 'waits' }
  | { readonly do: 'reload'; readonly tab: 0 | 1 }
  | { readonly do: 'sign' | 'confirm' | 'settle' };

interface Case {
  readonly actions: readonly Action[];
  /** Responses to broadcasts, in their order; then all are taken and confirmed. */
  readonly broadcasts: readonly BroadcastResponse[];
  /** True for each list of coins that does not reflect the mempool, in their order; then none. */
  readonly stale: readonly boolean[];
}

/** The chain and its two services; hosts of closed tabs do not respond. */
class Services {
  readonly #broadcasts: BroadcastResponse[];
  readonly #stale: boolean[];
  /** Coins spent by transactions in the mempool or a block, by txid. */
  readonly taken = new Map<string, readonly string[]>();
  /** Txid and service, for each service that has taken a transaction itself. */
  readonly #known = new Set<string>();
  readonly #confirmed = new Set<string>();
  readonly closedTabs = new Set<string>();
  readonly #waiting: (() => void)[] = [];

  constructor({ broadcasts, stale }: Case) {
    this.#broadcasts = [...broadcasts];
    this.#stale = [...stale];
  }

  /** Responds to the broadcasts that wait. */
  respond(): void {
    for (const respond of this.#waiting.splice(0)) respond();
  }

  confirmAll(): void {
    this.respond();
    for (const txid of this.taken.keys()) this.#confirmed.add(txid);
  }

  readonly fetch = async (url: string, init: { readonly body?: string } = {}): Promise<Response> => {
    const { hostname, pathname } = new URL(url);
    const [service = '', tab = ''] = hostname.split('.');
    if (this.closedTabs.has(tab)) return new Promise(() => undefined);
    const response = init.body === undefined ? this.#get(service, pathname) : await this.#post(service, init.body);
    await Promise.resolve();
    return this.closedTabs.has(tab) ? new Promise(() => undefined) : response;
  };

  #spender(coin: string): string | undefined {
    return [...this.taken].find(([, coins]) => coins.includes(coin))?.[0];
  }

  #get(service: string, path: string): Response {
    if (path === '/block-height/0') return new Response(GENESIS);
    if (path === '/fee-estimates') return new Response('{"1":5}');
    if (path.endsWith('/utxo')) {
      const isStale = this.#stale.shift() ?? false;
      const coins = COINS.filter(({ txid }) => {
        const spender = this.#spender(`${txid}:0`);
        return spender === undefined || (isStale && !this.#confirmed.has(spender));
      });
      return Response.json(coins.map((coin) => ({ ...coin, status: { confirmed: true } })));
    }
    const [, , txid = '', , vout] = path.split('/');
    if (vout === undefined)
      return this.#known.has(`${txid} ${service}`) ? Response.json({ vin: [] }) : new Response('Not Found', { status: 404 });
    const spender = this.#spender(`${txid}:${vout}`);
    return Response.json(
      spender === undefined ? { spent: false } : { spent: true, txid: spender, status: { confirmed: this.#confirmed.has(spender) } },
    );
  }

  async #post(service: string, hex: string): Promise<Response> {
    const transaction = Transaction.fromHex(hex);
    const txid = transaction.getId();
    const [action, , ...answer] = (this.#broadcasts.shift() ?? 'take and confirm').split(' ');
    const coins = transaction.ins.map(({ hash, index }) => `${Buffer.from(hash).reverse().toString('hex')}:${index}`);
    const isKnown = this.taken.has(txid);
    if (!isKnown && coins.some((coin) => this.#spender(coin) !== undefined)) return new Response('txn-mempool-conflict', { status: 400 });
    if (action === 'take') {
      this.taken.set(txid, coins);
      this.#known.add(`${txid} ${service}`);
    }
    if (answer.join() === 'wait') await new Promise<void>((resolve) => this.#waiting.push(resolve));
    switch (answer.join(' ')) {
      case 'wait':
        if (action === 'lose') throw new TypeError('fetch failed');
        return new Response(txid);
      case 'confirm':
        return isKnown ? new Response('txn-already-in-mempool', { status: 400 }) : new Response(txid);
      case 'fail':
        return new Response('Bad Gateway', { status: 502 });
      case 'return HTML':
        return new Response('<html></html>');
      case 'reject':
        return new Response('min relay fee not met', { status: 400 });
      case 'forbid':
        return new Response('Forbidden', { status: 403 });
      case 'limit':
        return new Response('Slow down', { status: 429 });
      default:
        throw new TypeError('fetch failed');
    }
  }
}

/** A payment, with the transaction that the wallet was asked to sign and its outcome. */
interface Payment {
  psbt: string | null;
  outcome: string;
  hash: string | null;
  /** Txid of the transaction that is stored as one that may be in the network. */
  storedHash: string | null;
  isClosed: boolean;
  sign: () => void;
}

/** Stores the outcome, unless the tab was closed before. */
const end = (payment: Payment, outcome: string, hash: string | null): void => {
  if (!payment.isClosed) Object.assign(payment, { outcome, hash });
};

/** Signs without keys: the services do not verify signatures. */
const sign = (base64: string): string => {
  const psbt = Psbt.fromBase64(base64);
  for (const index of psbt.data.inputs.keys()) psbt.updateInput(index, { tapKeySig: new Uint8Array(64).fill(1) });
  return psbt.toBase64();
};

const txidOf = ({ psbt }: Payment): string | null =>
  psbt === null ? null : Transaction.fromBuffer(Psbt.fromBase64(psbt).data.globalMap.unsignedTx.toBuffer()).getId();

/** Runs a case; returns every violated invariant. */
const run = async (test: Case): Promise<readonly string[]> => {
  const services = new Services(test);
  vi.stubGlobal('fetch', services.fetch);
  const clock = new FakeClock();
  const payments: Payment[] = [];
  let tabCount = 0;
  const openTab = (storage: FakeStorage, locks: FakeLocks) => {
    tabCount += 1;
    const host = `tab${tabCount}`;
    const urls = [`http://a.${host}`, `http://b.${host}`];
    const network = bitcoinTestNetwork('regtest', ...urls);
    const esplora = new Esplora(clock, () => urls);
    const sender = new SendBitcoin({ esplora, networks: () => [network], coinsInUse: new CoinsInUse(storage, clock), locks, clock });
    const own: Payment[] = [];
    const send = (wallet: 'signs' | 'rejects' | 'waits'): void => {
      let approve: () => void = () => undefined;
      const approved = new Promise<void>((resolve) => {
        approve = resolve;
      });
      const payment: Payment = { psbt: null, outcome: 'open', hash: null, storedHash: null, isClosed: false, sign: approve };
      // Different amounts tell the transactions apart.
      const value = 20_000n + BigInt(payments.length);
      own.push(payment);
      payments.push(payment);
      if (wallet === 'signs') approve();
      sender
        .send(
          {
            request: { from: formatAccountId(network.caipNetworkId, ADDRESS), to: TO, value },
            from: { namespace: 'bip122', address: ADDRESS, type: 'payment', publicKey: Buffer.from(KEY.publicKey).toString('hex') },
            onEvent: (event) => {
              if (!payment.isClosed) payment.storedHash = event.type === 'broadcast' ? event.hash : null;
            },
            signPsbt: async (psbt) => {
              if (wallet === 'rejects') throw new LatchkeyError('wallet/rejected', { method: 'signPsbt' });
              payment.psbt = psbt;
              await approved;
              return payment.isClosed ? new Promise<string>(() => undefined) : sign(psbt);
            },
          },
          neverAborted(),
        )
        .then(
          (hash) => end(payment, 'sent', hash),
          (error: unknown) => {
            const hash = isLatchkeyError(error, 'network/unknown-outcome') ? error.context.hash : null;
            end(payment, isLatchkeyError(error) ? error.code : `defect: ${String(error)}`, hash);
          },
        );
    };
    const reload = () => {
      for (const payment of own) if (payment.outcome === 'open') payment.isClosed = true;
      services.closedTabs.add(host);
      const reloaded = openTab(storage.reload(), locks.otherTab());
      storage.mode = 'blocked';
      locks.close();
      return reloaded;
    };
    return { send, reload, other: () => openTab(storage.otherTab(), locks.otherTab()) };
  };
  const first = openTab(new FakeStorage(), new FakeLocks());
  const tabs = [first, first.other()];
  for (const action of test.actions) {
    if (action.do === 'send') tabs[action.tab]?.send(action.wallet);
    else if (action.do === 'reload') tabs[action.tab] = (tabs[action.tab] ?? first).reload();
    else if (action.do === 'sign') payments.find(({ outcome, psbt, isClosed }) => outcome === 'open' && psbt !== null && !isClosed)?.sign();
    else if (action.do === 'confirm') services.confirmAll();
    else await flushPromises();
  }
  for (const payment of payments) payment.sign();
  const isOpen = ({ outcome, isClosed }: Payment): boolean => outcome === 'open' && !isClosed;
  for (let turn = 0; turn < 200 && payments.some(isOpen); turn += 1) {
    services.respond();
    await flushPromises();
  }
  return violations(payments, services);
};

const violations = (payments: readonly Payment[], { taken }: Services): readonly string[] => {
  const found: string[] = [];
  const spentBy = new Map<string, Payment>();
  const approved = new Set(payments.map(txidOf));
  for (const txid of taken.keys()) if (!approved.has(txid)) found.push('a payment that no user approved');
  for (const payment of payments) {
    const { outcome, hash, storedHash, isClosed, psbt } = payment;
    const txid = txidOf(payment);
    const isTaken = txid !== null && taken.has(txid);
    if (outcome.startsWith('defect') || (outcome === 'open' && !isClosed)) found.push(`an end of ${outcome}`);
    if (outcome === 'sent' && !isTaken) found.push('sent, but no service has it');
    if (hash !== null && hash !== txid) found.push('reported with another txid');
    if (isClosed ? isTaken && storedHash !== txid : storedHash !== hash)
      found.push(`${isClosed ? 'closed' : outcome}, with ${storedHash} stored`);
    const mayBeSent = hash !== null || (isClosed && isTaken);
    if (!mayBeSent && isTaken) found.push(`called ${outcome}, but a service has it`);
    if (!mayBeSent || psbt === null) continue;
    for (const coin of coinsOf(psbt).map((each) => `${each.txid}:${each.vout}`)) {
      if (spentBy.has(coin)) found.push('two payments spend one coin');
      spentBy.set(coin, payment);
    }
  }
  return found;
};

const tab = fc.constantFrom<0 | 1>(0, 1);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('send' as const), tab, wallet: fc.constantFrom('signs', 'signs', 'rejects', 'waits') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), tab }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('sign' as const, 'confirm' as const, 'settle' as const, 'settle' as const) }) },
);
const cases: fc.Arbitrary<Case> = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 8 }),
  broadcasts: fc.array(fc.constantFrom(...BROADCASTS), { maxLength: 12 }),
  stale: fc.array(fc.boolean(), { maxLength: 8 }),
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('payments of an address over two tabs and services that fail or lie', () => {
  it(
    'are not doubled, replaced by each other, or called failed without proof',
    async () => {
      await fc.assert(
        fc.asyncProperty(cases, async (test) => {
          expect(await run(test)).toEqual([]);
        }),
        MODEL_PARAMETERS,
      );
    },
    MODEL_TIMEOUT_MS,
  );
});

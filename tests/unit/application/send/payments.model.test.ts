import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeChain } from '../../../../application/ports/chain.fake.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { fakeHex } from '../../../../application/ports/hex.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { FakeWallet } from '../../../../application/ports/wallet.fake.js';
import type { SendTransactionState } from '../../../../application/send/send-transaction.use-case.js';
import type { ChainId } from '../../../../domain/caip/caip-2.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { NAMESPACES, type Namespace } from '../../../../domain/caip/namespace.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { bitcoin } from '../../../../domain/network/networks/bip122.js';
import { mainnet } from '../../../../domain/network/networks/eip155.js';
import { polkadot } from '../../../../domain/network/networks/polkadot.js';
import { solana } from '../../../../domain/network/networks/solana.js';
import { parseOptions } from '../../../../domain/options/parse-options.js';
import { MODEL_PARAMETERS, MODEL_TIMEOUT_MS } from '../../model-limits.js';
import { type ClientFixture, clientFixture, connect, record } from '../support/client-fixture.js';
import { ADDRESSES } from '../support/four-chains.js';

type Four = (typeof NAMESPACES)[number];
const NETWORKS = [mainnet, solana, bitcoin, polkadot] as const;

const CHAIN_IDS = new Map(parseOptions({ networks: NETWORKS }).networks.map((network) => [network.chainNamespace, network.caipNetworkId]));

/** The chain of a namespace. */
const chainIdOf = (namespace: Four): ChainId => {
  const chainId = CHAIN_IDS.get(namespace);
  if (chainId === undefined) throw new Error(`No network of ${namespace}`);
  return chainId;
};

/** Id of a namespace's wallet. Hashes of fake wallets depend on it. */
const walletOf = (namespace: Namespace): string => `com.example.${namespace}`;

/**
 * Response of a wallet: a hash, one after an abort or release, a rejection, or no confirmation of a transaction that is, or is not, in the
 * network. `unanswered`: the tab broadcasts a signed transaction, and the RPC endpoint, which takes or refuses it, responds after a release.
 */
type Response = 'approve' | 'late' | 'reject' | 'unknown, taken' | 'unknown, lost' | 'unanswered' | 'unanswered-refusal';

type Action =
  | { readonly do: 'send'; readonly tab: 0 | 1; readonly ns: Four; readonly response: Response }
  | { readonly do: 'cancel' | 'reload'; readonly tab: 0 | 1 }
  | { readonly do: 'release' | 'mine' | 'drop' | 'offline' | 'online'; readonly ns: Four }
  | { readonly do: 'wait' };

interface Tab {
  client: ClientFixture;
  /** Last run, which `cancel` unsubscribes. */
  cancel: () => void;
}

/** A payment; its value identifies it. */
interface Payment {
  readonly value: bigint;
  readonly ns: Four;
  readonly tab: ClientFixture;
  readonly response: Response;
  readonly run: { readonly values: readonly SendTransactionState[]; readonly end: unknown; cancel(): void };
  /** The tab was closed before the wallet responded. */
  isLost: boolean;
  /** The wallet, or the RPC endpoint of a broadcast, has responded. */
  isAnswered: boolean;
  /** The tab was closed before the response. */
  isClosed: boolean;
  isCancelled: boolean;
}

/** Performs actions on two tabs with the wallets and chains of four namespaces. */
class Payments {
  readonly #chains: Readonly<Record<Four, FakeChain>>;
  readonly #used: readonly Four[];
  readonly #payments: Payment[] = [];
  readonly #tabs: Tab[] = [];
  /** Hashes of the outcomes that tabs have notified. */
  readonly #notified: string[] = [];
  /** Hashes that are in a block or dropped. */
  readonly #settled = new Map<string, 'mine' | 'drop'>();
  #tabCount = 0;
  #requests = 0;

  readonly #actions: readonly Action[];

  constructor(actions: readonly Action[]) {
    this.#actions = actions;
    this.#used = NAMESPACES.filter((namespace) => actions.some((each) => each.do === 'send' && each.ns === namespace));
    const chainOf = (namespace: Four): FakeChain => {
      const wallet = { id: walletOf(namespace), accounts: ADDRESSES[namespace], chainId: chainIdOf(namespace) };
      const chain = new FakeChain({ namespace, wallets: [wallet] });
      chain.mining = 'manual';
      return chain;
    };
    this.#chains = { eip155: chainOf('eip155'), solana: chainOf('solana'), bip122: chainOf('bip122'), polkadot: chainOf('polkadot') };
  }

  /** Performs the actions; returns every violated invariant. */
  async run(): Promise<readonly string[]> {
    const storage = new FakeStorage();
    this.#tabs.push(await this.#openTab(storage), await this.#openTab(storage.otherTab()));
    for (const action of this.#actions) {
      await this.#perform(action);
      await flushPromises();
    }
    await this.#finish();
    const violations = this.#violations();
    for (const { client } of this.#tabs) client.tracker.dispose();
    return violations;
  }

  async #openTab(storage: FakeStorage): Promise<Tab> {
    this.#tabCount += 1;
    const { eip155, solana: solanaChain, bip122, polkadot: polkadotChain } = this.#chains;
    const client = clientFixture({
      storage,
      tab: `tab ${this.#tabCount}`,
      otherChains: [eip155, solanaChain, bip122, polkadotChain],
      options: { networks: NETWORKS },
    });
    const now = this.#tabs[0]?.client.clock.now() ?? client.clock.now();
    client.clock.advance(now - client.clock.now());
    client.tracker.settled$.subscribe(({ transaction }) => this.#notified.push(transaction.hash));
    for (const namespace of this.#used) await connect(client, namespace, walletOf(namespace));
    client.tracker.resume();
    return { client, cancel: () => undefined };
  }

  async #perform(action: Action): Promise<void> {
    switch (action.do) {
      case 'send':
        return this.#send(action);
      case 'cancel':
        return this.#tab(action.tab).cancel();
      case 'reload': {
        const tab = this.#tab(action.tab);
        for (const payment of this.#payments.filter(({ tab: opener }) => opener === tab.client)) {
          payment.isClosed ||= !payment.isAnswered;
          payment.isLost ||= this.#transactionOf(payment) === undefined;
          payment.isCancelled = true;
          payment.run.cancel();
        }
        const { storage } = tab.client;
        const reloaded = storage.reload();
        // A closed tab does nothing any more.
        storage.mode = 'blocked';
        tab.client.tracker.dispose();
        Object.assign(tab, await this.#openTab(reloaded));
        return;
      }
      case 'release':
        return this.#release(action.ns);
      case 'mine':
      case 'drop': {
        const chain = this.#chains[action.ns];
        const oldest = this.#wallet(action.ns).transactions.find(({ hash }) => !this.#settled.has(hash));
        if (oldest === undefined) return;
        this.#settled.set(oldest.hash, action.do);
        if (action.do === 'mine') chain.mine(oldest.hash);
        else chain.drop(oldest.hash);
        return;
      }
      case 'offline':
      case 'online':
        this.#chains[action.ns].reads = action.do === 'online' ? 'working' : 'failed';
        return;
      default:
        return this.#advance(10_000);
    }
  }

  #send({ tab: index, ns, response }: Extract<Action, { do: 'send' }>): void {
    const tab = this.#tab(index);
    const value = BigInt(this.#payments.length + 1);
    const wallet = this.#wallet(ns);
    const chainId = chainIdOf(ns);
    this.#requests += 1;
    const [from, to] = ADDRESSES[ns];
    const hash = `unknown ${value}`;
    wallet.next(
      'sendTransaction',
      response.startsWith('unknown') ? new LatchkeyError('network/unknown-outcome', { chainId, hash }) : (response as 'approve'),
    );
    const request = { from: formatAccountId(chainId, from ?? ''), to: to ?? '', value };
    if (response === 'unknown, taken') wallet.transactions.push({ hash, chainId, request });
    const run = record(tab.client.useCases.sendTransaction.execute({ namespace: ns, to: to ?? '', value }));
    const payment: Payment = {
      value,
      ns,
      tab: tab.client,
      response,
      run,
      isLost: false,
      isAnswered: false,
      isClosed: false,
      isCancelled: false,
    };
    this.#payments.push(payment);
    tab.cancel = () => {
      payment.isCancelled = true;
      run.cancel();
    };
  }

  #tab(index: 0 | 1): Tab {
    // Both tabs are open from the start.
    return this.#tabs[index] as Tab;
  }

  #wallet(ns: Four): FakeWallet {
    return this.#chains[ns].wallet(walletOf(ns));
  }

  #transactionOf({ ns, value }: Payment): { readonly hash: string } | undefined {
    return this.#wallet(ns).transactions.find(({ request }) => request.value === value);
  }

  #release(ns: Four): void {
    this.#wallet(ns).release();
    for (const payment of this.#payments) payment.isAnswered ||= payment.ns === ns;
  }

  async #advance(ms: number): Promise<void> {
    for (const { client } of this.#tabs) await client.clock.run(ms);
  }

  /** Releases every prompt, settles every transaction and lets the tabs notice. */
  async #finish(): Promise<void> {
    for (const ns of NAMESPACES) {
      this.#release(ns);
      this.#chains[ns].reads = 'working';
    }
    await flushPromises();
    for (const ns of NAMESPACES) {
      for (const { hash } of this.#wallet(ns).transactions) {
        if (!this.#settled.has(hash)) this.#settled.set(hash, 'mine');
        if (this.#settled.get(hash) === 'mine') this.#chains[ns].mine(hash);
      }
    }
    await flushPromises();
    const isPending = (): boolean =>
      this.#payments.some((each) => {
        const sent = this.#transactionOf(each);
        return !each.isLost && sent !== undefined && !this.#notified.includes(sent.hash);
      });
    // Leases of closed tabs expire, and failed reads are repeated, at growing intervals.
    for (let round = 0; round < 12 && isPending(); round += 1) await this.#advance(10_000);
  }

  #violations(): readonly string[] {
    const found: string[] = [];
    const requests = NAMESPACES.reduce((sum, ns) => sum + this.#wallet(ns).count('sendTransaction'), 0);
    if (requests !== this.#requests) found.push(`${requests} wallet requests for ${this.#requests} payments`);
    for (const payment of this.#payments) {
      const { run, response, isLost, isClosed, isCancelled } = payment;
      const last = run.values.at(-1);
      const code = last?.status === 'error' ? last.error.code : null;
      const sent = this.#transactionOf(payment);
      // Nodes say neither that a lost transaction is included nor that it is dropped.
      const canBeOpen = isCancelled || response === 'unknown, lost';
      // Without the response, nothing proves that it was not sent.
      if (response === 'unanswered-refusal' && this.#isListed(fakeHex(`refused ${payment.value}`, 64)) !== isClosed)
        found.push(`${response}: ${isClosed ? 'lost sight of' : 'listed as pending'}`);
      const isOver = run.end === 'complete' || (canBeOpen && run.end === 'open');
      if (!isOver) found.push(`${response}: a run that does not end`);
      if (sent === undefined) {
        if (last?.status === 'success') found.push(`${response}: a success without a transaction`);
        if (response === 'unknown, lost' && !isCancelled && !this.#isListed(`unknown ${payment.value}`)) found.push('lost sight of');
        continue;
      }
      if (isLost) continue;
      const isDropped = this.#settled.get(sent.hash) === 'drop';
      if (code !== null && code !== 'network/unknown-outcome' && !(isDropped && code === 'network/transaction-dropped'))
        found.push(`${response}: called ${code}, but it was sent`);
      const notifications = this.#notified.filter((hash) => hash === sent.hash).length;
      if (notifications !== 1) found.push(`${response}: ${notifications} notifications of its outcome`);
    }
    return found;
  }

  #isListed(hash: string): boolean {
    return this.#tabs.every(({ client }) =>
      client.useCases.watchTransactions.current().some((each) => each.hash === hash && each.outcome === null),
    );
  }
}

const tab = fc.constantFrom<0 | 1>(0, 1);
const ns = fc.constantFrom(...NAMESPACES);
const response = fc.constantFrom<Response>(
  'approve',
  'late',
  'reject',
  'unknown, taken',
  'unknown, lost',
  'unanswered',
  'unanswered-refusal',
);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), tab, ns, response }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'reload' as const), tab }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('release' as const, 'mine' as const, 'drop' as const, 'offline' as const, 'online' as const),
      ns,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
);

describe('payments of four namespaces in two tabs', () => {
  it(
    'are requested once, tracked to their outcome, and not called failed without proof',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 8 }), async (actions) => {
          expect(await new Payments(actions).run()).toEqual([]);
        }),
        MODEL_PARAMETERS,
      );
    },
    MODEL_TIMEOUT_MS,
  );
});

import type { Subscription } from 'rxjs';
import { followOtherTabs } from '../../../../application/connect/follow-other-tabs.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { FakeWallet, FakeWalletInit } from '../../../../application/ports/wallet.fake.js';
import type { FakeAnswer } from '../../../../application/ports/wallet-answer.fake.js';
import type { Namespace } from '../../../../domain/caip/namespace.js';
import type { AccountState } from '../../../../domain/connection/connection-state.js';
import { accountOf, statusOf } from '../../../../domain/connection/connection-views.js';
import { record, SOLANA, type World, type WorldInit, world } from './world.js';

/** The namespaces the tabs have. */
export const TWO_NAMESPACES = ['eip155', 'solana'] as const satisfies readonly Namespace[];
type Ns = (typeof TWO_NAMESPACES)[number];

/** What can happen to two tabs of one origin and the wallets that they share. `wallet` and `pick` are 0 or 1. */
export type Happening =
  | { readonly do: 'connect'; readonly tab: number; readonly ns: Ns; readonly wallet: number; readonly answer: FakeAnswer }
  | { readonly do: 'cancel'; readonly tab: number; readonly ns: Ns }
  | { readonly do: 'reload'; readonly tab: number; readonly ns: null }
  | { readonly do: 'disconnect'; readonly tab: number; readonly ns: Ns | null; readonly answer: FakeAnswer }
  | { readonly do: 'resume-answers'; readonly ns: Ns; readonly wallet: number; readonly answer: FakeAnswer }
  | { readonly do: 'release' | 'lock' | 'unlock' | 'forget-site' | 'repeat'; readonly ns: Ns; readonly wallet: number }
  | { readonly do: 'account' | 'chain'; readonly ns: Ns; readonly wallet: number; readonly pick: number };

type WalletHappening = 'resume-answers' | 'release' | 'lock' | 'unlock' | 'forget-site' | 'repeat' | 'account' | 'chain';

const WALLETS: Readonly<Record<Ns, readonly FakeWalletInit[]>> = {
  eip155: [
    { id: 'com.first', accounts: ['0x1111111111111111111111111111111111111111'] },
    { id: 'com.second', accounts: ['0x2222222222222222222222222222222222222222'], chainId: 'eip155:137' },
  ],
  solana: [
    { id: 'sol.first', accounts: ['So11111111111111111111111111111111111111111'], chainId: SOLANA },
    { id: 'sol.second', accounts: ['So22222222222222222222222222222222222222222'], chainId: SOLANA },
  ],
};
const ACCOUNTS: Readonly<Record<Ns, readonly string[]>> = {
  eip155: ['0x3333333333333333333333333333333333333333', '0x4444444444444444444444444444444444444444'],
  solana: ['So33333333333333333333333333333333333333333', 'So44444444444444444444444444444444444444444'],
};
const CHAINS: Readonly<Record<Ns, readonly string[]>> = {
  eip155: ['eip155:1', 'eip155:99'],
  solana: [SOLANA, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
};

interface Tab {
  here: World;
  following: Subscription;
  readonly runs: Map<Ns, { cancel(): void; readonly end: unknown }>;
  /** Whether a person's wish may still connect the namespace in this tab. */
  readonly allowed: Map<Ns, boolean>;
}

/**
 * Plays happenings on two tabs and notes every breach of what must always hold. `traces` are what each tab showed of each
 * namespace, in order.
 */
export class Tabs {
  readonly breaches: string[] = [];
  readonly traces: Readonly<Record<Ns, string[][]>> = { eip155: [[], []], solana: [[], []] };
  readonly #tabs: readonly [Tab, Tab];
  #doing = 'start';

  constructor() {
    const first = world({ evm: { wallets: WALLETS.eip155 }, solana: { wallets: WALLETS.solana }, storage: new FakeStorage() });
    const second = world({ beside: first, storage: first.storage.otherTab() });
    this.#tabs = [this.#open(first, 0), this.#open(second, 1)];
  }

  /** All wallets of both namespaces. */
  get wallets(): readonly FakeWallet[] {
    return TWO_NAMESPACES.flatMap((ns) => [this.#wallet(ns, 0), this.#wallet(ns, 1)]);
  }

  /** The statuses of both tabs. */
  get statuses(): readonly string[] {
    return this.#tabs.flatMap(({ here }) => TWO_NAMESPACES.map((ns) => statusOf(here.connections.state.namespaces[ns])));
  }

  /** Timers that are still set. */
  get timers(): number {
    return this.#tabs.reduce((sum, { here }) => sum + here.clock.pending, 0);
  }

  /** Lets one thing happen and everything settle that can. */
  async play(happening: Happening): Promise<void> {
    this.#doing = JSON.stringify(happening);
    this.#act(happening);
    await settle();
    this.#compareWithWallets();
  }

  /** Nobody is asked anything any more, and everything is disconnected by the person. */
  async disconnectAll(): Promise<void> {
    for (const wallet of this.wallets)
      for (const operation of ['connect', 'resume', 'disconnect'] as const) wallet.always(operation, 'approve');
    for (const tab of [0, 1]) await this.play({ do: 'disconnect', tab, ns: null, answer: 'approve' });
    for (const wallet of this.wallets) wallet.release();
    await settle();
  }

  /** Both pages are closed. */
  async close(): Promise<void> {
    for (const tab of this.#tabs) this.#close(tab);
    await settle();
  }

  #act(happening: Happening): void {
    if (happening.do === 'connect') this.#connect(happening);
    else if (happening.do === 'cancel') this.#tab(happening.tab).runs.get(happening.ns)?.cancel();
    else if (happening.do === 'reload') this.#reload(happening.tab);
    else if (happening.do === 'disconnect') this.#disconnect(happening);
    else this.#actInWallet(happening, this.#wallet(happening.ns, happening.wallet));
  }

  #actInWallet(happening: Extract<Happening, { do: WalletHappening }>, wallet: FakeWallet): void {
    if (happening.do === 'resume-answers') wallet.next('resume', happening.answer);
    else if (happening.do === 'account') wallet.selectAccount(ACCOUNTS[happening.ns][happening.pick] ?? '');
    else if (happening.do === 'chain') wallet.selectChain(CHAINS[happening.ns][happening.pick] ?? '');
    else if (happening.do === 'release') wallet.release();
    else if (happening.do === 'lock') wallet.lock();
    else if (happening.do === 'unlock') wallet.unlock();
    else if (happening.do === 'forget-site') wallet.forgetSite();
    else this.#repeat(wallet);
  }

  #connect({ tab: index, ns, wallet: which, answer }: Extract<Happening, { do: 'connect' }>): void {
    const tab = this.#tab(index);
    const wallet = this.#wallet(ns, which);
    wallet.next('connect', answer);
    tab.allowed.set(ns, true);
    tab.runs.set(ns, record(tab.here.useCases.connectWallet.execute({ namespace: ns, connectorId: wallet.connector.id })));
  }

  #disconnect({ tab: index, ns, answer }: Extract<Happening, { do: 'disconnect' }>): void {
    const tab = this.#tab(index);
    const other = this.#tab(1 - index);
    for (const each of ns === null ? TWO_NAMESPACES : [ns]) {
      const { connections } = tab.here;
      const id = connections.sessionOf(each)?.connector.id;
      if (id !== undefined)
        tab.here.chains.get(each) && this.wallets.find(({ connector }) => connector.id === id)?.next('disconnect', answer);
      tab.allowed.set(each, false);
      // A person who is being asked in the other tab may still say yes there.
      const asked = other.here.connections.state.namespaces[each]?.attempt;
      other.allowed.set(each, asked != null && !asked.silent);
    }
    record(tab.here.useCases.disconnectWallet.execute(ns === null ? {} : { namespace: ns }));
  }

  #reload(index: number): void {
    const tab = this.#tab(index);
    this.#close(tab);
    // A remembered connection may be taken up; nothing else.
    for (const ns of TWO_NAMESPACES) tab.allowed.set(ns, tab.here.memory.connectorOf(ns) !== null);
    const opened = this.#open(world({ beside: tab.here, storage: tab.here.storage.reload() }), index, tab.allowed);
    tab.here = opened.here;
    tab.following = opened.following;
    tab.runs.clear();
  }

  #repeat(wallet: FakeWallet): void {
    wallet.say({ type: 'chain-changed', chainId: wallet.chainId });
    wallet.say(wallet.shared.length === 0 ? { type: 'disconnected' } : { type: 'accounts-changed', accounts: wallet.shared });
  }

  #open(here: World, index: number, allowed: Map<Ns, boolean> = new Map()): Tab {
    const tab: Tab = {
      here,
      following: followOtherTabs(here.connections, here.memory, here.useCases.reconnectWallets),
      runs: new Map(),
      allowed,
    };
    tab.following.add(here.useCases.reconnectWallets.execute().subscribe());
    this.#watch(here, index, allowed);
    return tab;
  }

  #close({ here, following, runs }: Tab): void {
    for (const run of runs.values()) run.cancel();
    following.unsubscribe();
    here.connections.dispose();
  }

  #watch(here: World, index: number, allowed: Map<Ns, boolean>): void {
    const { connections, useCases } = here;
    const before = new Map<Ns, string>();
    useCases.watchConnection.execute().subscribe((state) => {
      if (state !== connections.state) this.#breach('a watcher saw another state than the getter gives');
      for (const ns of TWO_NAMESPACES) {
        const { status, connectorId, caipAddress } = this.#checkNamespace(here, ns);
        this.#note(this.traces[ns][index] ?? [], `${status} ${connectorId ?? '-'} ${caipAddress ?? '-'}`);
        if (status === 'connected' && before.get(ns) !== 'connected') this.#arrive(ns, index, allowed);
        before.set(ns, status);
      }
    });
    for (const ns of TWO_NAMESPACES) {
      useCases.watchAccount.execute({ namespace: ns }).subscribe((seen) => {
        if (key(seen) !== key(accountOf(connections.state, ns))) this.#breach('watchAccount differs from the state');
      });
    }
  }

  #arrive(ns: Ns, index: number, allowed: Map<Ns, boolean>): void {
    if (allowed.get(ns) !== true) this.#breach(`${ns} is connected in tab ${index} although nobody connected it`);
    // What is connected here is remembered, so the other tab may take it up.
    for (const tab of this.#tabs ?? []) tab.allowed.set(ns, true);
  }

  #checkNamespace({ connections }: World, ns: Ns): AccountState {
    const account = accountOf(connections.state, ns);
    const { status, address, caipAddress, connectorId, allAccounts } = account;
    const session = connections.sessionOf(ns);
    if ((status === 'connected') !== (session !== null)) this.#breach(`${ns} is ${status} with session ${session?.connector.id}`);
    if (session === null) return account;
    const provider = this.wallets.find((wallet) => wallet === session.provider);
    if (provider === undefined || provider.listeners === 0) this.#breach(`${ns} is connected without a provider that can be called`);
    if (session.connector.id !== connectorId) this.#breach(`${ns} shows another wallet than the one that signs`);
    if (address === undefined) this.#breach(`${ns} is connected without an address`);
    const isOwn = session.connector.namespace === ns && caipAddress?.startsWith(`${ns}:`) === true;
    if (!isOwn || allAccounts.some(({ namespace }) => namespace !== ns)) this.#breach(`${ns} holds something of another namespace`);
    return account;
  }

  /** What the tabs show is what the wallets say. */
  #compareWithWallets(): void {
    for (const { here } of this.#tabs) {
      for (const ns of TWO_NAMESPACES) {
        const { status, connectorId, address, caipAddress } = accountOf(here.connections.state, ns);
        const wallet = this.wallets.find(({ connector }) => connector.id === connectorId);
        if (status !== 'connected') continue;
        if (wallet?.shared[0]?.address !== address || caipAddress !== `${wallet?.chainId}:${address}`) {
          this.#breach(`${ns} shows ${caipAddress}, the wallet says ${wallet?.chainId}:${wallet?.shared[0]?.address}`);
        }
      }
    }
  }

  #note(trace: string[], entry: string): void {
    if (trace.at(-1) !== entry) trace.push(entry);
  }

  #breach(text: string): void {
    this.breaches.push(`after ${this.#doing}: ${text}`);
  }

  #tab(index: number): Tab {
    return this.#tabs[index === 0 ? 0 : 1];
  }

  #wallet(ns: Ns, which: number): FakeWallet {
    const { chain, solana } = this.#tabs[0].here;
    return (ns === 'eip155' ? chain : solana).wallet(WALLETS[ns][which]?.id ?? '');
  }
}

const key = ({ status, caipAddress, connectorId, allAccounts, connectedWalletInfo, balanceLoading }: AccountState): string =>
  [status, caipAddress, connectorId, allAccounts.map(({ address }) => address), connectedWalletInfo?.name, balanceLoading].join();

/** Two tabs of one origin: one storage, the same wallets. Each follows the other. */
export const twoTabs = (given: WorldInit = {}): readonly [here: World, there: World] => {
  const here = world(given);
  const there = world({ ...given, beside: here, storage: here.storage.otherTab() });
  for (const tab of [here, there]) followOtherTabs(tab.connections, tab.memory, tab.useCases.reconnectWallets);
  return [here, there];
};

import type { Subscription } from 'rxjs';
import { followOtherTabs } from '../../../../application/connect/follow-other-tabs.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { FakeWallet, FakeWalletInit } from '../../../../application/ports/wallet.fake.js';
import type { FakeResponse } from '../../../../application/ports/wallet-response.fake.js';
import type { Namespace } from '../../../../domain/caip/namespace.js';
import type { AccountState } from '../../../../domain/connection/connection-state.js';
import { accountOf, statusOf } from '../../../../domain/connection/connection-views.js';
import { type ClientFixture, type ClientFixtureInit, clientFixture, record, SOLANA } from './client-fixture.js';

/** The namespaces of the tabs. */
export const TWO_NAMESPACES = ['eip155', 'solana'] as const satisfies readonly Namespace[];
type Ns = (typeof TWO_NAMESPACES)[number];

/** An action on two tabs of one origin and their shared wallets. `wallet` and `pick` are 0 or 1. */
export type TabsAction =
  | { readonly do: 'connect'; readonly tab: number; readonly ns: Ns; readonly wallet: number; readonly response: FakeResponse }
  | { readonly do: 'cancel'; readonly tab: number; readonly ns: Ns }
  | { readonly do: 'reload'; readonly tab: number; readonly ns: null }
  | { readonly do: 'disconnect'; readonly tab: number; readonly ns: Ns | null; readonly response: FakeResponse }
  | { readonly do: 'resume-response'; readonly ns: Ns; readonly wallet: number; readonly response: FakeResponse }
  | { readonly do: 'release' | 'lock' | 'unlock' | 'forget-site' | 'repeat'; readonly ns: Ns; readonly wallet: number }
  | { readonly do: 'account' | 'chain'; readonly ns: Ns; readonly wallet: number; readonly pick: number };

type WalletAction = 'resume-response' | 'release' | 'lock' | 'unlock' | 'forget-site' | 'repeat' | 'account' | 'chain';

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
  client: ClientFixture;
  subscription: Subscription;
  readonly runs: Map<Ns, { cancel(): void; readonly end: unknown }>;
  /** True if a user action or a stored connection may still connect the namespace in this tab. */
  readonly canConnect: Map<Ns, boolean>;
}

/**
 * Performs actions on two tabs and records every violated invariant. `traces` are the states of each namespace in each tab, in
 * order.
 */
export class TabsFixture {
  readonly violations: string[] = [];
  readonly traces: Readonly<Record<Ns, string[][]>> = { eip155: [[], []], solana: [[], []] };
  readonly #tabs: readonly [Tab, Tab];
  #currentAction = 'start';

  constructor() {
    const first = clientFixture({ evm: { wallets: WALLETS.eip155 }, solana: { wallets: WALLETS.solana }, storage: new FakeStorage() });
    const second = clientFixture({ sharedWith: first, storage: first.storage.otherTab() });
    this.#tabs = [this.#open(first, 0), this.#open(second, 1)];
  }

  /** All wallets of both namespaces. */
  get wallets(): readonly FakeWallet[] {
    return TWO_NAMESPACES.flatMap((ns) => [this.#wallet(ns, 0), this.#wallet(ns, 1)]);
  }

  /** Statuses of all namespaces in both tabs. */
  get statuses(): readonly string[] {
    return this.#tabs.flatMap(({ client }) => TWO_NAMESPACES.map((ns) => statusOf(client.connections.state.namespaces[ns])));
  }

  /** Number of pending timers. */
  get timers(): number {
    return this.#tabs.reduce((sum, { client }) => sum + client.clock.pending, 0);
  }

  /** Performs an action and flushes all promises. */
  async perform(action: TabsAction): Promise<void> {
    this.#currentAction = JSON.stringify(action);
    this.#dispatch(action);
    await flushPromises();
    this.#compareWithWallets();
  }

  /** Approves all pending prompts and disconnects everything. */
  async disconnectAll(): Promise<void> {
    for (const wallet of this.wallets)
      for (const operation of ['connect', 'resume', 'disconnect'] as const) wallet.always(operation, 'approve');
    for (const tab of [0, 1]) await this.perform({ do: 'disconnect', tab, ns: null, response: 'approve' });
    for (const wallet of this.wallets) wallet.release();
    await flushPromises();
  }

  /** Closes both tabs. */
  async close(): Promise<void> {
    for (const tab of this.#tabs) this.#close(tab);
    await flushPromises();
  }

  #dispatch(action: TabsAction): void {
    if (action.do === 'connect') this.#connect(action);
    else if (action.do === 'cancel') this.#tab(action.tab).runs.get(action.ns)?.cancel();
    else if (action.do === 'reload') this.#reload(action.tab);
    else if (action.do === 'disconnect') this.#disconnect(action);
    else this.#dispatchToWallet(action, this.#wallet(action.ns, action.wallet));
  }

  #dispatchToWallet(action: Extract<TabsAction, { do: WalletAction }>, wallet: FakeWallet): void {
    if (action.do === 'resume-response') wallet.next('resume', action.response);
    else if (action.do === 'account') wallet.selectAccount(ACCOUNTS[action.ns][action.pick] ?? '');
    else if (action.do === 'chain') wallet.selectChain(CHAINS[action.ns][action.pick] ?? '');
    else if (action.do === 'release') wallet.release();
    else if (action.do === 'lock') wallet.lock();
    else if (action.do === 'unlock') wallet.unlock();
    else if (action.do === 'forget-site') wallet.forgetSite();
    else this.#repeat(wallet);
  }

  #connect({ tab: index, ns, wallet: which, response }: Extract<TabsAction, { do: 'connect' }>): void {
    const tab = this.#tab(index);
    const wallet = this.#wallet(ns, which);
    wallet.next('connect', response);
    tab.canConnect.set(ns, true);
    tab.runs.set(ns, record(tab.client.useCases.connectWallet.execute({ namespace: ns, connectorId: wallet.connector.id })));
  }

  #disconnect({ tab: index, ns, response }: Extract<TabsAction, { do: 'disconnect' }>): void {
    const tab = this.#tab(index);
    const other = this.#tab(1 - index);
    for (const each of ns === null ? TWO_NAMESPACES : [ns]) {
      const { connections } = tab.client;
      const id = connections.sessionOf(each)?.connector.id;
      if (id !== undefined)
        tab.client.chains.get(each) && this.wallets.find(({ connector }) => connector.id === id)?.next('disconnect', response);
      tab.canConnect.set(each, false);
      // A prompt that is open in the other tab may still be approved.
      const attempt = other.client.connections.state.namespaces[each]?.attempt;
      other.canConnect.set(each, attempt != null && !attempt.isAutomatic);
    }
    record(tab.client.useCases.disconnectWallet.execute(ns === null ? {} : { namespace: ns }));
  }

  #reload(index: number): void {
    const tab = this.#tab(index);
    this.#close(tab);
    // Only stored connections may be restored.
    for (const ns of TWO_NAMESPACES) tab.canConnect.set(ns, tab.client.connectionRepository.connectorIdOf(ns) !== null);
    const opened = this.#open(clientFixture({ sharedWith: tab.client, storage: tab.client.storage.reload() }), index, tab.canConnect);
    tab.client = opened.client;
    tab.subscription = opened.subscription;
    tab.runs.clear();
  }

  #repeat(wallet: FakeWallet): void {
    wallet.emit({ type: 'chain-changed', chainId: wallet.chainId });
    wallet.emit(wallet.shared.length === 0 ? { type: 'disconnected' } : { type: 'accounts-changed', accounts: wallet.shared });
  }

  #open(fixture: ClientFixture, index: number, allowed: Map<Ns, boolean> = new Map()): Tab {
    const tab: Tab = {
      client: fixture,
      subscription: followOtherTabs(fixture.connections, fixture.connectionRepository, fixture.useCases.reconnectWallets),
      runs: new Map(),
      canConnect: allowed,
    };
    tab.subscription.add(fixture.useCases.reconnectWallets.execute().subscribe());
    this.#watch(fixture, index, allowed);
    return tab;
  }

  #close({ client, subscription, runs }: Tab): void {
    for (const run of runs.values()) run.cancel();
    subscription.unsubscribe();
    client.connections.dispose();
  }

  #watch(fixture: ClientFixture, index: number, allowed: Map<Ns, boolean>): void {
    const { connections, useCases } = fixture;
    const before = new Map<Ns, string>();
    useCases.watchConnection.execute().subscribe((state) => {
      if (state !== connections.state) this.#recordViolation('the emitted state differs from the getter');
      for (const ns of TWO_NAMESPACES) {
        const { status, connectorId, caipAddress } = this.#checkNamespace(fixture, ns);
        this.#addTrace(this.traces[ns][index] ?? [], `${status} ${connectorId ?? '-'} ${caipAddress ?? '-'}`);
        if (status === 'connected' && before.get(ns) !== 'connected') this.#onConnected(ns, index, allowed);
        before.set(ns, status);
      }
    });
    for (const ns of TWO_NAMESPACES) {
      useCases.watchAccount.execute({ namespace: ns }).subscribe((account) => {
        if (key(account) !== key(accountOf(connections.state, ns))) this.#recordViolation('watchAccount differs from the state');
      });
    }
  }

  #onConnected(ns: Ns, index: number, allowed: Map<Ns, boolean>): void {
    if (allowed.get(ns) !== true) this.#recordViolation(`${ns} is connected in tab ${index} without a user action`);
    // The connection is stored, so the other tab may restore it.
    for (const tab of this.#tabs ?? []) tab.canConnect.set(ns, true);
  }

  #checkNamespace({ connections }: ClientFixture, ns: Ns): AccountState {
    const account = accountOf(connections.state, ns);
    const { status, address, caipAddress, connectorId, allAccounts } = account;
    const session = connections.sessionOf(ns);
    if ((status === 'connected') !== (session !== null)) this.#recordViolation(`${ns} is ${status} with session ${session?.connector.id}`);
    if (session === null) return account;
    const provider = this.wallets.find((wallet) => wallet === session.provider);
    if (provider === undefined || provider.listeners === 0) this.#recordViolation(`${ns} is connected without a callable provider`);
    if (session.connector.id !== connectorId) this.#recordViolation(`${ns} shows a different wallet than its session's`);
    if (address === undefined) this.#recordViolation(`${ns} is connected without an address`);
    const isOwn = session.connector.namespace === ns && caipAddress?.startsWith(`${ns}:`) === true;
    if (!isOwn || allAccounts.some(({ namespace }) => namespace !== ns)) this.#recordViolation(`${ns} contains data of another namespace`);
    return account;
  }

  /** Checks that account and chain in the tabs match the wallets. */
  #compareWithWallets(): void {
    for (const { client } of this.#tabs) {
      for (const ns of TWO_NAMESPACES) {
        const { status, connectorId, address, caipAddress } = accountOf(client.connections.state, ns);
        const wallet = this.wallets.find(({ connector }) => connector.id === connectorId);
        if (status !== 'connected') continue;
        if (wallet?.shared[0]?.address !== address || caipAddress !== `${wallet?.chainId}:${address}`) {
          this.#recordViolation(`${ns} shows ${caipAddress}, the wallet is on ${wallet?.chainId}:${wallet?.shared[0]?.address}`);
        }
      }
    }
  }

  #addTrace(trace: string[], entry: string): void {
    if (trace.at(-1) !== entry) trace.push(entry);
  }

  #recordViolation(text: string): void {
    this.violations.push(`after ${this.#currentAction}: ${text}`);
  }

  #tab(index: number): Tab {
    return this.#tabs[index === 0 ? 0 : 1];
  }

  #wallet(ns: Ns, which: number): FakeWallet {
    const { chain, solana } = this.#tabs[0].client;
    return (ns === 'eip155' ? chain : solana).wallet(WALLETS[ns][which]?.id ?? '');
  }
}

const key = ({ status, caipAddress, connectorId, allAccounts, connectedWalletInfo, balanceLoading }: AccountState): string =>
  [status, caipAddress, connectorId, allAccounts.map(({ address }) => address), connectedWalletInfo?.name, balanceLoading].join();

/** Two tabs of one origin with shared storage and wallets, which follow each other. */
export const twoTabs = (init: ClientFixtureInit = {}): readonly [fixture: ClientFixture, there: ClientFixture] => {
  const fixture = clientFixture(init);
  const there = clientFixture({ ...init, sharedWith: fixture, storage: fixture.storage.otherTab() });
  for (const tab of [fixture, there]) followOtherTabs(tab.connections, tab.connectionRepository, tab.useCases.reconnectWallets);
  return [fixture, there];
};

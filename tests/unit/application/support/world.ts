import type { Observable } from 'rxjs';
import { ConnectionMemory } from '../../../../application/connect/connection-memory.js';
import { ConnectionStore } from '../../../../application/connect/connection.store.js';
import { initialConnection } from '../../../../application/connect/initial-connection.js';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { FakeChain, type FakeChainInit } from '../../../../application/ports/chain.fake.js';
import type { Chains } from '../../../../application/ports/chain.port.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { EventBus } from '../../../../application/shared/event-bus.js';
import { OptionsStore } from '../../../../application/shared/options.store.js';
import { mainnet, polygon } from '../../../../domain/network/networks/eip155.js';
import { solana } from '../../../../domain/network/networks/solana.js';
import type { OptionsInput } from '../../../../domain/options/options.js';
import { parseOptions } from '../../../../domain/options/parse-options.js';

/** A whole client's state on fakes, with one EVM and one Solana chain. */
export interface World {
  readonly chain: FakeChain;
  readonly solana: FakeChain;
  readonly chains: Chains;
  readonly connections: ConnectionStore;
  readonly memory: ConnectionMemory;
  readonly storage: FakeStorage;
  readonly options: OptionsStore;
  readonly events: EventBus;
  readonly tracked: readonly { readonly event: string; readonly properties: unknown }[];
  readonly clock: FakeClock;
  readonly logger: FakeLogger;
  readonly browser: FakeBrowser;
}

/** Builds the world; each part can be given. */
export const world = (
  given: {
    readonly evm?: FakeChainInit;
    readonly storage?: FakeStorage;
    readonly options?: Partial<OptionsInput>;
    readonly withoutAdapters?: boolean;
  } = {},
): World => {
  const chain = new FakeChain({ wallets: [{ id: 'com.example.wallet', name: 'Example' }], ...given.evm });
  const other = new FakeChain({ namespace: 'solana', wallets: [{ id: 'com.example.solana', chainId: solana.caipNetworkId ?? '' }] });
  const chains: Chains = given.withoutAdapters
    ? new Map()
    : new Map([
        ['eip155', chain],
        ['solana', other],
      ]);
  const storage = given.storage ?? new FakeStorage();
  const memory = new ConnectionMemory(storage);
  const options = new OptionsStore(parseOptions({ networks: [mainnet, polygon, solana], ...given.options }));
  const connections = new ConnectionStore(initialConnection(options.current, memory));
  const clock = new FakeClock();
  const events = new EventBus(clock);
  const tracked: { event: string; properties: unknown }[] = [];
  events.events$.subscribe(({ event, properties }) => {
    if (event !== 'MODAL_CREATED') tracked.push({ event, properties });
  });
  const logger = new FakeLogger();
  return { chain, solana: other, chains, connections, memory, storage, options, events, tracked, clock, logger, browser: new FakeBrowser() };
};

/** Subscribes and keeps every value; `end` tells how the stream ended. */
export const record = <T>(stream: Observable<T>) => {
  const values: T[] = [];
  let end: 'open' | 'complete' | { readonly defect: unknown } = 'open';
  const subscription = stream.subscribe({
    next: (value) => values.push(value),
    error: (defect: unknown) => {
      end = { defect };
    },
    complete: () => {
      end = 'complete';
    },
  });
  return {
    values,
    get end() {
      return end;
    },
    cancel: () => subscription.unsubscribe(),
  };
};

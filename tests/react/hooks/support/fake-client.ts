import type { Latchkey } from '../../../../application/latchkey.js';
import { FakeAnalytics } from '../../../../application/ports/analytics.fake.js';
import { ANALYTICS } from '../../../../application/ports/analytics.port.js';
import { FakeBlockchainApi } from '../../../../application/ports/blockchain-api.fake.js';
import { BLOCKCHAIN_API } from '../../../../application/ports/blockchain-api.port.js';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { BROWSER } from '../../../../application/ports/browser.port.js';
import { FakeChain, type FakeChainInit } from '../../../../application/ports/chain.fake.js';
import { CHAIN } from '../../../../application/ports/chain.port.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { CLOCK } from '../../../../application/ports/clock.port.js';
import { KEY_CHAIN } from '../../../../application/ports/key-chain.port.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { LOGGER } from '../../../../application/ports/logger.port.js';
import { FakeRecordStore } from '../../../../application/ports/record-store.fake.js';
import { RECORD_STORE } from '../../../../application/ports/record-store.port.js';
import { RELAY } from '../../../../application/ports/relay.port.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { STORAGE } from '../../../../application/ports/storage.port.js';
import { FakeWalletDirectory, fakeWallet } from '../../../../application/ports/wallet-directory.fake.js';
import { WALLET_DIRECTORY } from '../../../../application/ports/wallet-directory.port.js';
import { FakeMessageRelay } from '../../../../application/wallet-protocol/message-relay.fake.js';
import type { LatchkeyOptions } from '../../../../composition/create-latchkey.js';
import { createLatchkey } from '../../../../composition/create-latchkey.js';
import { walletconnect } from '../../../../composition/modules/walletconnect.module.js';
import { defineModule, type LatchkeyModule } from '../../../../composition/wire.js';
import type { TrackedEvent } from '../../../../domain/analytics/tracked-event.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { mainnet, polygon } from '../../../../domain/network/networks/eip155.js';

/** Id of the wallet that every fake client discovers. */
export const WALLET = 'com.example.wallet';

/** A real client whose ports are fakes. */
export interface FakeClient {
  readonly client: Latchkey;
  readonly chain: FakeChain;
  readonly browser: FakeBrowser;
  readonly clock: FakeClock;
  readonly logger: FakeLogger;
  readonly storage: FakeStorage;
  /** Lists three wallets, `w0` to `w2`, by default. */
  readonly directory: FakeWalletDirectory;
  readonly analytics: FakeAnalytics;
  /** Serves `eip155:1`. */
  readonly blockchainApi: FakeBlockchainApi;
  /** Relay of a client with `hasRemoteWallets`. */
  readonly relay: FakeMessageRelay;
  readonly events: readonly TrackedEvent[];
}

/** Creates a client. */
export const fakeClient = ({
  options = {},
  chain: init = {},
  storage = new FakeStorage(),
  hasRemoteWallets = false,
  modules = [],
}: {
  readonly options?: Partial<LatchkeyOptions>;
  readonly chain?: FakeChainInit;
  readonly storage?: FakeStorage;
  /** Adds the wallet protocol over an in-memory relay. */
  readonly hasRemoteWallets?: boolean;
  /** Additional modules, which may replace bindings. */
  readonly modules?: readonly LatchkeyModule[];
} = {}): FakeClient => {
  const chain = new FakeChain({ wallets: [{ id: WALLET, name: 'Example' }], ...init });
  const browser = new FakeBrowser();
  const clock = new FakeClock();
  const relay = new FakeMessageRelay(clock);
  const logger = new FakeLogger();
  const chains = [toChainId('eip155:1')];
  const directory = new FakeWalletDirectory(['w0', 'w1', 'w2'].map((id) => fakeWallet(id, { chains })));
  const blockchainApi = new FakeBlockchainApi(chains);
  const analytics = new FakeAnalytics();
  const events: TrackedEvent[] = [];
  const fakes = defineModule((wire) => {
    wire(CLOCK, [], () => clock);
    wire(LOGGER, [], () => logger);
    wire(STORAGE, [], () => storage);
    wire(BROWSER, [], () => browser);
    wire(RELAY, [], () => relay.transport);
    wire(KEY_CHAIN, [], () => relay.keyChain);
    wire(RECORD_STORE, [], () => new FakeRecordStore());
    wire(WALLET_DIRECTORY, [], () => directory, { dispose: (bound) => bound.dispose() });
    wire(ANALYTICS, [], () => analytics);
    wire(BLOCKCHAIN_API, [], () => blockchainApi);
    wire(CHAIN, [], () => chain, { dispose: (bound) => bound.dispose() });
  });
  const client = createLatchkey({
    networks: [mainnet, polygon],
    ...options,
    modules: [...(hasRemoteWallets ? [walletconnect()] : []), fakes, ...modules],
    onEvent: (event) => events.push(event),
  });
  return { client, chain, browser, clock, logger, storage, directory, analytics, blockchainApi, relay, events };
};

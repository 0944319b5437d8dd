import { type FakeClock, settle } from '../../../../../application/ports/clock.fake.js';
import { FakeKeyValueStorage } from '../../../../../application/ports/key-value-storage.fake.js';
import { FakeLogger } from '../../../../../application/ports/logger.fake.js';
import { FakeRandom } from '../../../../../application/ports/random.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import { SignEngine } from '../../../../../application/wallet-protocol/engine/sign-engine.js';
import type { FakeMessageRelay } from '../../../../../application/wallet-protocol/message-relay.fake.js';
import { coreOfClient } from '../../../../../composition/sign-client/core-of-client.js';
import type { SignMetadata } from '../../../../../composition/sign-client/sign-types.js';
import { VerifyFacade } from '../../../../../composition/sign-client/verify-facade.js';
import { SignClient } from '../../../../../composition/sign-client.js';
import { unknownOrigin } from '../../../../../domain/wallet-protocol/origin/attestation.js';
import { VERIFIED } from '../../../application/wallet-protocol/engine/support/engine-party.js';

/** The public client of one party, whole, over a relay in memory. */
export class ClientPage {
  readonly logger = new FakeLogger();
  readonly client: SignClient;
  readonly relay: FakeMessageRelay;
  readonly metadata: SignMetadata;
  readonly #clock: FakeClock;
  readonly #store: FakeRecordStore;

  private constructor(clock: FakeClock, relay: FakeMessageRelay, name: string, store: FakeRecordStore) {
    this.#clock = clock;
    this.#store = store;
    this.relay = relay;
    this.metadata = { name, description: '', url: `https://${name}.example`, icons: [] };
    const { metadata, logger } = this;
    const engine = new SignEngine({
      relay,
      records: store,
      clock,
      random: new FakeRandom([0.1, 0.2, 0.3]),
      logger,
      metadata: () => metadata,
      checkOrigin: async () => VERIFIED,
      linking: null,
      exchange: {},
      nodes: async () => null,
    });
    const options = { projectId: 'any', metadata };
    const { context } = engine;
    const core = coreOfClient({
      options,
      context,
      pairings: engine.pairings,
      links: engine.links,
      verify: new VerifyFacade({ origins: { attest: null, attestation: async () => null, resolve: async () => unknownOrigin('none') } }),
      storage: new FakeKeyValueStorage(),
      closeLine: () => undefined,
      logger,
    });
    this.client = new SignClient({ options, metadata, logger, calls: engine, context, core, dispose: () => engine.dispose() });
    this.start = () => engine.start();
  }

  readonly start: () => Promise<void>;

  static async open(clock: FakeClock, relay: FakeMessageRelay, name: string, store = new FakeRecordStore()): Promise<ClientPage> {
    const page = new ClientPage(clock, relay, name, store);
    await page.start();
    return page;
  }

  /** The page is closed, and the next one opened. */
  async reload(): Promise<ClientPage> {
    this.client.dispose();
    await settle();
    return ClientPage.open(this.#clock, this.relay.otherTab(), this.metadata.name, this.#store);
  }
}

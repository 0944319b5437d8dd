import { CoreFacade } from '../../../../adapters/sign-client/core-facade.js';
import type { SignMetadata } from '../../../../adapters/sign-client/sign-types.js';
import { VerifyFacade } from '../../../../adapters/sign-client/verify-facade.js';
import type { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeKeyValueStorage } from '../../../../application/ports/key-value-storage.fake.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { FakeRandom } from '../../../../application/ports/random.fake.js';
import { FakeRecordStore } from '../../../../application/ports/record-store.fake.js';
import { SignEngine } from '../../../../application/wallet-protocol/engine/sign-engine.js';
import type { FakeMessageRelay } from '../../../../application/wallet-protocol/message-relay.fake.js';
import { SignClient } from '../../../../composition/sign-client.js';
import { unknownOrigin } from '../../../../domain/wallet-protocol/origin/attestation.js';
import { VERIFIED } from '../../application/wallet-protocol/engine/support/engine-party.js';

/** The public `SignClient` of one party over an in-memory relay. */
export class ClientPage {
  readonly logger = new FakeLogger();
  readonly client: SignClient;
  readonly relay: FakeMessageRelay;

  private constructor(clock: FakeClock, relay: FakeMessageRelay, name: string) {
    this.relay = relay;
    const metadata: SignMetadata = { name, description: '', url: `https://${name}.example`, icons: [] };
    const { logger } = this;
    const engine = new SignEngine({
      relay,
      records: new FakeRecordStore(),
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
    const core = new CoreFacade({
      ...{ name: 'core', projectId: 'any', relayUrl: undefined, customStoragePrefix: '' },
      ...{ context, relay: context.relay, clock: context.clock },
      pairings: engine.pairings,
      links: engine.links,
      verify: new VerifyFacade({ origins: { attest: null, attestation: async () => null, resolve: async () => unknownOrigin('none') } }),
      storage: new FakeKeyValueStorage(),
      closeConnection: () => undefined,
      logger,
    });
    this.client = new SignClient({ options, metadata, logger, calls: engine, context, core, dispose: () => engine.dispose() });
    this.start = () => engine.start();
  }

  readonly start: () => Promise<void>;

  static async open(clock: FakeClock, relay: FakeMessageRelay, name: string): Promise<ClientPage> {
    const page = new ClientPage(clock, relay, name);
    await page.start();
    return page;
  }
}

import { afterEach, beforeEach, expect } from 'vitest';
import { CoreFacade } from '../../../../adapters/sign-client/core-facade.js';
import { VerifyFacade } from '../../../../adapters/sign-client/verify-facade.js';
import { FakeAttestation, FakeAttestationService } from '../../../../application/ports/attestation.fake.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeKeyValueStorage } from '../../../../application/ports/key-value-storage.fake.js';
import { OriginChecker } from '../../../../application/wallet-protocol/engine/origin-checker.js';
import { Pairings } from '../../../../application/wallet-protocol/engine/pairings.js';
import { FakeMessageRelay } from '../../../../application/wallet-protocol/message-relay.fake.js';
import { EngineParty } from '../../application/wallet-protocol/engine/support/engine-party.js';

export const APP = { name: 'App', description: '', url: 'https://app.example', icons: [] };
export const WALLET = { name: 'Wallet', description: '', url: 'https://wallet.example', icons: [] };

/** Cores for the tests of a file, closed after each test, which must leave no timer. */
export const coreFixture = () => {
  let clock = new FakeClock();
  let parties: EngineParty[] = [];
  beforeEach(() => {
    clock = new FakeClock();
    parties = [];
  });
  afterEach(() => {
    for (const party of parties) party.close();
    expect(clock.pending).toBe(0);
  });

  /** A party of the protocol, by default with its own relay. */
  const party = (metadata = APP, relay = new FakeMessageRelay(clock)): EngineParty => {
    const created = new EngineParty(clock, relay, metadata);
    parties.push(created);
    return created;
  };

  /** The core of a party, by default without origin attestations. */
  const coreOf = (of: EngineParty, attests = new FakeAttestationService(), verifyUrl?: string) => {
    const links: string[] = [];
    const dispatched: { readonly envelope: string }[] = [];
    let closeCount = 0;
    const attestation = new FakeAttestation(attests, clock, 'https://app.example');
    const core = new CoreFacade({
      name: 'core',
      projectId: 'any',
      relayUrl: 'wss://relay.example',
      customStoragePrefix: '',
      storage: new FakeKeyValueStorage(),
      context: of.context,
      pairings: new Pairings(of.context),
      verify: new VerifyFacade({ origins: new OriginChecker({ verifyUrl, attestation, clock }) }),
      links: {
        list: () => links,
        remember: async (link) => void links.push(link),
        handleEnvelope: async (params) => {
          dispatched.push(params);
          if (params.envelope === 'broken') throw new Error('no envelope');
          return true;
        },
      },
      relay: of.relay,
      closeConnection: () => {
        closeCount += 1;
      },
      clock,
      logger: of.logger,
    });
    return { core, party: of, dispatched, left: () => closeCount };
  };
  return { clock: () => clock, party, coreOf };
};

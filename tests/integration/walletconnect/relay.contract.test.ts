import { relayContract } from '../../../testing/contracts/relay.contract.js';
import { contractRunner } from '../support/contract-runner.js';
import { startRelayFixture } from '../support/relay-fixture.js';

relayContract(contractRunner, 'CoreRelay', async () => {
  const fixture = await startRelayFixture();
  const { relay, peer, otherTab, reload } = fixture;
  return {
    ...fixture,
    relay: relay.transport,
    peer: peer.transport,
    otherTab: () => otherTab().transport,
    reload: () => reload().transport,
  };
});

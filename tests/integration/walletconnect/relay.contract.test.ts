import { relayContract } from '../../../testing/contracts/relay.contract.js';
import { contractRunner } from '../support/contract-runner.js';
import { startRelayWorld } from '../support/relay-world.js';

relayContract(contractRunner, 'CoreRelay', async () => {
  const world = await startRelayWorld();
  const { relay, peer, otherTab, reload } = world;
  return {
    ...world,
    relay: relay.transport,
    peer: peer.transport,
    otherTab: () => otherTab().transport,
    reload: () => reload().transport,
  };
});

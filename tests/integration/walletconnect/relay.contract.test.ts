import { relayContract } from '../../../testing/contracts/relay.contract.js';
import { contractRunner } from '../support/contract-runner.js';
import { startRelayWorld } from '../support/relay-world.js';

relayContract(contractRunner, 'CoreRelay', startRelayWorld);

import { describe, expect, it } from 'vitest';
import { relayContract } from '../../../testing/contracts/relay.contract.js';
import { startRelayWorld } from '../support/relay-world.js';

relayContract({ describe, it, expect }, 'CoreRelay', startRelayWorld);

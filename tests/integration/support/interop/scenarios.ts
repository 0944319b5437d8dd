import type { Scenario } from './scenario.js';
import { NETWORK_SCENARIOS } from './scenarios/network.js';
import { PAIRING_SCENARIOS } from './scenarios/pairing.js';
import { REQUEST_SCENARIOS } from './scenarios/request.js';
import { RESTART_SCENARIOS } from './scenarios/restart.js';
import { SESSION_SCENARIOS } from './scenarios/session.js';
import { SIGN_IN_SCENARIOS } from './scenarios/sign-in.js';

/** Everything that two clients are tried with. */
export const SCENARIOS: readonly Scenario[] = [
  ...PAIRING_SCENARIOS,
  ...SESSION_SCENARIOS,
  ...REQUEST_SCENARIOS,
  ...SIGN_IN_SCENARIOS,
  ...RESTART_SCENARIOS,
  ...NETWORK_SCENARIOS,
];

// What the frame and the window load when a request is to be approved: one chunk.

// biome-ignore lint/performance/noBarrelFile: it defines the chunk
export { parseSignInMessage } from 'latchkey/server';
export { signingChallenge } from '../keys/confirmation.js';
export { RefusedRequest } from './approval-request.js';
export { expectedDecision } from './expected-decision.js';
export { approvalDigest, payloadsOf, signablesOf } from './payloads.js';
export { prepareTransaction } from './prepare-transaction.js';
export { readRequest, readTransaction, refuseSmartSignature } from './read-request.js';
export { formatRequest, parseRequest } from './request-json.js';
export { evmSignature, sendSolana, signedTransaction, signSolana, solanaResponse } from './respond.js';
export { readToken, simulate } from './simulate.js';
export { summarize } from './summarize.js';
export { notice } from './summary.js';

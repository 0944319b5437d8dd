// What the approver does for the frame and the window.

// biome-ignore lint/performance/noBarrelFile: it defines what other documents call
export { signingChallenge } from '../keys/confirmation.js';
export { completeSmartRequest, readSmartRequest, smartCallsStatus } from '../smart-account/smart-calls.js';
export { expectedDecision } from './expected-decision.js';
export { approvalDigest, payloadsOf, signablesOf } from './payloads.js';
export { prepareTransaction } from './prepare-transaction.js';
export { readRequest, readTransaction, refuseSmartSignature } from './read-request.js';
export { readToken } from './read-token.js';
export { formatRequest, parseRequest } from './request-json.js';
export { evmSignature, sendSolana, signedTransaction, signSolana, solanaResponse } from './respond.js';
export { simulate } from './simulate.js';
export { summarizeRequest as summarize } from './summarize-request.js';

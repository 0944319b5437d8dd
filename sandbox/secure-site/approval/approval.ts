// What the frame and the window load when a request is to be approved: one chunk. It has no library of a chain: what is shown, and the bytes that are
// signed, are read from the request of the app by this code alone.

// biome-ignore lint/performance/noBarrelFile: it defines the chunk
export { signingChallenge } from '../keys/confirmation.js';
export { checkOperation, checkReplacement } from '../smart-account/check-operation.js';
export { readSmartCall } from '../smart-account/read-smart-call.js';
export { expectedDecision } from './expected-decision.js';
export { approvalDigest, payloadsOf, signablesOf } from './payloads.js';
export { prepareTransaction } from './prepare-transaction.js';
export { readRequest, readTransaction, refuseSmartSignature } from './read-request.js';
export { readToken } from './read-token.js';
export { formatRequest, parseRequest } from './request-json.js';
export { evmSignature, sendSolana, signedTransaction, signSolana, solanaResponse } from './respond.js';
export { simulate } from './simulate.js';
export { summarizeRequest as summarize } from './summarize-request.js';

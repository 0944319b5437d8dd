import {
  approvalDigest,
  completeSmartRequest,
  evmSignature,
  expectedDecision,
  formatRequest,
  parseRequest,
  payloadsOf,
  prepareTransaction,
  readRequest,
  readSmartRequest,
  readToken,
  readTransaction,
  refuseSmartSignature,
  sendSolana,
  signablesOf,
  signedTransaction,
  signingChallenge,
  signSolana,
  simulate,
  smartCallsStatus,
  solanaResponse,
  summarize,
} from '../approval/approval.js';
import { CallPort } from './call-port.js';

// The approver: reads requests, says in words what they do, simulates them, and encodes what is signed. It has the libraries of the chains, and
// so runs in a document of its own: without an origin, storage, network or worker. What it says is believed; more than that it cannot do.

const APPROVAL = {
  approvalDigest,
  completeSmartRequest,
  evmSignature,
  expectedDecision,
  formatRequest,
  parseRequest,
  payloadsOf,
  prepareTransaction,
  readRequest,
  readSmartRequest,
  readToken,
  readTransaction,
  refuseSmartSignature,
  sendSolana,
  signablesOf,
  signedTransaction,
  signingChallenge,
  signSolana,
  simulate,
  smartCallsStatus,
  solanaResponse,
  summarize,
};

/** The approver's functions. */
export type ApprovalFunctions = typeof APPROVAL;

window.addEventListener('message', ({ source, ports: [port] }) => {
  if (source !== window.parent || port === undefined) return;
  new CallPort(port, { ...APPROVAL, isReady: () => true });
});

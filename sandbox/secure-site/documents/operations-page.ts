import { completeSmartRequest, prepareSmartOperation, smartCallsStatus } from '../smart-account/smart-calls.js';
import { CallPort } from './call-port.js';

// Completes operations of smart accounts, sends and follows them. It has the library of the chain, and so runs in a document of its own: without an
// origin, storage, network or worker. The document that loads it lends it what it needs, and tests what it gives back before it is shown or signed.

const OPERATIONS = { completeSmartRequest, prepareSmartOperation, smartCallsStatus };

/** The functions of this document. */
export type OperationFunctions = typeof OPERATIONS;

window.addEventListener('message', ({ source, ports: [port] }) => {
  if (source !== window.parent || port === undefined) return;
  new CallPort(port, { ...OPERATIONS, isReady: () => true });
});

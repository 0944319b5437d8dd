import * as functions from '../../../../../sandbox/secure-site/approval/approval.js';
import { CallPort } from '../../../../../sandbox/secure-site/documents/call-port.js';
import { type Approval, remoteFunctions } from '../../../../../sandbox/secure-site/documents/load-approval.js';

/** The approver's functions behind a port, without its document. */
export const localApproval = async (): Promise<Approval> => {
  const { port1, port2 } = new MessageChannel();
  new CallPort(port2, { ...functions });
  const approval: Approval = remoteFunctions(new CallPort(port1));
  // Open ports would keep the process alive.
  for (const port of [port1, port2]) if ('unref' in port && typeof port.unref === 'function') port.unref();
  return approval;
};

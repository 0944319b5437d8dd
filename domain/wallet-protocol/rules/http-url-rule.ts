import { isHttpUrl } from '../primitives.js';
import { type ProtocolFault, protocolFault } from '../protocol-fault.js';
import { shown } from '../shown.js';

/** Rule of an RPC URL that HTTP is to be spoken with: it is one of http or https. */
export const httpUrlFault = (url: unknown): ProtocolFault | null =>
  isHttpUrl(url) ? null : protocolFault('json-rpc/invalid-url', { url: shown(url) });

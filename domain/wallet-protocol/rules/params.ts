import { invalid, type ProtocolFault } from '../protocol-fault.js';
import { shown } from '../shown.js';

/** Fault of parameters that are not there. @param call e.g. `approve()` */
export const paramsFault = (call: string, params: unknown, show: (value: unknown) => string = shown): ProtocolFault | null =>
  params === undefined || params === null ? invalid(`${call} params: ${show(params)}`) : null;

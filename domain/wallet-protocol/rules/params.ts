import { isObject } from '../is-object.js';
import { invalid, type ProtocolFault } from '../protocol-fault.js';
import { shown } from '../shown.js';

/** The members of a call's parameters, each of which is still to be checked; none where the parameters are no object. */
export const membersOf = (params: unknown): Readonly<Record<string, unknown>> => (isObject(params) ? params : {});

/** Fault of parameters that are not there. @param call e.g. `approve()` */
export const paramsFault = (call: string, params: unknown, show: (value: unknown) => string = shown): ProtocolFault | null =>
  params === undefined || params === null ? invalid(`${call} params: ${show(params)}`) : null;

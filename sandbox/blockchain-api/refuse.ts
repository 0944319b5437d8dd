import * as v from 'valibot';
import { type Address, getAddress, isAddress, isHex } from 'viem';
import { RequestError } from './route.js';

/** Where a request has its wrong parameter. */
export type ParameterLocation = 'path' | 'query' | 'body';

/** A refused parameter, as clients of the service know it. */
export class RefusedParameter extends RequestError {
  readonly location: ParameterLocation;

  constructor(location: ParameterLocation, name: string, description: string, status: number) {
    super(status, name, description);
    this.location = location;
  }
}

/** Refuses a parameter. Default status: 400. */
export const refuse = (location: ParameterLocation, name: string, description: string, status = 400): RefusedParameter =>
  new RefusedParameter(location, name, description, status);

/** Returns an address of eip155 with its checksum; `null` if it is none. */
export const parseAddress = (text: string): Address | null => (isAddress(text, { strict: false }) ? getAddress(text) : null);

/** A signature in hex. Those of smart accounts hold code. */
export const signatureSchema = v.custom<`0x${string}`>(
  (value) => isHex(value) && value.length > 2 && value.length % 2 === 0 && value.length <= 131_072,
  'This is not a signature in hex.',
);

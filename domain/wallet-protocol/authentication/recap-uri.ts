import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64nopad } from '@scure/base';
import { base64ToBytes, utf8Text } from '../base64.js';
import { invalidParameter } from './invalid-parameter.js';
import { checkRecap, type Recap } from './recap.js';

/** What a ReCap begins with among the resources of a sign-in. @see https://eips.ethereum.org/EIPS/eip-5573#recap-uri-scheme */
const PREFIX = 'urn:recap:';

/** Whether a resource is a ReCap. */
export const isRecapUri = (resource: string): boolean => resource.startsWith(PREFIX);

/**
 * Writes a ReCap as a resource. Of the two alphabets of base64 the standard one, as wallets read it, without padding.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 */
export const encodeRecap = (recap: Recap): string => `${PREFIX}${base64nopad.encode(utf8ToBytes(JSON.stringify(checkRecap(recap))))}`;

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch (cause) {
    throw invalidParameter('The recap is not JSON in base64', cause);
  }
};

/**
 * Reads a ReCap out of a resource, in either alphabet of base64, with or without padding.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 */
export const decodeRecap = (uri: string): Recap => {
  const bytes = base64ToBytes(uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : uri);
  return checkRecap(parse(bytes === null ? null : utf8Text(bytes)));
};

/** The ReCap among resources, which is the last of them or none; `null` when there is none. */
export const recapUriOf = (resources: readonly string[] | undefined): string | null => {
  const last = resources?.at(-1);
  return last !== undefined && isRecapUri(last) ? last : null;
};

/**
 * What the ReCap among resources says; `null` when there is none.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 */
export const recapOf = (resources: readonly string[] | undefined): Recap | null => {
  const uri = recapUriOf(resources);
  return uri === null ? null : decodeRecap(uri);
};

import type { Namespace } from '../caip/namespace.js';
import { formatAddress } from './display-address.js';
import { addressKey, isSameAddress } from './same-address.js';

/** The form in which users recognize an address: shortened, without regard to letter case. */
export const recognizedForm = (address: string): string => formatAddress(address).toLowerCase();

/** An address that looks like another one when it is shortened. */
export interface LookAlike {
  /** The address that the user knows. */
  readonly resembles: string;
  /** Positions at which the two differ, in code units of the longer one. */
  readonly differences: readonly number[];
}

/**
 * Finds the known address that another one imitates; `null` if it is known itself, or resembles none.
 * @param known addresses of the user, of contacts, and those that were sent to before
 */
export const lookAlikeOf = (namespace: Namespace, address: string, known: readonly string[]): LookAlike | null => {
  if (known.some((each) => isSameAddress(namespace, each, address))) return null;
  const form = recognizedForm(address);
  const resembles = known.find((each) => recognizedForm(each) === form);
  if (resembles === undefined) return null;
  const [one, other] = [addressKey(namespace, address), addressKey(namespace, resembles)];
  const positions = Array.from({ length: Math.max(one.length, other.length) }, (_, position) => position);
  return { resembles, differences: positions.filter((position) => one[position] !== other[position]) };
};

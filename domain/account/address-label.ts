import type { Namespace } from '../caip/namespace.js';
import { isSameAddress } from './same-address.js';

/** The app's address labels in one namespace. */
export type AddressLabels = ReadonlyMap<string, string>;

/** Finds the label of an address, ignoring letter case where the namespace does. */
export const addressLabelOf = (labels: AddressLabels, namespace: Namespace, address: string): string | undefined =>
  [...labels].find(([labelled]) => isSameAddress(namespace, labelled, address))?.[1];

/** Returns the labels with the address's label replaced, or removed with `null`. */
export const withAddressLabel = (labels: AddressLabels, namespace: Namespace, address: string, label: string | null): AddressLabels =>
  new Map([
    ...[...labels].filter(([labelled]) => !isSameAddress(namespace, labelled, address)),
    ...(label === null ? [] : [[address, label] as const]),
  ]);

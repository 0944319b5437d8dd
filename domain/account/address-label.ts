import type { Namespace } from '../caip/namespace.js';
import { isSameAddress } from './same-address.js';

/** Names that the host gave to addresses of one namespace. */
export type AddressLabels = ReadonlyMap<string, string>;

/** The name of an address, in whatever letter case it was given. */
export const addressLabelOf = (labels: AddressLabels, namespace: Namespace, address: string): string | undefined =>
  [...labels].find(([labelled]) => isSameAddress(namespace, labelled, address))?.[1];

/** The labels with one more, or with `null` one less. An address has one label. Gives a new map. */
export const withAddressLabel = (labels: AddressLabels, namespace: Namespace, address: string, label: string | null): AddressLabels =>
  new Map([
    ...[...labels].filter(([labelled]) => !isSameAddress(namespace, labelled, address)),
    ...(label === null ? [] : [[address, label] as const]),
  ]);

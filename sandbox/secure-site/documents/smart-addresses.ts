import { address, type Fact } from '../approval/summary.js';

/** The address of an owner's smart account on a network. */
export interface SmartAddress {
  /** CAIP-2. */
  readonly chainId: string;
  /** Name of the network. */
  readonly network: string;
  readonly address: string;
}

/** The smart accounts of an owner on all networks that have them. @param owner address of a key of eip155 */
export type SmartAddressesOf = (owner: string) => Promise<readonly SmartAddress[]>;

/** The smart accounts as facts. Networks with one factory share an address; where there are several, each is named with its networks. */
export const smartAddressFacts = (accounts: readonly SmartAddress[], label: string): readonly Fact[] => {
  const addresses = [...new Set(accounts.map((account) => account.address))];
  const networksOf = (own: string): string =>
    accounts
      .filter((account) => account.address === own)
      .map(({ network }) => network)
      .join(', ');
  return addresses.map((own) => address(addresses.length === 1 ? label : `${label} on ${networksOf(own)}`, own));
};

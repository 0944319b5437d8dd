import { plural } from './plural.js';

/** English texts for networks. */
export const networkEn = {
  networkNotFound: 'Network not found',
  searchNetworks: 'Search networks',
  networkList: 'Networks',
  networksFound: (count: number) => `${plural(count, { one: 'network', other: 'networks' })} found`,
  noNetworks: 'No networks found',
  noNetworksHint: (search: string) => `No results for “${search}”.`,
  testnet: 'testnet',
  notOfferedBy: (wallet: string) => `not available in ${wallet}`,
  /** `networks` is a list joined with “or”. */
  networksNotOffered: (wallet: string, networks: string) => `This site can't use ${networks} with ${wallet}.`,
  otherNetworks: (count: number) => plural(count, { one: 'other network', other: 'other networks' }),
  walletNeeded: (network: string) => `Connect a wallet for ${network}`,
  walletNeededHint: (network: string) => `No wallet is connected for ${network} yet. Your other wallets stay connected.`,
  stayOn: (network: string) => `Stay on ${network}`,
  switchApprove: (wallet: string) => `Confirm in ${wallet}`,
  switchApproveHint: (name: string) => `Approve the switch to ${name}.`,
  switchDeclined: 'Switch declined',
  switchDeclinedHint: 'Your network has not changed.',
  switchUnsupported: (wallet: string) => `${wallet} doesn't support this network`,
  switchUnsupportedHint: (wallet: string) => `Add the network in ${wallet} or choose another one.`,
  switchFailed: 'Failed to switch network',
  switchFailedHint: 'Try again or choose another network.',
  switched: (name: string) => `Switched to ${name}`,
  unsupportedTitle: (wallet: string) => `${wallet} is on another network`,
  /** `network` is a name, or a chain id if the name is unknown. */
  unsupportedHint: (network: string) => `This site doesn't support ${network}. Choose a network to continue.`,
  networkId: (id: string) => `network ${id}`,
  networkIntro1: 'Where your assets live',
  networkIntro1Text: 'A network is many computers that agree on who owns what. Fees are paid in its own coin.',
  networkIntro2: 'One address, separate balances',
  networkIntro2Text: 'You can hold assets on several networks. Each network has its own balances.',
  networkIntro3: 'Apps support certain networks',
  networkIntro3Text: 'Switching tells your wallet which network to use. Your assets do not move.',
};

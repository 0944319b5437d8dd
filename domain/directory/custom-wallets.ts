import type { Connector } from '../connection/connector.js';
import { isConnectorOf } from '../connection/connector-list.js';
import type { CustomWallet } from '../options/options.js';

/** A wallet that the host adds, with the address its row leads to. */
export interface CustomWalletLink {
  readonly wallet: CustomWallet;
  readonly href: string;
}

/**
 * The host's own wallets as rows: where each leads on this device, without those that are in the list as a connector
 * already and without those that lead nowhere.
 */
export const customWalletLinks = (
  wallets: readonly CustomWallet[],
  connectors: readonly Connector[],
  { mobile }: { readonly mobile: boolean },
): readonly CustomWalletLink[] =>
  wallets
    .filter((wallet) => !connectors.some((connector) => isConnectorOf(connector, wallet)))
    .flatMap((wallet) => {
      const href = (mobile ? wallet.mobile_link : undefined) ?? wallet.webapp_link ?? wallet.homepage;
      return href === undefined ? [] : [{ wallet, href }];
    });

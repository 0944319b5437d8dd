import type { Connector } from '../connection/connector.js';
import { isConnectorOf } from '../connection/connector-list.js';
import type { CustomWallet } from '../options/options.js';

/** A custom wallet with its link. */
export interface CustomWalletLink {
  readonly wallet: CustomWallet;
  readonly href: string;
}

/** Links of the app's custom wallets on this device. Excludes wallets that are listed as connectors and wallets without a link. */
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

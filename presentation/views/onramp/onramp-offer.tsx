import type { ReactElement } from 'react';
import { Notice } from '../../components/notice.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { type Onramp, useOnramp } from '../../hooks/use-onramp.js';
import { NotConnected } from '../account/not-connected.js';

const SKELETON_COUNT = 3;

/** Props of {@link OnrampOffer}. */
export interface OnrampOfferProps {
  /** Renders the purchase once something can be bought: there is a provider, and currencies are read or cannot be. */
  readonly children: (onramp: Onramp) => ReactElement;
}

/** Content that needs an offer for the account; says what is missing until there is one. */
export const OnrampOffer = ({ children }: OnrampOfferProps): ReactElement => {
  const m = useMessages();
  const { address } = useAccount();
  const { network } = useNetwork();
  const onramp = useOnramp();
  if (address === undefined) return <NotConnected />;
  if (onramp.isRestricted) return <Notice icon="card" title={m.buyUnavailable} hint={m.buyRestrictedHint} />;
  // Until the code of buying is loaded, nothing can be entered, and no provider is known.
  if (onramp.paymentCurrencies === null && onramp.error === null) return <SkeletonRows count={SKELETON_COUNT} label={m.buyLoading} />;
  if (onramp.providers.length === 0)
    return <Notice icon="card" title={m.buyUnavailable} hint={m.buyUnavailableHint(network?.name ?? m.network)} />;
  return children(onramp);
};

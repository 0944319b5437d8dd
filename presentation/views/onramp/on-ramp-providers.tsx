import { type ReactElement, useId, useRef } from 'react';
import { meldCurrencyOf, type OnrampProvider } from '../../../domain/onramp/onramp-provider.js';
import { canCheckOut } from '../../../domain/onramp/onramp-state.js';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { useStartBuy } from '../../components/buy-scope.js';
import { IconTile } from '../../components/icon-tile.js';
import { Picture } from '../../components/picture.js';
import { Row } from '../../components/row.js';
import { useRetryWhenOnline } from '../../components/use-retry-when-online.js';
import { useVirtualKeyboardInset } from '../../components/use-virtual-keyboard-inset.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useOnline } from '../../hooks/use-online.js';
import type { Onramp } from '../../hooks/use-onramp.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';
import { OnrampAmount } from './onramp-amount.js';
import { OnrampOffer } from './onramp-offer.js';
import { OnrampPrice } from './onramp-price.js';

/** The form of a purchase with its price, and the providers. */
export const OnRampProviders = (): ReactElement => <OnrampOffer>{(onramp) => <Purchase onramp={onramp} />}</OnrampOffer>;

interface PurchaseProps {
  readonly onramp: Onramp;
}

const Purchase = ({ onramp }: PurchaseProps): ReactElement => {
  const m = useMessages();
  const online = useOnline();
  const titleId = useId();
  const form = useRef<HTMLDivElement>(null);
  const { namespace, allAccounts } = useAccount();
  const { push } = useRouter();
  const track = useTrack();
  const { providers, error, quote, edit } = onramp;
  useVirtualKeyboardInset(form);
  useRetryWhenOnline(quote?.estimated === true, () => edit({}));
  return (
    <div className="stack" ref={form}>
      {error === null ? (
        <>
          <OnrampAmount onramp={onramp} />
          <OnrampPrice onramp={onramp} />
        </>
      ) : null}
      <div className="buy-list">
        <h2 id={titleId}>{m.buyProviders}</h2>
        <ul className="list" aria-labelledby={titleId}>
          {providers.map((provider) => (
            <li key={provider.id}>
              <ProviderRow provider={provider} onramp={onramp} />
            </li>
          ))}
        </ul>
      </div>
      {online ? null : (
        <p className="hint" role="status">
          {m.buyOffline}
        </p>
      )}
      {namespace === 'eip155' ? (
        <Row
          start={<IconTile name="card" />}
          title={m.buyPurchases}
          focusKey="purchases"
          testId="lk-purchases"
          onClick={() => push(view('OnRampActivity'))}
        />
      ) : null}
      <ActionButton
        focusKey="help"
        testId="lk-buy-help"
        onClick={() => {
          track('SELECT_WHAT_IS_A_BUY', { isSmartAccount: allAccounts[0]?.type === 'smartAccount' });
          push(view('WhatIsABuy'));
        }}
      >
        {m.titleWhatIsBuy}
      </ActionButton>
    </div>
  );
};

interface ProviderRowProps extends PurchaseProps {
  readonly provider: OnrampProvider;
}

/** A provider with its fee; disabled with the reason while nothing can be bought there. */
const ProviderRow = ({ provider, onramp }: ProviderRowProps): ReactElement => {
  const m = useMessages();
  const online = useOnline();
  const { namespace } = useAccount();
  const { network } = useNetwork();
  const start = useStartBuy();
  const { id, name, feeRange, hasQuotes } = provider;
  const isReady = canCheckOut(onramp, provider) && online;
  const reason = reasonOf(onramp, network?.name ?? m.network, m);
  return (
    <Row
      start={<Picture src={null} name={name} />}
      title={name}
      detail={
        <>
          <span className="item">{m.buyFeeRange(feeRange)}</span>
          {hasQuotes ? (
            isReady || reason === null ? null : (
              <span className="item why">{reason}</span>
            )
          ) : (
            <span className="item">{m.buyAtProvider(meldCurrencyOf(namespace))}</span>
          )}
        </>
      }
      {...(isReady ? {} : { end: null })}
      disabled={!isReady}
      focusKey={`provider ${id}`}
      testId={`lk-provider-${id}`}
      onClick={() => start(id)}
    />
  );
};

/** Returns the reason that nothing can be bought at a provider with prices; `null` if it needs no words, as beside a wrong amount. */
const reasonOf = ({ error, fault, quote, isQuoting }: Onramp, network: string, m: ReturnType<typeof useMessages>): string | null => {
  if (error !== null) return m.buyServiceMissing;
  if (fault === 'nothing-sold') return m.buyNotSold(network);
  if (fault !== null) return fault === 'amount-missing' ? m.buyEnterAmount : null;
  if (quote?.estimated === true) return m.buyEstimatedTitle;
  return isQuoting ? m.buyReading : null;
};

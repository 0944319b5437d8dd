import type { ReactElement } from 'react';
import { Icon } from '../../components/icon.js';
import { Notice } from '../../components/notice.js';
import { Row } from '../../components/row.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useRouter } from '../../hooks/use-router.js';
import { CurrencyPicture } from './currency-picture.js';
import { OnrampOffer } from './onramp-offer.js';

/** Tokens that are sold on the network of the account, to choose from. */
export const OnRampTokenSelect = (): ReactElement => {
  const m = useMessages();
  const { goBack } = useRouter();
  const { network } = useNetwork();
  return (
    <OnrampOffer>
      {({ purchaseCurrencies, purchase, edit }) =>
        purchaseCurrencies.length === 0 ? (
          <Notice icon="card" title={m.buyUnavailable} hint={m.buyNoTokens(network?.name ?? m.network)} />
        ) : (
          <ul className="list" aria-label={m.buyTokenList}>
            {purchaseCurrencies.map(({ id, name, symbol }) => (
              <li key={id}>
                <Row
                  start={<CurrencyPicture kind="token" symbol={symbol} />}
                  title={<bdi>{name}</bdi>}
                  detail={<bdi>{symbol}</bdi>}
                  end={id === purchase?.id ? <Icon name="check" /> : null}
                  current={id === purchase?.id}
                  focusKey={`token ${id}`}
                  testId={`lk-buy-token-${symbol}`}
                  onClick={() => {
                    edit({ purchaseId: id });
                    goBack();
                  }}
                />
              </li>
            ))}
          </ul>
        )
      }
    </OnrampOffer>
  );
};

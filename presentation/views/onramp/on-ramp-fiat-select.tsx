import type { ReactElement } from 'react';
import { Icon } from '../../components/icon.js';
import { Notice } from '../../components/notice.js';
import { Row } from '../../components/row.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useRouter } from '../../hooks/use-router.js';
import { CurrencyPicture } from './currency-picture.js';
import { fiatName } from './fiat-text.js';
import { OnrampOffer } from './onramp-offer.js';

/** Currencies to pay in, to choose from. */
export const OnRampFiatSelect = (): ReactElement => {
  const m = useMessages();
  const { goBack } = useRouter();
  const { network } = useNetwork();
  return (
    <OnrampOffer>
      {({ paymentCurrencies, payment, edit }) =>
        paymentCurrencies === null || paymentCurrencies.length === 0 ? (
          <Notice icon="card" title={m.buyUnavailable} hint={m.buyNoTokens(network?.name ?? m.network)} />
        ) : (
          <ul className="list" aria-label={m.buyFiatList}>
            {paymentCurrencies.map(({ id }) => (
              <li key={id}>
                <Row
                  start={<CurrencyPicture kind="currency" symbol={id} />}
                  title={fiatName(id, m.locale)}
                  detail={<bdi>{id}</bdi>}
                  end={id === payment?.id ? <Icon name="check" /> : null}
                  current={id === payment?.id}
                  focusKey={`fiat ${id}`}
                  testId={`lk-fiat-${id}`}
                  onClick={() => {
                    edit({ paymentId: id });
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

import { type ReactElement, useEffect } from 'react';
import { isSameAddress } from '../../../domain/account/same-address.js';
import { addressOf } from '../../../domain/caip/caip-10.js';
import { fiatOfUnits } from '../../../domain/money/fiat-amount.js';
import { formatAmount, formatFiat } from '../../../domain/money/format-amount.js';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { Avatar } from '../../components/avatar.js';
import { FullAddress } from '../../components/full-address.js';
import { NetworkPicture } from '../../components/network-picture.js';
import { useSubmission } from '../../components/send-scope.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useOnline } from '../../hooks/use-online.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSend } from '../../hooks/use-send.js';
import { TokenPicture } from '../tokens/token-picture.js';
import { CompareAddresses } from './compare-addresses.js';
import { SimulatedChanges } from './simulated-changes.js';
import { useFeeTexts } from './use-fee-texts.js';

/** What is sent, from whom, to whom and for which fee, before the wallet is asked. */
export const WalletSendPreview = (): ReactElement | null => {
  const m = useMessages();
  const { push, goBack } = useRouter();
  const online = useOnline();
  const { network } = useNetwork();
  const { namespace, caipAddress, addressLabel, profileName } = useAccount();
  const { token, value, address, found, contacts, isCompared, isSponsored, fault, quote, digest } = useSend();
  const { submitSend, isWaiting } = useSubmission();
  const { feeText, limitText } = useFeeTexts();
  const isComplete = token !== null && address !== null && caipAddress !== undefined;
  // As after another account was chosen in the wallet.
  useEffect(() => {
    if (!isComplete) goBack();
  }, [isComplete, goBack]);
  if (!isComplete) return null;
  const { decimals, symbol, priceUsd } = token;
  const lookAlike = found?.lookAlike ?? null;
  const contact = contacts.find((each) => isSameAddress(namespace, each.address, address));
  const isSelf = isSameAddress(namespace, addressOf(caipAddress), address);
  const name = found?.name ?? null;
  const canSend = fault === null && (quote !== null || isSponsored) && (lookAlike === null || isCompared) && !isWaiting;
  const confirm = (): void => {
    if (!canSend) return;
    push(view('Account'));
    submitSend({ reviewed: digest });
  };
  return (
    <div className="stack">
      <section className="send-side" aria-label={m.sendYouSend}>
        <h2>{m.sendYouSend}</h2>
        <div className="send-sum">
          <TokenPicture token={token} size={44} />
          <span data-testid="lk-preview-amount">
            {value === null ? (
              <span className="skeleton" role="img" aria-label={m.loading} style={{ inlineSize: 112, blockSize: 20 }} />
            ) : (
              <bdi dir="ltr">
                {formatAmount(value, decimals, decimals, { locale: m.locale, minDigits: 0 })} {symbol}
              </bdi>
            )}
            {priceUsd === null || value === null ? null : (
              <small dir="ltr">{formatFiat(Number(fiatOfUnits(value, decimals, priceUsd)), { locale: m.locale, currency: 'USD' })}</small>
            )}
          </span>
        </div>
      </section>
      <section className="send-side" aria-label={m.sendFrom}>
        <h2>{m.sendFrom}</h2>
        {(addressLabel ?? profileName) === undefined ? null : <bdi>{addressLabel ?? profileName}</bdi>}
        <FullAddress value={addressOf(caipAddress)} />
      </section>
      <section className="send-side" aria-label={m.sendToTitle}>
        <h2>{m.sendToTitle}</h2>
        {name === null ? null : (
          <span className="send-name">
            <Avatar address={address} image={found?.imageUrl ?? undefined} size={28} />
            <bdi dir="ltr">{name}</bdi>
          </span>
        )}
        <FullAddress value={address} testId="lk-preview-to" marked={lookAlike?.differences ?? []} />
        {isSelf ? <p className="hint">{m.sendToSelf}</p> : contact === undefined ? <span className="tag">{m.sendFirstTime}</span> : null}
        {found?.isContract === true ? <p className="hint">{m.sendToAnyContract(symbol)}</p> : null}
      </section>
      {lookAlike === null ? null : <CompareAddresses address={address} lookAlike={lookAlike} />}
      <SimulatedChanges />
      <dl className="term-list token-terms">
        <div>
          <dt>{m.sendNetwork}</dt>
          <dd>
            <span className="via">
              <NetworkPicture network={network} size={20} />
              {network?.name}
            </span>
          </dd>
        </div>
        <div>
          <dt>{m.sendFee}</dt>
          <dd data-testid="lk-preview-fee">
            {isSponsored ? (
              m.sendFeeSponsored
            ) : (
              <>
                <bdi dir="ltr">{feeText}</bdi>
                <small dir="ltr">{m.sendFeeLimit(limitText)}</small>
              </>
            )}
          </dd>
        </div>
      </dl>
      <div className="decision">
        {online && !isWaiting ? null : (
          <p className="hint" role="status">
            {isWaiting ? m.sendWaiting : m.sendOffline}
          </p>
        )}
        <div className="two">
          <ActionButton focusKey="cancel" testId="lk-cancel-send" onClick={goBack}>
            {m.sendCancel}
          </ActionButton>
          <button
            type="button"
            className="btn main"
            part="button main"
            aria-disabled={!canSend || undefined}
            data-testid="lk-confirm-send"
            onClick={confirm}
          >
            {m.sendConfirm}
          </button>
        </div>
      </div>
    </div>
  );
};

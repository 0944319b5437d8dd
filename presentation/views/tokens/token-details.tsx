import type { ReactElement } from 'react';
import type { AssetId } from '../../../domain/caip/caip-19.js';
import { parseAssetId } from '../../../domain/caip/caip-19.js';
import { formatAmount, formatFiat, formatShare } from '../../../domain/money/format-amount.js';
import { addressExplorerUrl } from '../../../domain/network/explorer-url.js';
import { view } from '../../../domain/router/views.js';
import type { HiddenReason } from '../../../domain/tokens/hidden-tokens.js';
import { isSameAsset } from '../../../domain/tokens/token-address.js';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { ActionButton } from '../../components/action-button.js';
import { CopyLabel, CopyStatus } from '../../components/copy-label.js';
import { ExternalLink } from '../../components/external-link.js';
import { Icon } from '../../components/icon.js';
import { LookAlikeTag } from '../../components/look-alike-tag.js';
import { Notice } from '../../components/notice.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { useCopyWithFeedback } from '../../components/use-copy-with-feedback.js';
import { useHideToken } from '../../hooks/use-hide-token.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useOptions } from '../../hooks/use-options.js';
import { useRouter } from '../../hooks/use-router.js';
import { useShowToken } from '../../hooks/use-show-token.js';
import { useSnackbar } from '../../hooks/use-snackbar.js';
import { useTokens } from '../../hooks/use-tokens.js';
import { PriceChange } from './price-change.js';
import { TokenPicture } from './token-picture.js';

const SKELETON_COUNT = 3;

/** Props of {@link TokenDetails}. */
export interface TokenDetailsProps {
  /** CAIP-19; `null` for the network's coin. */
  readonly asset: AssetId | null;
}

/** Details of a token that the account holds. */
export const TokenDetails = ({ asset }: TokenDetailsProps): ReactElement => {
  const m = useMessages();
  const { network } = useNetwork();
  const { items, hidden, pending, isLoading, totalUsd } = useTokens();
  const token = [...(items ?? []), ...hidden].find((each) => isSameAsset(each.asset, asset));
  if (token === undefined && (isLoading || (items === null && pending)))
    return <SkeletonRows count={SKELETON_COUNT} label={m.loadingTokens} />;
  if (token === undefined) return <Notice icon="wallet" title={m.tokenNotHeld} hint={m.noTokensHint(network?.name ?? m.network)} />;
  const { name, symbol, value, decimals, priceUsd, valueUsd, change24h, resembles } = token;
  const reason = hidden.find((each) => each === token)?.reason ?? null;
  const money = (amount: number): string => formatFiat(amount, { locale: m.locale, currency: 'USD' });
  const share = reason !== null || valueUsd === null || totalUsd === null || totalUsd === 0 ? null : valueUsd / totalUsd;
  // The value may still be on its way.
  const unknown = isLoading ? (
    <span className="skeleton" role="img" aria-label={m.loading} style={{ inlineSize: 64, blockSize: 14 }} />
  ) : (
    m.tokenUnknownPrice
  );
  return (
    <div className="stack">
      <div className="token-head">
        <TokenPicture token={token} size={56} />
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p className="token-amount">
          <bdi dir="ltr" data-testid="lk-token-balance">
            {formatAmount(value, decimals, decimals, { locale: m.locale, minDigits: 0 })} {symbol}
          </bdi>
        </p>
        {resembles === undefined ? null : (
          <>
            <LookAlikeTag>{m.lookAlikeToken}</LookAlikeTag>
            <p className="hint">{m.lookAlikeTokenHint(resembles)}</p>
          </>
        )}
        {reason === null ? null : <p className="hint">{reason === 'spam' ? m.reportedByYou : m.hiddenByYou}</p>}
      </div>
      <dl className="term-list token-terms">
        <div>
          <dt>{m.tokenValue}</dt>
          <dd>{valueUsd === null ? unknown : <bdi dir="ltr">{money(valueUsd)}</bdi>}</dd>
        </div>
        <div>
          <dt>{m.tokenPrice}</dt>
          <dd>{priceUsd === null ? unknown : <bdi dir="ltr">{money(priceUsd)}</bdi>}</dd>
        </div>
        {change24h === null ? null : (
          <div>
            <dt>{m.tokenChange}</dt>
            <dd>
              <PriceChange change={change24h} />
            </dd>
          </div>
        )}
        {share === null ? null : (
          <div>
            <dt>{m.tokenShare}</dt>
            <dd>
              <bdi dir="ltr">{formatShare(share, { locale: m.locale })}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>{m.tokenNetwork}</dt>
          <dd>{network?.name}</dd>
        </div>
      </dl>
      {reason === null && value > 0n ? <SendToken token={token} /> : null}
      {asset === null ? null : <TokenAddress asset={asset} />}
      {asset === null ? null : <TokenVisibility asset={asset} symbol={symbol} reason={reason} />}
    </div>
  );
};

/** Opens the form of a transfer of the token, if the app offers it. */
const SendToken = ({ token }: { readonly token: TokenBalance }): ReactElement | null => {
  const m = useMessages();
  const { features } = useOptions();
  const { useCases } = useLatchkey();
  const { push } = useRouter();
  if (!features.send) return null;
  const open = (): void => {
    useCases.editSend.execute({ token }).subscribe();
    push(view('WalletSend'));
  };
  return (
    <ActionButton main focusKey="send-token" testId="lk-send-this" onClick={open}>
      <Icon name="outgoing" />
      {m.send}
    </ActionButton>
  );
};

const TokenAddress = ({ asset }: { readonly asset: AssetId }): ReactElement => {
  const m = useMessages();
  const { network } = useNetwork();
  const { copied, copy } = useCopyWithFeedback();
  const address = parseAssetId(asset).assetReference;
  const href = network === undefined ? undefined : addressExplorerUrl(network, address);
  return (
    <div className="token-address">
      <h3>{m.tokenAddress}</h3>
      <code dir="ltr">{address}</code>
      <ActionButton focusKey="copy-token" testId="lk-copy-token" onClick={() => copy(address)}>
        <CopyLabel copied={copied}>{m.copyTokenAddress}</CopyLabel>
      </ActionButton>
      <CopyStatus copied={copied} message={m.addressCopied} />
      {href === undefined ? null : (
        <ExternalLink className="btn" href={href}>
          {m.explorer(network?.blockExplorers?.default.name ?? '')}
          <Icon name="external" />
        </ExternalLink>
      )}
    </div>
  );
};

/** Props of {@link TokenVisibility}. */
interface TokenVisibilityProps {
  readonly asset: AssetId;
  readonly symbol: string;
  /** `null`: the token is shown. */
  readonly reason: HiddenReason | null;
}

/** Hides the token, or shows it again. */
const TokenVisibility = ({ asset, symbol, reason }: TokenVisibilityProps): ReactElement => {
  const m = useMessages();
  const { hideToken } = useHideToken();
  const { showToken } = useShowToken();
  const { show } = useSnackbar();
  if (reason !== null)
    return (
      <ActionButton
        focusKey="show-token"
        testId="lk-show-token"
        onClick={() => {
          showToken({ asset });
          show(m.tokenShown(symbol), 'success');
        }}
      >
        {m.showToken}
      </ActionButton>
    );
  const hide = (given: HiddenReason): void => {
    hideToken({ asset, reason: given });
    show(given === 'spam' ? m.tokenReported(symbol) : m.tokenHidden(symbol), 'success');
  };
  return (
    <div className="pair">
      <ActionButton focusKey="hide-token" testId="lk-hide-token" onClick={() => hide('hidden')}>
        {m.hideToken}
      </ActionButton>
      <ActionButton focusKey="report-token" testId="lk-report-token" onClick={() => hide('spam')}>
        {m.reportToken}
      </ActionButton>
    </div>
  );
};

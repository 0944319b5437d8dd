import { type ReactElement, useEffect, useRef } from 'react';
import { formatBalance } from '../../../domain/money/format-amount.js';
import { Icon } from '../../components/icon.js';
import { useBalance } from '../../hooks/use-balance.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useSnackbar } from '../../hooks/use-snackbar.js';

/** The native balance in a line of fixed height: bones while it is read, the last known one when a later read fails. */
export const NativeBalance = (): ReactElement => {
  const m = useMessages();
  const { balance, loading, lastRetry, refresh } = useBalance();
  const { isUnsupported } = useNetwork();
  const { show } = useSnackbar();

  const failed = lastRetry !== null;
  // Said once, when it begins: further failures in a row are the same trouble, and a failure from before this view only
  // shows in its place.
  const trouble = isUnsupported || failed;
  const said = useRef(failed && !isUnsupported);
  useEffect(() => {
    if (trouble && !said.current) show(m.balanceFailed, 'error');
    said.current = trouble;
  }, [trouble, show, m]);

  return (
    <div className="money" part="balance" data-testid="lk-balance">
      {balance !== null ? (
        <bdi dir="ltr">
          {formatBalance(balance, { locale: m.locale })} {balance.symbol}
        </bdi>
      ) : isUnsupported ? (
        m.unknownNetwork
      ) : failed && !loading ? (
        m.noBalance
      ) : (
        <span className="bone" role="img" aria-label={m.loading} style={{ inlineSize: 112, blockSize: 16 }} />
      )}
      {failed ? (
        <button type="button" aria-label={m.retryBalance} aria-busy={loading || undefined} onClick={loading ? undefined : refresh}>
          <Icon name="retry" />
        </button>
      ) : null}
    </div>
  );
};

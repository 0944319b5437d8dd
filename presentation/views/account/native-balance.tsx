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

  // A failure is said once, when it happens; one from before this view only shows in its place.
  const said = useRef(lastRetry);
  useEffect(() => {
    if (lastRetry !== null && lastRetry !== said.current) show(m.balanceFailed, 'error');
    said.current = lastRetry;
  }, [lastRetry, show, m]);

  const failed = lastRetry !== null;
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

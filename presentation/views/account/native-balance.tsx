import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import type { Latchkey } from '../../../application/latchkey.js';
import type { ChainId } from '../../../domain/caip/caip-2.js';
import { formatBalance } from '../../../domain/money/format-amount.js';
import { Icon } from '../../components/icon.js';
import { useRetryWhenOnline } from '../../components/use-retry-when-online.js';
import { useBalance } from '../../hooks/use-balance.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useSnackbar } from '../../hooks/use-snackbar.js';

/** The unsupported network that each client's user was last notified of, so that returning to the view does not repeat it. */
const lastUnsupportedChain = new WeakMap<Latchkey, ChainId | undefined>();

/**
 * The native balance in a line of fixed height: a skeleton while loading, the last known balance when a later read fails.
 * @param children a button after the balance
 */
export const NativeBalance = ({ children }: { readonly children?: ReactNode }): ReactElement => {
  const m = useMessages();
  const { data: balance, isFetching, error, refetch } = useBalance();
  const client = useLatchkey();
  const { network, isUnsupported } = useNetwork();
  const { show } = useSnackbar();

  const failed = error !== null;
  useRetryWhenOnline(failed, refetch);
  const unsupportedChainId = isUnsupported ? network?.caipNetworkId : undefined;
  // Notifies once per series of failures. A failure from before this view is only shown inline.
  const wasReported = useRef(failed);
  useEffect(() => {
    if (unsupportedChainId === undefined ? failed && !wasReported.current : unsupportedChainId !== lastUnsupportedChain.get(client))
      show(m.balanceFailed, 'error');
    wasReported.current = failed;
    lastUnsupportedChain.set(client, unsupportedChainId);
  }, [failed, unsupportedChainId, client, show, m]);

  return (
    <div className="money" part="balance" data-testid="lk-balance">
      {balance !== undefined ? (
        <bdi dir="ltr">
          {formatBalance(balance, { locale: m.locale })} {balance.symbol}
        </bdi>
      ) : isUnsupported ? (
        m.unknownNetwork
      ) : failed && !isFetching ? (
        m.noBalance
      ) : (
        <span className="skeleton" role="img" aria-label={m.loading} style={{ inlineSize: 112, blockSize: 16 }} />
      )}
      {failed ? (
        <button type="button" aria-label={m.retryBalance} aria-busy={isFetching || undefined} onClick={isFetching ? undefined : refetch}>
          <Icon name="retry" />
        </button>
      ) : null}
      {children}
    </div>
  );
};

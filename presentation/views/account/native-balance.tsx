import { type ReactElement, useEffect, useRef } from 'react';
import type { Latchkey } from '../../../application/latchkey.js';
import type { ChainId } from '../../../domain/caip/caip-2.js';
import { formatBalance } from '../../../domain/money/format-amount.js';
import { Icon } from '../../components/icon.js';
import { useBalance } from '../../hooks/use-balance.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useSnackbar } from '../../hooks/use-snackbar.js';

/** The network without a balance that each client's person was told of last: who comes back to the view knows it. */
const lastStranger = new WeakMap<Latchkey, ChainId | undefined>();

/** The native balance in a line of fixed height: a skeleton while it is read, the last known one when a later read fails. */
export const NativeBalance = (): ReactElement => {
  const m = useMessages();
  const { data: balance, isFetching, error, refetch } = useBalance();
  const client = useLatchkey();
  const { network, isUnsupported } = useNetwork();
  const { show } = useSnackbar();

  const failed = error !== null;
  const stranger = isUnsupported ? network?.caipNetworkId : undefined;
  // Said once, when it begins: further failures in a row are the same trouble, and a failure from before this view only
  // shows in its place.
  const said = useRef(failed);
  useEffect(() => {
    if (stranger === undefined ? failed && !said.current : stranger !== lastStranger.get(client)) show(m.balanceFailed, 'error');
    said.current = failed;
    lastStranger.set(client, stranger);
  }, [failed, stranger, client, show, m]);

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
        <span className="bone" role="img" aria-label={m.loading} style={{ inlineSize: 112, blockSize: 16 }} />
      )}
      {failed ? (
        <button type="button" aria-label={m.retryBalance} aria-busy={isFetching || undefined} onClick={isFetching ? undefined : refetch}>
          <Icon name="retry" />
        </button>
      ) : null}
    </div>
  );
};

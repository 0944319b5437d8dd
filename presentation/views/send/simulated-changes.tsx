import { type ReactElement, useId } from 'react';
import { parseAssetId } from '../../../domain/caip/caip-19.js';
import { formatAmount } from '../../../domain/money/format-amount.js';
import type { SimulatedChange } from '../../../domain/send/simulation.js';
import { isSameAsset } from '../../../domain/tokens/token-address.js';
import { FullAddress } from '../../components/full-address.js';
import { Icon } from '../../components/icon.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useSend } from '../../hooks/use-send.js';
import { useSimulation } from '../../hooks/use-simulation.js';

/** The balance changes that a node expects of the transfer. Nothing where no node can simulate it. */
export const SimulatedChanges = (): ReactElement | null => {
  const m = useMessages();
  const titleId = useId();
  const { token, address, value, isSponsored } = useSend();
  const isKnown = token !== null && address !== null && value !== null;
  const { data } = useSimulation(isKnown ? { to: address, value, ...(token.asset === null ? {} : { asset: token.asset }) } : null);
  if (data == null) return null;
  if (data.status === 'reverted')
    return (
      <section className="caution" role="alert" data-testid="lk-simulation">
        <Icon name="warning" />
        <div>
          <h2>{m.sendWouldFail}</h2>
          <p>{data.reason === '' ? m.sendWouldFailHint : <bdi>{data.reason}</bdi>}</p>
        </div>
      </section>
    );
  return (
    <section className="send-side" aria-labelledby={titleId} data-testid="lk-simulation">
      <h2 id={titleId}>{m.sendSimulated}</h2>
      {data.changes.length === 0 ? <p>{m.sendNoChanges}</p> : null}
      <dl className="term-list token-terms">
        {data.changes.map((change) => (
          <Change key={change.asset ?? 'coin'} {...change} />
        ))}
      </dl>
      <p className="hint">{isSponsored ? m.sendSimulatedHint : m.sendSimulatedFeeHint}</p>
    </section>
  );
};

const Change = ({ asset, value }: SimulatedChange): ReactElement => {
  const m = useMessages();
  const { network } = useNetwork();
  const { tokens } = useSend();
  const known = tokens?.find((each) => isSameAsset(each.asset, asset)) ?? (asset === null ? network?.nativeCurrency : undefined);
  const { assetReference = '', tokenId } = asset === null ? {} : parseAssetId(asset);
  const amount = value < 0n ? -value : value;
  return (
    <div>
      <dt>{value < 0n ? m.sendYouSend : m.sendYouReceive}</dt>
      <dd>
        {known === undefined ? (
          <>
            {tokenId === undefined ? m.sendOtherToken : m.sendNft(tokenId)}
            <FullAddress value={assetReference} />
          </>
        ) : (
          <bdi dir="ltr">
            {formatAmount(amount, known.decimals, known.decimals, { locale: m.locale, minDigits: 0 })} {known.symbol}
          </bdi>
        )}
      </dd>
    </div>
  );
};

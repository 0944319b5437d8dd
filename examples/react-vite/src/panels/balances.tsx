import { formatBalance } from 'latchkey';
import { useAccount, useAssetBalances, useBalance, useNetwork, useOnline } from 'latchkey/react';
import type { ReactElement } from 'react';
import { sandbox } from '../sandbox.js';
import { tokenName } from '../token-name.js';
import { Fact, Failure } from '../ui/outcome.js';
import { Faucet } from './faucet.js';

/** Balances on the current network: native currency and configured tokens. */
export const Balances = (): ReactElement => {
  const { namespace, address } = useAccount();
  const { network } = useNetwork();
  const faucetUrl = network === undefined ? undefined : sandbox?.rpc[network.caipNetworkId];
  const { data: balance, isFetching, refetch } = useBalance();
  const { data: balances = [], isFetching: isFetchingTokens, error } = useAssetBalances();
  const online = useOnline();
  const isReading = isFetching || isFetchingTokens;
  return (
    <div className="balances" aria-busy={isReading}>
      <dl className="facts">
        <Fact name={network?.nativeCurrency.symbol ?? 'Coin'} testId="demo-coin-balance">
          {balance === undefined ? (isFetching ? 'Loading…' : '–') : formatBalance(balance)}
        </Fact>
        {balances.map((each) => (
          <Fact key={each.asset} name={tokenName(each)} testId={`demo-token-${tokenName(each)}`}>
            {formatBalance(each)}
          </Fact>
        ))}
      </dl>
      {balances.length === 0 && error === null && (
        <p className="note" data-testid="demo-tokens-note">
          {isFetchingTokens ? 'Loading tokens…' : 'No tokens configured for this network.'}
        </p>
      )}
      {error !== null && <Failure error={error} testId="demo-tokens-error" />}
      {!online && (
        <p className="note" role="status" data-testid="demo-tokens-offline">
          You're offline. These balances may be out of date.
        </p>
      )}
      <div className="actions">
        <button type="button" className="quiet" disabled={isReading || !online} onClick={refetch} data-testid="demo-refresh">
          {isReading ? 'Refreshing…' : 'Refresh'}
        </button>
        {faucetUrl !== undefined && address !== undefined && network !== undefined && (
          <Faucet
            key={`${network.caipNetworkId}:${address}`}
            namespace={namespace}
            address={address}
            rpcUrl={faucetUrl}
            coin={network.nativeCurrency}
            onReceived={refetch}
          />
        )}
      </div>
    </div>
  );
};

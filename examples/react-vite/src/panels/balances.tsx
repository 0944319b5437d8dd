import { formatBalance } from 'latchkey';
import { useAssetBalances, useBalance, useNetwork, useOnline } from 'latchkey/react';
import type { ReactElement } from 'react';
import { tokenName } from '../token-name.js';
import { Fact, Failure } from '../ui/outcome.js';

/** What the account has on the network in use: the coin, and those of the host's tokens that are there. */
export const Balances = (): ReactElement => {
  const { network } = useNetwork();
  const { data: balance, isFetching, refetch } = useBalance();
  const { data: balances = [], isFetching: isFetchingTokens, error } = useAssetBalances();
  const online = useOnline();
  const isReading = isFetching || isFetchingTokens;
  return (
    <div className="balances" aria-busy={isReading}>
      <dl className="facts">
        <Fact name={network?.nativeCurrency.symbol ?? 'Coin'} testId="demo-coin-balance">
          {balance === undefined ? (isFetching ? 'Reading…' : '–') : formatBalance(balance)}
        </Fact>
        {balances.map((each) => (
          <Fact key={each.asset} name={tokenName(each)} testId={`demo-token-${tokenName(each)}`}>
            {formatBalance(each)}
          </Fact>
        ))}
      </dl>
      {balances.length === 0 && error === null && (
        <p className="note" data-testid="demo-tokens-note">
          {isFetchingTokens ? 'Reading the tokens…' : 'This page names no token on this network.'}
        </p>
      )}
      {error !== null && <Failure error={error} testId="demo-tokens-error" />}
      {!online && (
        <p className="note" role="status" data-testid="demo-tokens-offline">
          You are offline: this is what was read last.
        </p>
      )}
      <button type="button" className="quiet" disabled={isReading || !online} onClick={refetch} data-testid="demo-refresh">
        {isReading ? 'Reading…' : 'Read again'}
      </button>
    </div>
  );
};

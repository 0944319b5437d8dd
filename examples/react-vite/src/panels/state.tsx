import { formatBalance } from 'latchkey';
import { useAccount, useBalance, useConnectors, useNetwork, useSwitchNetwork } from 'latchkey/react';
import type { ReactElement } from 'react';
import { Fact, Failure } from '../ui/outcome.js';

/** Shows the current values of the hooks. */
export const State = (): ReactElement => {
  const { address, connectedWalletInfo } = useAccount();
  const { network, isUnsupported } = useNetwork();
  const { data: balance } = useBalance();
  const connectors = useConnectors();
  return (
    <>
      <dl className="facts">
        <Fact name="Wallet" testId="demo-wallet">
          {connectedWalletInfo?.name ?? '–'}
        </Fact>
        <Fact name="Account" testId="demo-address">
          {address ?? '–'}
        </Fact>
        <Fact name="Network" testId="demo-network">
          {network === undefined ? '–' : `${network.name} (${network.caipNetworkId})`}
        </Fact>
        <Fact name="Supported" testId="demo-supported">
          {isUnsupported ? 'no' : 'yes'}
        </Fact>
        <Fact name="Balance" testId="demo-balance">
          {balance === undefined ? '–' : `${formatBalance(balance)} ${balance.symbol}`}
        </Fact>
        <Fact name="Detected wallets" testId="demo-wallets">
          {connectors.length === 0 ? 'none' : [...new Set(connectors.map(({ name }) => name))].join(', ')}
        </Fact>
      </dl>
      <NetworkSwitch />
    </>
  );
};

const NetworkSwitch = (): ReactElement => {
  const { network, networks } = useNetwork();
  const { isPending, error, switchNetwork } = useSwitchNetwork();
  return (
    <>
      <fieldset className="choice">
        <legend>Switch network</legend>
        {networks.map(({ caipNetworkId, name }) => (
          <button
            key={caipNetworkId}
            type="button"
            aria-pressed={caipNetworkId === network?.caipNetworkId}
            data-testid={`demo-switch-${caipNetworkId.replace(':', '-')}`}
            disabled={isPending}
            onClick={() => switchNetwork({ chainId: caipNetworkId })}
          >
            {name}
          </button>
        ))}
      </fieldset>
      {error !== null && <Failure error={error} testId="demo-switch-error" />}
    </>
  );
};

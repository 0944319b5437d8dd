import { useAccount, useCapabilities, useNetwork, useSetAccountType } from 'latchkey/react';
import { lazy, type ReactElement, Suspense } from 'react';
import { sandbox } from '../sandbox.js';
import { Fact, Failure } from '../ui/outcome.js';

/** It encodes calls with viem, which no other part of the page needs at first. */
const SendBatch = lazy(() => import('../actions/send-batch.js').then(({ SendBatch }) => ({ default: SendBatch })));

const NAMES = { eoa: 'Standard account', smartAccount: 'Smart account' } as const;

/** The smart account of the embedded wallet: the choice of the account, and a batch of calls. */
export const SmartAccount = (): ReactElement => {
  const { embeddedWalletInfo, caipAddress = '' } = useAccount({ namespace: 'eip155' });
  const { network } = useNetwork();
  const { data: capabilities = {} } = useCapabilities();
  if (embeddedWalletInfo === undefined) return <Empty text="Disconnect, then log in by email: the embedded wallet has a smart account." />;
  if (!embeddedWalletInfo.isSmartAccountEnabled)
    return <Empty text={`There are no smart accounts on ${network?.name ?? 'this network'}. Switch to Ethereum.`} />;
  const chainId = caipAddress.split(':').slice(0, 2).join(':');
  // Standard accounts have no batches.
  const isAtomic = capabilities[chainId]?.atomic !== undefined;
  return (
    <>
      <AccountType />
      {isAtomic ? (
        <Suspense fallback={<p className="note">Loading…</p>}>
          <SendBatch chainId={chainId} />
        </Suspense>
      ) : (
        <p className="note">Switch to the smart account to send a batch.</p>
      )}
    </>
  );
};

const Empty = ({ text }: { readonly text: string }): ReactElement => (
  <p className="empty">
    {text}
    {sandbox?.mail !== undefined && ` The codes are in the inbox at ${sandbox.mail}.`}
  </p>
);

const AccountType = (): ReactElement => {
  const { allAccounts, embeddedWalletInfo } = useAccount({ namespace: 'eip155' });
  const { isPending, error, setAccountType } = useSetAccountType();
  const addressOf = (type: string): string => allAccounts.find((account) => account.type === type)?.address ?? '–';
  return (
    <>
      <dl className="facts">
        <Fact name="Smart" testId="demo-smart-account">
          {addressOf('smartAccount')}
        </Fact>
        <Fact name="Contract" testId="demo-smart-account-contract">
          {embeddedWalletInfo?.isSmartAccountDeployed === true ? 'deployed' : 'deployed by the first transaction'}
        </Fact>
        <Fact name="Standard" testId="demo-standard-account">
          {addressOf('eoa')}
        </Fact>
      </dl>
      <fieldset className="choice">
        <legend>Account in use</legend>
        {(['smartAccount', 'eoa'] as const).map((type) => (
          <button
            key={type}
            type="button"
            aria-pressed={type === embeddedWalletInfo?.accountType}
            data-testid={`demo-account-type-${type}`}
            disabled={isPending}
            onClick={() => setAccountType({ type })}
          >
            {NAMES[type]}
          </button>
        ))}
      </fieldset>
      {error !== null && <Failure error={error} testId="demo-account-type-error" />}
    </>
  );
};

import { useAccount, useSendCalls, useTransactions } from 'latchkey/react';
import type { ReactElement } from 'react';
import { encodeFunctionData, parseAbi, parseUnits } from 'viem';
import { tokens } from '../networks.js';
import { OpenWallet } from '../ui/open-wallet.js';
import { Fact, Failure } from '../ui/outcome.js';

/** Anyone can mint the tokens of the sandbox. */
const ABI = parseAbi(['function mint(address to, uint256 amount)', 'function transfer(address to, uint256 amount) returns (bool)']);
/** The second account of the sandbox. */
const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** Mints 5 tokens of 18 decimals, and sends 2 of them. */
const callsOf = (account: `0x${string}`, token: string) => [
  { to: token, data: encodeFunctionData({ abi: ABI, functionName: 'mint', args: [account, parseUnits('5', 18)] }) },
  { to: token, data: encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [RECIPIENT, parseUnits('2', 18)] }) },
];

/** Sends a batch of calls from the smart account, and shows what became of it. */
export const SendBatch = ({ chainId }: { readonly chainId: string }): ReactElement | null => {
  const { address } = useAccount({ namespace: 'eip155' });
  const { isPending, error, data, sendCalls, cancel } = useSendCalls();
  const { data: transactions = [] } = useTransactions();
  const token = tokens.find((asset) => asset.startsWith(`${chainId}/erc20:`))?.split('/erc20:')[1];
  if (address === undefined || token === undefined) return null;
  const outcome = transactions.find(({ hash }) => hash === data?.id)?.outcome;
  return (
    <div className="progress">
      <p className="note">The batch creates 5 SBT for you and sends 2 of them to the second account of the sandbox. You pay no fee.</p>
      <div className="actions">
        <button
          type="button"
          className="main"
          disabled={isPending}
          data-testid="demo-send-batch"
          onClick={() => sendCalls({ calls: callsOf(address, token) })}
        >
          {isPending ? 'Sending…' : 'Send a batch'}
        </button>
        {isPending && (
          <button type="button" className="quiet" onClick={cancel}>
            Cancel
          </button>
        )}
        {isPending && <OpenWallet />}
      </div>
      {error !== null && <Failure error={error} testId="demo-batch-error" />}
      {data !== undefined && (
        <dl className="facts" aria-live="polite">
          <Fact name="Batch" testId="demo-batch">
            {data.id}
          </Fact>
          <Fact name="Status" testId="demo-batch-status">
            {outcome?.status ?? 'pending'}
          </Fact>
        </dl>
      )}
    </div>
  );
};

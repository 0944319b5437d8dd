import { useAccount, useSendCalls, useTransactions } from 'latchkey/react';
import { type ReactElement, useState } from 'react';
import { createWalletClient, encodeFunctionData, http, parseAbi, parseUnits, publicActions } from 'viem';
import { tokens } from '../networks.js';
import { sandbox } from '../sandbox.js';
import { OpenWallet } from '../ui/open-wallet.js';
import { Fact, Failure } from '../ui/outcome.js';

/** Anyone can mint the tokens of the sandbox. */
const ABI = parseAbi(['function mint(address to, uint256 amount)', 'function transfer(address to, uint256 amount) returns (bool)']);
/** The second and the third account of the sandbox. */
const RECIPIENTS = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'] as const;

/** Has an account of the local node create 5 tokens of 18 decimals for a user: a wallet warns of a batch with calls that it cannot read. */
const giveTokens = async (rpcUrl: string, token: `0x${string}`, account: `0x${string}`): Promise<void> => {
  const node = createWalletClient({ transport: http(rpcUrl), pollingInterval: 100 }).extend(publicActions);
  const [giver] = await node.getAddresses();
  if (giver === undefined) throw new Error('The node has no accounts');
  const args = [account, parseUnits('5', 18)] as const;
  const hash = await node.writeContract({ account: giver, chain: null, address: token, abi: ABI, functionName: 'mint', args });
  await node.waitForTransactionReceipt({ hash });
};

/** Sends 2 tokens to the first recipient, and 1 to the second. */
const callsOf = (token: string) =>
  RECIPIENTS.map((to, index) => ({
    to: token,
    data: encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [to, parseUnits(String(2 - index), 18)] }),
  }));

/** Sends a batch of calls from the smart account, and shows what became of it. */
export const SendBatch = ({ chainId }: { readonly chainId: string }): ReactElement | null => {
  const { address } = useAccount({ namespace: 'eip155' });
  const { isPending, error, data, sendCalls, cancel } = useSendCalls();
  const [gift, setGift] = useState<'none' | 'pending' | Error>('none');
  const { data: transactions = [] } = useTransactions();
  const token = tokens.find((asset) => asset.startsWith(`${chainId}/erc20:`))?.split('/erc20:')[1];
  if (address === undefined || token === undefined) return null;
  const rpcUrl = sandbox?.rpc[chainId];
  const send = async (): Promise<void> => {
    if (rpcUrl !== undefined) {
      setGift('pending');
      // The address of a contract.
      await giveTokens(rpcUrl, token as `0x${string}`, address);
    }
    setGift('none');
    sendCalls({ calls: callsOf(token) });
  };
  const isBusy = isPending || gift === 'pending';
  const outcome = transactions.find(({ hash }) => hash === data?.id)?.outcome;
  return (
    <div className="progress">
      <p className="note">The sandbox gives you 5 SBT, and the batch sends 3 of them to two of its accounts. You pay no fee.</p>
      <div className="actions">
        <button type="button" className="main" disabled={isBusy} data-testid="demo-send-batch" onClick={() => send().catch(setGift)}>
          {isBusy ? 'Sending…' : 'Send a batch'}
        </button>
        {isPending && (
          <button type="button" className="quiet" onClick={cancel}>
            Cancel
          </button>
        )}
        {isPending && <OpenWallet />}
      </div>
      {gift instanceof Error && (
        <p className="note bad" role="alert">
          Could not get test tokens: {gift.message}
        </p>
      )}
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

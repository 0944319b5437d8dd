import { parseUnits } from 'latchkey';
import { type ReactElement, useState } from 'react';

const AMOUNT = '10';

/** Calls a node of the sandbox. @throws Error with the node's message */
const callNode = async (rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> => {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { readonly result?: unknown; readonly error?: { readonly message: string } };
  if (error !== undefined) throw new Error(error.message);
  return result;
};

/** How the local nodes give coins, by namespace. Real networks have no such methods. */
const FAUCETS: Readonly<Record<string, (rpcUrl: string, address: string, amount: bigint) => Promise<unknown>>> = {
  eip155: async (rpcUrl, address, amount) => {
    const balance = BigInt(String(await callNode(rpcUrl, 'eth_getBalance', [address, 'latest'])));
    return callNode(rpcUrl, 'anvil_setBalance', [address, `0x${(balance + amount).toString(16)}`]);
  },
  solana: (rpcUrl, address, amount) => callNode(rpcUrl, 'requestAirdrop', [address, Number(amount)]),
};

/** Props of {@link Faucet}. */
interface FaucetProps {
  readonly namespace: string;
  readonly address: string;
  readonly rpcUrl: string;
  readonly coin: { readonly symbol: string; readonly decimals: number };
  /** Called when the account has the coins. */
  readonly onReceived: () => void;
}

/** Gives the account coins of a local chain. Nothing on namespaces without a faucet: their wallets start with coins. */
export const Faucet = ({ namespace, address, rpcUrl, coin, onReceived }: FaucetProps): ReactElement | null => {
  const [state, setState] = useState<'idle' | 'pending' | { readonly problem: string }>('idle');
  const give = FAUCETS[namespace];
  if (give === undefined) return null;
  const request = (): void => {
    setState('pending');
    give(rpcUrl, address, parseUnits(AMOUNT, coin.decimals)).then(
      () => {
        setState('idle');
        onReceived();
      },
      (error: Error) => setState({ problem: error.message }),
    );
  };
  return (
    <>
      <button type="button" className="quiet" disabled={state === 'pending'} onClick={request} data-testid="demo-faucet">
        Get {AMOUNT} test {coin.symbol}
      </button>
      {typeof state === 'object' && (
        <p className="note bad" role="alert">
          Could not get test coins: {state.problem}
        </p>
      )}
    </>
  );
};

import { createWalletClient, type Hex, hexToString, http } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { readSandbox } from '../shared/sandbox.js';

/** The first account of the public development phrase, for local chains only. @see https://getfoundry.sh/anvil */
const account = mnemonicToAccount('test test test test test test test test test test test junk');

/** Address of the wallet's only account. */
export const ADDRESS = account.address;

/** Formats a request for the user. */
export const describeRequest = (method: string, params: readonly unknown[]): string => {
  if (method === 'personal_sign') return hexToString(params[0] as Hex);
  return JSON.stringify(params);
};

/** Executes a request: signs with the key, or sends through the chain's node. */
export const execute = async (method: string, params: readonly unknown[], chainId: string): Promise<Hex> => {
  if (method === 'personal_sign') return account.signMessage({ message: { raw: params[0] as Hex } });
  if (method !== 'eth_sendTransaction') throw new Error(`Unsupported method ${method}`);
  // Written by the test app.
  const { to, value } = params[0] as { readonly to: Hex; readonly value: Hex };
  const client = createWalletClient({ account, transport: http(readSandbox().rpc[chainId]) });
  return client.sendTransaction({ chain: null, to, value: BigInt(value) });
};

import { devAccounts } from './engine/keyring.js';
import type { NamespaceNodes } from './engine/keys/namespace.js';
import type { ToPage, WalletControl } from './engine/messages.js';
import { WalletEngine } from './engine/wallet-engine.js';
import { initialState, walletChains } from './engine/wallet-state.js';
import { SandboxProvider } from './provider/sandbox-provider.js';

/** Number of accounts derived from the development phrase. */
const ACCOUNTS = 3;

/** A wallet in this process: the sandbox's engine without a browser. */
export interface Wallet {
  readonly engine: WalletEngine;
  readonly control: WalletControl;
  /** Returns an EIP-1193 provider for a site. There is no window: approve with `control.autoApprove` or through `engine.openWindow`. */
  provider(origin: string): SandboxProvider;
}

/**
 * Creates a wallet in this process, for tests in Node against real chains.
 * @param rpcUrls RPC URL by EIP-155 chain id. The wallet supports 1, 137 and 100, each only with a URL.
 * @param nodes nodes of the other namespaces. Default: none.
 * @example
 * const chain = await startChain({ chainId: 1 });
 * const wallet = createWallet({ 1: chain.rpcUrl });
 * await wallet.control.autoApprove(true);
 * const accounts = await wallet.provider('https://app.example').request({ method: 'eth_requestAccounts' });
 */
export const createWallet = (rpcUrls: Readonly<Record<number, string>>, nodes: NamespaceNodes = {}): Wallet => {
  const engine = new WalletEngine({ state: initialState(devAccounts(ACCOUNTS), walletChains(rpcUrls), nodes) });
  return {
    engine,
    control: engine.control,
    provider: (origin) => {
      const connect = () => engine.openPage({ origin, send: (message: ToPage) => provider.receive(message), drop: () => drop() });
      const provider: SandboxProvider = new SandboxProvider({
        send: (request) => connection.receive(request),
        openWindow: () => undefined,
      });
      // A dropped connection is reopened immediately. The page script reconnects after a short delay.
      const drop = (): void => {
        connection.close();
        provider.connectionLost();
        connection = connect();
      };
      let connection = connect();
      return provider;
    },
  };
};

/** Endpoints of the sandbox that serves this page. */
export interface Sandbox {
  /** RPC endpoints by CAIP-2 chain id. */
  readonly rpc: Readonly<Record<string, string>>;
  /** CAIP-19 ids of the tokens deployed on these chains. */
  readonly tokens: readonly string[];
  /** Origin of the injected wallet. */
  readonly wallet: string;
  /** WalletConnect relay, wallet directory and image service. */
  readonly relay: string;
  readonly walletDirectory: string;
  readonly images: string;
  /** Blockchain API: histories, balances, NFTs and prices. */
  readonly blockchainApi?: string;
  /** Page of a provider that sells coins and tokens, as Meld's. */
  readonly onramp?: string;
  /** Service that receives usage events. */
  readonly analytics?: string;
  /** Esplora API of the Bitcoin node, if one runs. */
  readonly esplora?: string;
  /** Frame of the secure site, if one runs. */
  readonly secureSite?: string;
  /** Inbox that receives the secure site's mails, whatever their address. */
  readonly mail?: string;
  /** Bundlers of its smart accounts, if it has any. */
  readonly bundler?: string;
}

const readSandbox = (): Sandbox | null => {
  const content = document.querySelector<HTMLMetaElement>('meta[name="latchkey-sandbox"]')?.content;
  if (content === undefined) return null;
  try {
    const { rpc, tokens = [], wallet, relay, walletDirectory, images, ...optional } = JSON.parse(content) as Partial<Sandbox>;
    const isComplete = rpc && wallet && relay && walletDirectory && images;
    return isComplete ? { rpc, tokens, wallet, relay, walletDirectory, images, ...optional } : null;
  } catch {
    return null;
  }
};

/** The sandbox that serves this page; `null` on any other site. */
export const sandbox = readSandbox();

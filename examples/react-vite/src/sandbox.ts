/** What the page learns from a sandbox that serves it. */
export interface Sandbox {
  /** Nodes of its own by CAIP-2 chain id. */
  readonly rpc: Readonly<Record<string, string>>;
  /** Tokens on them, by CAIP-19 id. */
  readonly tokens: readonly string[];
  /** Origin of its injected wallet. */
  readonly wallet: string;
  /** Where wallets elsewhere are reached, listed and pictured. */
  readonly relay: string;
  readonly walletDirectory: string;
  readonly images: string;
  /** What a Bitcoin node of its own is read through, where one runs. */
  readonly esplora?: string;
}

const readSandbox = (): Sandbox | null => {
  const content = document.querySelector<HTMLMetaElement>('meta[name="latchkey-sandbox"]')?.content;
  if (content === undefined) return null;
  try {
    const { rpc, tokens = [], wallet, relay, walletDirectory, images, esplora } = JSON.parse(content) as Partial<Sandbox>;
    const isWhole = rpc && wallet && relay && walletDirectory && images;
    return isWhole ? { rpc, tokens, wallet, relay, walletDirectory, images, ...(esplora && { esplora }) } : null;
  } catch {
    return null;
  }
};

/** The sandbox that serves the page, `null` on any other site. */
export const sandbox = readSandbox();

/** What the page learns from a sandbox that serves it: nodes of its own by CAIP-2 chain id, and its wallet. */
export interface Sandbox {
  readonly rpc: Readonly<Record<string, string>>;
  readonly wallet: string;
}

const readSandbox = (): Sandbox | null => {
  const content = document.querySelector<HTMLMetaElement>('meta[name="latchkey-sandbox"]')?.content;
  if (content === undefined) return null;
  try {
    const { rpc, wallet } = JSON.parse(content) as Partial<Sandbox>;
    return rpc !== undefined && wallet !== undefined ? { rpc, wallet } : null;
  } catch {
    return null;
  }
};

/** The sandbox that serves the page, `null` on any other site. */
export const sandbox = readSandbox();

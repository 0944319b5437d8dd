/** What the sandbox tells a page. */
export interface Sandbox {
  readonly relay: string;
  /** JSON-RPC address by CAIP-2 id. */
  readonly rpc: Readonly<Record<string, string>>;
}

/** The addresses that the sandbox wrote into the page that it serves. */
export const readSandbox = (): Sandbox => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="latchkey-sandbox"]');
  if (meta === null) throw new Error('This page is served by no sandbox');
  // The sandbox wrote it.
  return JSON.parse(meta.content) as Sandbox;
};

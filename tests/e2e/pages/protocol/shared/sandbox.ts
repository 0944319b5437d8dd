/** Connection data of the sandbox. */
export interface Sandbox {
  readonly relay: string;
  /** RPC URL by CAIP-2 id. */
  readonly rpc: Readonly<Record<string, string>>;
}

/** Reads the data that the sandbox added to the page. */
export const readSandbox = (): Sandbox => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="latchkey-sandbox"]');
  if (meta === null) throw new Error('This page is not served by a sandbox');
  // Written by the sandbox.
  return JSON.parse(meta.content) as Sandbox;
};

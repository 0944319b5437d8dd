import { inject } from 'vitest';

/** Returns the RPC URL of the shared Polkadot node, which may have run for a while. It is stopped after the last file. */
export const sharedPolkadot = async (): Promise<string> => {
  const response = await fetch(inject('sharedPolkadot'));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
};

import { inject } from 'vitest';

/** The RPC URL of the Polkadot node that all files share; its first block may be long ago. It is stopped after the last file. */
export const sharedPolkadot = async (): Promise<string> => {
  const answer = await fetch(inject('sharedPolkadot'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
};

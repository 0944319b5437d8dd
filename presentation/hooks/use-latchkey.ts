import { useContext } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { LatchkeyContext, type LatchkeyContextValue } from './latchkey-context.js';

/**
 * Returns the value of the nearest provider.
 * @throws LatchkeyError `config/provider-missing` with the hook's name
 */
export const useLatchkeyContext = (hook: string): LatchkeyContextValue => {
  const value = useContext(LatchkeyContext);
  if (value === null) throw new LatchkeyError('config/provider-missing', { hook });
  return value;
};

/**
 * Returns the client of the nearest provider.
 * @throws LatchkeyError `config/provider-missing`
 * @example const provider = useLatchkey().getProvider('eip155');
 */
export const useLatchkey = (): Latchkey => useLatchkeyContext('useLatchkey').client;

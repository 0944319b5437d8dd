import { useContext } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { LatchkeyContext, type LatchkeyContextValue } from './latchkey-context.js';

/**
 * What the provider around a component holds.
 * @throws LatchkeyError `config/provider-missing` with the hook's name
 */
export const useLatchkeyContext = (hook: string): LatchkeyContextValue => {
  const value = useContext(LatchkeyContext);
  if (value === null) throw new LatchkeyError('config/provider-missing', { hook });
  return value;
};

/**
 * The client of the provider around the component.
 * @throws LatchkeyError `config/provider-missing`
 * @example const provider = useLatchkey().getProvider('eip155');
 */
export const useLatchkey = (): Latchkey => useLatchkeyContext('useLatchkey').client;

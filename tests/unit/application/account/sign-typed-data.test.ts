import type { TypedData } from '../../../../application/ports/chain.port.js';
import { describeSigning } from '../support/signing.js';

const typedData: TypedData = {
  domain: { name: 'Mail', chainId: 1 },
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  message: { text: 'Hello' },
};

describeSigning('SignTypedData', {
  operation: 'signTypedData',
  content: { typedData },
  execute: ({ useCases }, namespace) => useCases.signTypedData.execute({ ...typedData, ...(namespace === undefined ? {} : { namespace }) }),
});

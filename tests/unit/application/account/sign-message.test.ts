import { describeSigning } from '../support/signing.js';

const message = 'Hello';

describeSigning('SignMessage', {
  operation: 'signMessage',
  content: { message },
  execute: ({ useCases }, namespace) => useCases.signMessage.execute({ message, ...(namespace === undefined ? {} : { namespace }) }),
});

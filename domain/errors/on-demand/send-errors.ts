import type { ErrorTables } from '../error-tables.js';

/** Errors of sending. */
export const SEND_ERRORS: ErrorTables<'send'> = {
  messages: {
    'send/invalid-amount': 'Enter an amount greater than zero',
    'send/above-balance': 'This is more than the account has: enter a smaller amount',
    'send/dust': ({ minimum }) => `This is less than the network accepts: send at least ${minimum} sat`,
    'send/insufficient-fee-funds': 'The account cannot pay the network fee: add some of the network’s own coin, or send less',
    'send/existential-deposit': ({ account }) =>
      account === 'sender'
        ? 'The account would keep less than the network lets exist: send less, or send everything'
        : 'The recipient would have less than the network lets exist: send more',
    'send/expired': 'The transaction was signed too late, and nothing was sent: try again',
    'send/nonce-too-low': 'Another transaction of this account came first, and nothing was sent: try again',
    'send/input-spent': 'The coins of this transaction were spent by another one, and nothing was sent: try again',
    'send/refused': ({ reason }) => `The network refused the transaction (${reason}), and nothing was sent: change it, then try again`,
    'send/failed': ({ namespace }) => (namespace === 'solana' ? 'Failed to send transaction. Please try again.' : 'Something went wrong'),
  },
  recovery: {
    'send/invalid-amount': 'ask-user',
    'send/above-balance': 'ask-user',
    'send/dust': 'ask-user',
    'send/insufficient-fee-funds': 'ask-user',
    'send/existential-deposit': 'ask-user',
    'send/expired': 'retry',
    'send/nonce-too-low': 'retry',
    'send/input-spent': 'retry',
    'send/refused': 'ask-user',
    'send/failed': 'retry',
  },
};

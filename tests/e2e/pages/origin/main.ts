import { SignClient } from 'latchkey/walletconnect';

/** A page with our client and nothing else: tests say what it does. */
Object.assign(globalThis, { SignClient });

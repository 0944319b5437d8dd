import { attempt } from '../wire.js';
import type { Cacao } from './cacao.js';
import { signInMessage } from './cacao-message.js';
import { parseSignInMessage } from './sign-in-message.js';
import type { SignInSession } from './sign-in-session.js';

const signInOf = (cacao: Cacao): SignInSession => {
  const message = signInMessage(cacao.p, cacao.p.iss);
  return { data: parseSignInMessage(message), message, signature: cacao.s.s, cacao };
};

/**
 * The sign-ins that a wallet signed as CACAOs, with the texts that it signed. Empty if a service could not accept one of them, because its text
 * does not conform to EIP-4361, as that of a wallet that writes the address without its checksum.
 */
export const signInsOf = (cacaos: readonly Cacao[]): readonly SignInSession[] => attempt(() => cacaos.map(signInOf)) ?? [];

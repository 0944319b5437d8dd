import { invalidParameter } from '../errors/invalid-parameter.js';
import type { RunEthCall } from '../signatures/contract-signature.js';
import { isEvmMessageSigned, isEvmMessageSignedByContract } from '../signatures/evm-message.js';
import { type Cacao, readIssuer } from './cacao.js';
import { signInMessage } from './cacao-message.js';
import { AUTH_NAMESPACE } from './recap.js';

/**
 * Verifies that the issuer of a CACAO signed it: with its key (`eip191`), or as a contract account, deployed or counterfactual (`eip1271`).
 * `false` if the issuer is not an eip155 account.
 * @param ethCall runs a call on a chain, by CAIP-2 id
 * @throws LatchkeyError `wallet-protocol/invalid-parameter` for an unknown signature type, a contract without a chain, or an invalid ReCap
 * @throws any error of `ethCall` if the result is unknown
 */
export const isCacaoSigned = async ({ p, s: { t, s } }: Cacao, ethCall: (chainId: string) => RunEthCall): Promise<boolean> => {
  if (t !== 'eip191' && t !== 'eip1271')
    throw invalidParameter(`verifySignature failed: Attempted to verify CacaoSignature with unknown type: ${t}`);
  const issuer = readIssuer(p.iss);
  if (issuer === null && t === 'eip1271')
    throw invalidParameter(`isValidEip1271Signature failed: chainId must be in CAIP-2 format, received: ${chainIdOfIssuer(p.iss)}`);
  if (issuer === null || issuer.namespace !== AUTH_NAMESPACE) return false;
  const signed = { address: issuer.address, message: signInMessage(p, p.iss), signature: s };
  return t === 'eip191' ? isEvmMessageSigned(signed) : isEvmMessageSignedByContract(signed, ethCall(issuer.chainId));
};

const chainIdOfIssuer = (iss: string): string => iss.split(':').slice(2, 4).join(':');

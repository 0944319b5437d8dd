import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { AuthPayload, Cacao } from '../../../domain/sign-in/cacao.js';
import { isCacaoSigned } from '../../../domain/sign-in/cacao-signature.js';
import { type EthCall, isRevert } from '../../../domain/signatures/contract-signature.js';
import { authenticatedNamespaces } from '../../../domain/wallet-protocol/authentication/auth-namespaces.js';
import { isBoundToRequest } from '../../../domain/wallet-protocol/authentication/auth-response.js';
import { RpcCallError } from '../../../domain/wallet-protocol/provider/rpc-call-error.js';
import type { Clock } from '../../ports/clock.port.js';
import type { JsonRpcClient } from '../../ports/json-rpc.port.js';
import { requestWithTimeout } from '../../shared/request-with-timeout.js';

/** Opens an RPC endpoint by CAIP-2 id; `null` if there is none. The caller closes it. */
export type ChainNodes = (chainId: string) => Promise<JsonRpcClient | null>;

export interface SignInVerifierDeps {
  readonly clock: Clock;
  readonly nodes: ChainNodes;
  /**
   * The signature of a contract that cannot be verified, because its chain has no endpoint or does not respond: `refuse` it, as the official
   * clients do, or `accept` it, if the caller's service verifies it again.
   */
  readonly whenUnknown: 'refuse' | 'accept';
}

/** Timeout of a contract signature check. */
const CHAIN_TIMEOUT_MS = 10_000;

/** Verifies the signatures of sign-ins: locally for an account's key, by an RPC call for a contract. */
export class SignInVerifier {
  readonly #deps: SignInVerifierDeps;

  constructor(deps: SignInVerifierDeps) {
    this.#deps = deps;
  }

  /**
   * Returns true if a sign-in is signed by its account, or if that is unknown and accepted.
   * @throws LatchkeyError `wallet-protocol/invalid-parameter` for an unknown signature type, a contract without a chain, or an invalid ReCap
   */
  async isVerified(cacao: Cacao, signal: AbortSignal): Promise<boolean> {
    try {
      return await isCacaoSigned(cacao, (chainId) => (call) => this.#ethCall(chainId, call, signal));
    } catch (error) {
      signal.throwIfAborted();
      if (isLatchkeyError(error, 'wallet-protocol/invalid-parameter')) throw error;
      return this.#deps.whenUnknown === 'accept';
    }
  }

  /**
   * Returns the first fault of the sign-ins in a response; `null` if there is none. Each must be bound to the request and have a valid
   * signature and readable ReCaps.
   */
  async faultOf(cacaos: readonly Cacao[], payload: AuthPayload, signal: AbortSignal): Promise<Error | null> {
    const failed = new LatchkeyError('wallet-protocol/settlement-failed', { detail: '' });
    if (!Array.isArray(cacaos) || cacaos.length === 0) return failed;
    try {
      const verified = await Promise.all(
        cacaos.map(async (cacao) => isBoundToRequest(cacao, payload) && (await this.isVerified(cacao, signal))),
      );
      if (verified.includes(false)) return failed;
      authenticatedNamespaces(cacaos);
      return null;
    } catch (error) {
      signal.throwIfAborted();
      return error instanceof LatchkeyError ? error : failed;
    }
  }

  /** @throws any error if the result is unknown */
  #ethCall(chainId: string, call: EthCall, signal: AbortSignal): Promise<string | null> {
    const { clock, nodes } = this.#deps;
    return requestWithTimeout(CHAIN_TIMEOUT_MS, clock, signal, async (requestSignal) => {
      const node = await nodes(chainId);
      if (node === null) throw new LatchkeyError('chain/unsupported', { chainId });
      try {
        const result = await node.request({ method: 'eth_call', params: [call, 'latest'] }, requestSignal);
        if (typeof result !== 'string') throw new TypeError('The node returned no hex result');
        return result;
      } catch (error) {
        if (error instanceof RpcCallError && isRevert(error)) return null;
        throw error;
      } finally {
        node.close();
      }
    });
  }
}

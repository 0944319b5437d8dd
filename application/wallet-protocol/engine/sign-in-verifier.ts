import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { AuthPayload, Cacao } from '../../../domain/sign-in/cacao.js';
import { recoverAddress } from '../../../domain/signatures/recover-address.js';
import { authenticatedNamespaces } from '../../../domain/wallet-protocol/authentication/auth-namespaces.js';
import { isBoundToRequest } from '../../../domain/wallet-protocol/authentication/auth-response.js';
import { isSignatureValid, type SignatureCheck, signatureCheck } from '../../../domain/wallet-protocol/authentication/signature-check.js';
import type { Clock } from '../../ports/clock.port.js';
import type { JsonRpcClient } from '../../ports/json-rpc.port.js';
import { requestWithTimeout } from '../../shared/request-with-timeout.js';

/** Opens an RPC endpoint by CAIP-2 id; `null` if there is none. The caller closes it. */
export type ChainNodes = (chainId: string) => Promise<JsonRpcClient | null>;

/** Timeout of a contract signature check. */
const CHAIN_TIMEOUT_MS = 10_000;

/** Verifies the signatures of sign-ins: locally for an account's key, by an RPC call for a contract. */
export class SignInVerifier {
  readonly #clock: Clock;
  readonly #nodes: ChainNodes;

  constructor(clock: Clock, nodes: ChainNodes) {
    this.#clock = clock;
    this.#nodes = nodes;
  }

  /**
   * Returns whether the signature of a sign-in is valid. `false` if the chain does not respond.
   * @throws LatchkeyError `wallet-protocol/invalid-parameter` for an unknown signature type, a contract without a chain, or an invalid ReCap
   */
  async isVerified(cacao: Cacao, signal: AbortSignal): Promise<boolean> {
    const check = signatureCheck(cacao);
    if (check === null) return false;
    return isSignatureValid(
      check,
      check.by === 'key' ? recoverAddress(check.hash, check.signature) : await this.#callContract(check, signal),
    );
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

  async #callContract({ chainId, to, data }: ContractCheck, signal: AbortSignal): Promise<string | null> {
    try {
      return await requestWithTimeout(CHAIN_TIMEOUT_MS, this.#clock, signal, async (requestSignal) => {
        const node = await this.#nodes(chainId);
        if (node === null) return null;
        try {
          const result = await node.request({ method: 'eth_call', params: [{ to, data }, 'latest'] }, requestSignal);
          return typeof result === 'string' ? result : null;
        } finally {
          node.close();
        }
      });
    } catch {
      signal.throwIfAborted();
      return null;
    }
  }
}

type ContractCheck = SignatureCheck & { readonly by: 'contract' };

import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { recoverAddress } from '../../../domain/signatures/recover-address.js';
import { authenticatedNamespaces } from '../../../domain/wallet-protocol/authentication/auth-namespaces.js';
import { answersRequest } from '../../../domain/wallet-protocol/authentication/auth-response.js';
import type { AuthPayload, Cacao } from '../../../domain/wallet-protocol/authentication/cacao.js';
import { isProof, type SignatureCheck, signatureCheck } from '../../../domain/wallet-protocol/authentication/signature-check.js';
import type { Clock } from '../../ports/clock.port.js';
import type { JsonRpcNode } from '../../ports/json-rpc.port.js';
import { askWithin } from '../../shared/ask-within.js';

/** Gives a node of a chain to ask, by its CAIP-2 id; `null` where there is none. Whoever asks closes it. */
export type ChainNodes = (chainId: string) => Promise<JsonRpcNode | null>;

/** How long a chain has to say whether a signature is that of a contract. */
const CHAIN_TIMEOUT_MS = 10_000;

/** Finds out whether sign-ins were signed by whom they say: on this machine for the key of an account, by asking its chain for a contract. */
export class SignInProofs {
  readonly #clock: Clock;
  readonly #nodes: ChainNodes;

  constructor(clock: Clock, nodes: ChainNodes) {
    this.#clock = clock;
    this.#nodes = nodes;
  }

  /**
   * Whether a sign-in is proven. A chain that does not answer proves nothing.
   * @throws LatchkeyError `wallet-protocol/invalid-parameter` for a signature of a type that nobody knows, a contract on no chain, or a
   * ReCap that is none
   */
  async isProven(cacao: Cacao, signal: AbortSignal): Promise<boolean> {
    const check = signatureCheck(cacao);
    if (check === null) return false;
    return isProof(check, check.by === 'key' ? recoverAddress(check.hash, check.signature) : await this.#ask(check, signal));
  }

  /**
   * What is wrong with the sign-ins that a request was answered with; `null` for nothing. Each is one to this request, signed by whom it
   * says, and what it allows can be read.
   */
  async faultOf(cacaos: readonly Cacao[], asked: AuthPayload, signal: AbortSignal): Promise<Error | null> {
    const failed = new LatchkeyError('wallet-protocol/settlement-failed', { detail: '' });
    if (!Array.isArray(cacaos) || cacaos.length === 0) return failed;
    try {
      const proven = await Promise.all(cacaos.map(async (cacao) => answersRequest(cacao, asked) && (await this.isProven(cacao, signal))));
      if (proven.includes(false)) return failed;
      authenticatedNamespaces(cacaos);
      return null;
    } catch (error) {
      signal.throwIfAborted();
      return error instanceof LatchkeyError ? error : failed;
    }
  }

  async #ask({ chainId, to, data }: ContractCheck, signal: AbortSignal): Promise<string | null> {
    try {
      return await askWithin(CHAIN_TIMEOUT_MS, this.#clock, signal, async (question) => {
        const node = await this.#nodes(chainId);
        if (node === null) return null;
        try {
          const answer = await node.request({ method: 'eth_call', params: [{ to, data }, 'latest'] }, question);
          return typeof answer === 'string' ? answer : null;
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

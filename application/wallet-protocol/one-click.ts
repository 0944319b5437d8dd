import { type ChainId, isChainId } from '../../domain/caip/caip-2.js';
import { signInsOf } from '../../domain/sign-in/cacao-sign-ins.js';
import { recapOf } from '../../domain/sign-in/recap.js';
import type { SignInSession } from '../../domain/sign-in/sign-in-session.js';
import type { RequestedNamespaces } from '../../domain/wallet-protocol/rules/grants.js';
import type { ProtocolSession } from '../../domain/wallet-protocol/session.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { RecordStore } from '../ports/record-store.port.js';
import type { SignInMessageRequest, SignInService } from '../ports/sign-in.port.js';
import { requestWithTimeout } from '../shared/request-with-timeout.js';
import { AuthExchange, type AuthOutcomeHandler } from './engine/auth-exchange.js';
import { authRequestTable } from './engine/auth-request-table.js';
import type { RequesterContext } from './engine/engine-context.js';
import type { ProposedSignIn } from './engine/session-proposer.js';
import { type ChainNodes, SignInVerifier } from './engine/sign-in-verifier.js';

/** The sign-in of an app, to be requested together with its proposals. */
export interface SignInOffer {
  readonly service: Pick<SignInService, 'createMessage'>;
  /** The chain that the message is for, if it is proposed; CAIP-2. */
  readonly chainId: ChainId;
}

/** The requested namespaces, and the sign-in to request with them. */
interface OneClickRequest {
  readonly optionalNamespaces: RequestedNamespaces;
  readonly requiredNamespaces?: RequestedNamespaces;
  readonly signIn?: SignInOffer | undefined;
}

export interface OneClickDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** RPC endpoints for verifying contract signatures. */
  readonly nodes: ChainNodes;
}

const NAMESPACE = 'eip155';

/** Time limit for a service to create a message. Without one, the wallet gets the proposal only. */
const MESSAGE_TIMEOUT_MS = 5_000;

/** Methods of proposals that wallets do not list in a ReCap. */
const PROPOSAL_ONLY_METHODS: readonly string[] = ['wallet_showCallsStatus'];

const paramsOf = (
  message: SignInMessageRequest,
  { chains, methods }: { readonly chains: readonly ChainId[]; readonly methods: readonly string[] },
): ProposedSignIn => {
  const { domain, uri, nonce, statement, issuedAt, expirationTime, notBefore, requestId, resources } = message;
  // An invalid ReCap of the app could not be merged with that of the methods.
  recapOf(resources);
  return {
    ...{ chains, domain, uri, nonce, methods, issuedAt, requestId, resources },
    statement: statement === '' ? undefined : statement,
    exp: expirationTime,
    nbf: notBefore,
  };
};

/** Sign-in in the same approval as connecting. Loaded with the engine if the app uses sign-in. */
export class OneClick {
  readonly #deps: OneClickDeps;

  constructor(deps: OneClickDeps) {
    this.#deps = deps;
  }

  /** Creates the exchange of sign-in requests. Their table is loaded by `load`. */
  exchange(context: RequesterContext, records: RecordStore): OneClickExchange {
    const { clock, nodes } = this.#deps;
    const authRequests = authRequestTable(records);
    const verifier = new SignInVerifier({ clock, nodes, whenUnknown: 'accept' });
    return {
      load: () => authRequests.load(({ id }) => id),
      create: (handler) => new AuthExchange({ ...context, tables: { ...context.tables, authRequests } }, verifier, handler),
    };
  }

  /**
   * Creates the sign-in to request with a proposal, with a new nonce. `undefined` if the proposal has another namespace than eip155, or if the
   * service does not create a message: then the user signs in after connecting.
   * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticated-events
   */
  async signInFor(request: OneClickRequest, signal: AbortSignal): Promise<ProposedSignIn | undefined> {
    const { optionalNamespaces, requiredNamespaces = {}, signIn } = request;
    const { clock, logger } = this.#deps;
    const namespaces = new Set([optionalNamespaces, requiredNamespaces].flatMap((each) => Object.keys(each)));
    if (signIn === undefined || namespaces.size !== 1 || !namespaces.has(NAMESPACE)) return undefined;
    const proposed = [optionalNamespaces[NAMESPACE], requiredNamespaces[NAMESPACE]];
    const chains = [...new Set(proposed.flatMap((each) => each?.chains ?? []).filter(isChainId))];
    const methods = [...new Set(proposed.flatMap((each) => each?.methods ?? []))].filter((each) => !PROPOSAL_ONLY_METHODS.includes(each));
    const chainId = chains.includes(signIn.chainId) ? signIn.chainId : chains[0];
    // Without methods the wallet would sign in without connecting.
    if (chainId === undefined || methods.length === 0) return undefined;
    try {
      const message = await requestWithTimeout(MESSAGE_TIMEOUT_MS, clock, signal, () =>
        signIn.service.createMessage({ chainId, accountAddress: '' }),
      );
      return paramsOf(message, { chains: [chainId, ...chains.filter((chain) => chain !== chainId)], methods });
    } catch (error) {
      signal.throwIfAborted();
      logger.warn('The wallet is not asked to sign in while connecting: there is no message', error);
      return undefined;
    }
  }

  /** The messages that a wallet signed to create a session. */
  readonly signInsOf = ({ authentication = [] }: ProtocolSession): readonly SignInSession[] => signInsOf(authentication);
}

/** The exchange of sign-in requests of one client. */
export interface OneClickExchange {
  load(): Promise<void>;
  create(handler: AuthOutcomeHandler): AuthExchange;
}

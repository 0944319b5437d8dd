import { base58 } from '@scure/base';
import { type ApprovalRequest, type EvmOperation, RefusedRequest } from '../approval/approval-request.js';
import type { ExpectedDecision } from '../approval/expected-decision.js';
import { notice } from '../approval/summary.js';
import type { SessionInfo } from '../frame/frame-client.js';
import type { Accounts } from '../keys/accounts.js';
import { randomText } from '../protocol/encoding.js';
import type { Completion } from '../smart-account/smart-requests.js';
import type { FramePrompts } from './frame-prompts.js';
import { loadOperations, type Operations } from './load-operations.js';
import type { CallNode } from './node-of.js';
import { factList, warningList } from './screen.js';
import type { SiteConfig, SiteNetwork } from './site-config.js';
import { UserRejected } from './site-window.js';
import type { SmartAccounts } from './smart-accounts.js';
import type { Theme } from './theme.js';
import { waitFor } from './wait-for.js';
import type { WalletSession } from './wallet-session.js';
import type { AskingApp, WindowTasks } from './window-messages.js';

/** Loaded with the first request that is to be approved. */
const loadApproval = () => import('../approval/approval.js');
type Approval = Awaited<ReturnType<typeof loadApproval>>;

/** Loaded with the first request that is approved in the frame. */
const loadApproveHere = () => import('./approve-here.js');

/**
 * Whether the browser can tell that a document is covered.
 * @see https://www.w3.org/TR/intersection-observer/#dom-intersectionobserverentry-isvisible
 */
const canSeeVisibility = (): boolean => 'IntersectionObserverEntry' in window && 'isVisible' in IntersectionObserverEntry.prototype;

/** Loaded where an app cuts the connection to the window. */
const loadMailbox = () => import('../frame/approval-mailbox.js');
/** The window cannot reach the frame. */
const POLL_MS = 1_000;

/** A request of an app that the user approves. */
export interface UnsafeCall {
  readonly method: string;
  readonly params: unknown;
  /** CAIP-2. */
  readonly chainId: string;
  readonly network: SiteNetwork | null;
  readonly app: AskingApp;
  readonly theme: Theme;
  /** Aborted when the host has abandoned the request. */
  readonly signal: AbortSignal;
}

/** Dependencies of {@link FrameApprovals}. */
export interface FrameApprovalsDeps {
  readonly config: SiteConfig;
  readonly session: WalletSession;
  readonly prompts: FramePrompts;
  readonly smartAccounts: SmartAccounts;
  readonly callNode: (network: SiteNetwork) => CallNode;
  /** Default: the document that completes operations. */
  readonly loadOperations?: () => Promise<Operations>;
}

/** A request that is read, and what is done with the signatures of its payloads. */
interface ReadCall {
  readonly request: ApprovalRequest;
  readonly complete: (signatures: readonly Uint8Array<ArrayBuffer>[]) => Promise<unknown>;
}

/** Facts that fit the frame. The window has all. */
const SHOWN_FACTS = 3;

/** Has the user approve a request, and signs what was approved. */
export class FrameApprovals {
  readonly #deps: FrameApprovalsDeps;

  constructor(deps: FrameApprovalsDeps) {
    this.#deps = deps;
  }

  /** @throws RefusedRequest, UserRejected, or an error of the node */
  async run(call: UnsafeCall): Promise<unknown> {
    const approval = await loadApproval();
    const { session } = this.#deps;
    const { method, chainId } = call;
    const namespace: keyof Accounts = chainId.startsWith('solana:') ? 'solana' : 'eip155';
    const [account, info] = await Promise.all([session.account(namespace), session.info()]);
    if (account === null) throw new RefusedRequest('No wallet is connected');
    const isOfNamespace = method.startsWith('solana_') === (namespace === 'solana');
    if (!isOfNamespace) throw new RefusedRequest(`${method} does not fit the network ${chainId}`);
    let former: EvmOperation | null = null;
    for (;;) {
      const { request, complete } = await this.#read(approval, call, { owner: account.address, former });
      const assertion = await this.#ask(approval, call, { request, info, isAgain: former !== null });
      const payloads = approval.signablesOf(request);
      // The app has been told that the request was aborted: nothing is signed, nor sent.
      call.signal.throwIfAborted();
      const signatures = await session.signApproved({ origin: call.app.origin, payloads, assertion });
      call.signal.throwIfAborted();
      try {
        return await complete(signatures);
      } catch (error) {
        // Nothing was sent. What is approved is what is sent, so that another operation needs another approval.
        if (!(error instanceof Error && error.name === 'StaleOperation' && request.kind === 'evm-operation')) throw error;
        former = request.operation;
      }
    }
  }

  /** Has the user approve what is signed for a request. Returns the confirmation by a passkey. @throws RefusedRequest, UserRejected */
  async #ask(
    approval: Approval,
    { network, app, theme, signal }: UnsafeCall,
    { request, info, isAgain }: { readonly request: ApprovalRequest; readonly info: SessionInfo; readonly isAgain: boolean },
  ): Promise<WindowTasks['approve']['result']['assertion']> {
    const { session, prompts } = this.#deps;
    // Before the window, and without use of keys: an app that asks again and again must not keep the wallet unlocked.
    if (info.locked && !isAgain) await prompts.unlock(session, { app, signal });
    const payloads = approval.payloadsOf(request);
    const context = { origin: app.origin, network, tokens: new Map() };
    const { title, facts, warnings, stop } = approval.summarize(request, context);
    const again = isAgain ? [notice('Nothing was sent: the fee or your account has changed meanwhile. Review it again.')] : [];
    const content = [...warningList([...again, ...warnings]), factList(facts.filter(({ kind }) => kind !== 'code').slice(0, SHOWN_FACTS))];
    const { confirmation, refusal } = await this.#expect(approval, request, app.origin, info);
    const reason = stop ?? refusal;
    if (reason !== null) {
      await prompts.refuse({ title, app, content, signal, reason });
      throw new RefusedRequest(reason);
    }
    const id = randomText(16);
    const recoverable = info.recoverable || info.passkeyRecovers;
    const task = { kind: 'approve', app, theme, request, recoverable, confirmation } as const;
    // Passkeys are used in windows of the site only: not all browsers allow them in the frame of another site's page.
    const here = canSeeVisibility() && info.trusted && confirmation === null ? await loadApproveHere() : null;
    const { digest, assertion } = await prompts.ask<'approve'>({
      event: 'show',
      title,
      content,
      continueLabel: 'Continue',
      signal,
      task,
      withoutWindow: {
        kind: 'mailbox',
        fragment: `#approval=${id}`,
        answer: async (aborted) => this.#askMailbox(id, approval.formatRequest(request), aborted),
      },
      ...(here === null ? {} : { showHere: (answer) => here.showApprovalHere(task, this.#deps.config, answer) }),
    });
    // The answer is for what was shown. It must be what is signed here.
    if (digest !== (await approval.approvalDigest(request, payloads))) throw new RefusedRequest('Something else was approved');
    return assertion;
  }

  /** What the user's policy says of a request. The worker decides. */
  async #expect(approval: Approval, request: ApprovalRequest, origin: string, info: SessionInfo): Promise<ExpectedDecision> {
    const { session } = this.#deps;
    const known = await session.device();
    // Another device has changed it.
    if (info.policy !== (known?.policy?.counter ?? 0)) await session.refreshPolicy();
    // Not the device itself, which has a secret.
    const { policy, log } = (await session.device()) ?? {};
    return approval.expectedDecision(request, origin, {
      ...(policy === undefined ? {} : { policy }),
      ...(log !== undefined ? { log } : policy === undefined ? {} : { nonce: await session.makeNonce() }),
    });
  }

  /** Asks through the server's mailbox. @throws UserRejected, ForgedAnswer, or ApiError */
  async #askMailbox(id: string, request: string, signal: AbortSignal): Promise<WindowTasks['approve']['result']> {
    const { session } = this.#deps;
    const { askApproval, cancelApproval, readAnswer } = await loadMailbox();
    const { keys, wallet } = await session.manage(async (owner) => {
      await askApproval(owner.client, owner.device, id, request);
      return { keys: owner.keys, wallet: owner.device.wallet };
    });
    // The window looks for it, and says that it was cancelled.
    signal.addEventListener('abort', () => void session.run(({ client }) => cancelApproval(client, id)).catch(() => undefined));
    for (;;) {
      const decision = await session.run(({ client }) => readAnswer(client, { wallet, worker: keys }, id));
      if (decision?.outcome === 'approved') return { digest: decision.digest, assertion: decision.assertion };
      if (decision !== null) throw new UserRejected();
      await waitFor(POLL_MS, signal);
      signal.throwIfAborted();
    }
  }

  /** @param former operation that was approved before, and was not sent */
  async #read(
    approval: Approval,
    call: UnsafeCall,
    { owner, former }: { readonly owner: string; readonly former: EvmOperation | null },
  ): Promise<ReadCall> {
    const { smartAccounts } = this.#deps;
    const { method, params, chainId, network } = call;
    if (await smartAccounts.isFor(call, owner)) {
      const { account, access } = await smartAccounts.accessOn(chainId, owner);
      const read = approval.readSmartCall(method, params, account);
      const operations = await (this.#deps.loadOperations ?? loadOperations)();
      const complete = (completion: Completion): ReadCall['complete'] => {
        return ([signature = new Uint8Array()]) => operations.completeSmartRequest(account, access, { completion, signature });
      };
      if (read.kind === 'signature') return { request: read.request, complete: complete({ kind: 'signature', typedData: read.typedData }) };
      const { requested, response } = read;
      const request = approval.checkOperation(await operations.prepareSmartOperation(account, access, requested), requested, account);
      const { operation } = request;
      if (former !== null) await approval.checkReplacement(former, operation, account, access.services.node);
      const isFinal = requested.complete !== null;
      return { request, complete: complete({ kind: 'operation', operation, id: requested.id, isFinal, response }) };
    }
    const request = await this.#readOwn(approval, call, { chainId, address: owner });
    if (request.kind === 'evm-typed-data') {
      // Of any network: their contracts may be deployed on all.
      const accounts = await smartAccounts.addressesOf(owner);
      approval.refuseSmartSignature(
        request.json,
        accounts.map(({ address }) => address),
      );
    }
    return { request, complete: (signatures) => this.#complete(approval, request, signatures, { network, params }) };
  }

  async #readOwn(
    approval: Approval,
    { method, params, network }: UnsafeCall,
    signer: { readonly chainId: string; readonly address: string },
  ): Promise<ApprovalRequest> {
    if (method !== 'eth_sendTransaction') return approval.readRequest(method, params, signer);
    const requested = approval.readTransaction(Array.isArray(params) ? params : [], signer);
    if (network === null) throw new RefusedRequest('The wallet does not know this network');
    const transaction = await approval.prepareTransaction(requested, signer.address, this.#deps.callNode(network));
    return { ...signer, kind: 'evm-transaction', transaction };
  }

  async #complete(
    approval: Approval,
    request: ApprovalRequest,
    signatures: readonly Uint8Array<ArrayBuffer>[],
    { network, params }: { readonly network: SiteNetwork | null; readonly params: unknown },
  ): Promise<unknown> {
    const [signature = new Uint8Array()] = signatures;
    switch (request.kind) {
      case 'evm-message':
      case 'evm-typed-data':
        return approval.evmSignature(signature);
      case 'evm-transaction': {
        if (network === null) throw new RefusedRequest('The wallet does not know this network');
        const raw = approval.signedTransaction(request.chainId, request.transaction, signature);
        return this.#deps.callNode(network)('eth_sendRawTransaction', [raw]);
      }
      case 'evm-operation':
        throw new RefusedRequest('Only a smart account sends user operations');
      case 'solana-message':
        return { signature: base58.encode(signature) };
      case 'solana-transactions': {
        const signed = request.transactions.map((bytes, index) =>
          approval.signSolana(bytes, request.address, signatures[index] ?? new Uint8Array()),
        );
        if (request.sends) {
          if (network === null) throw new RefusedRequest('The wallet does not know this network');
          return { signature: await approval.sendSolana(signed[0] ?? new Uint8Array(), params, this.#deps.callNode(network)) };
        }
        return approval.solanaResponse(signed, signatures, params);
      }
    }
  }
}

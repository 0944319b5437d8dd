import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Observable } from 'rxjs';
import type { SessionEvent, TypedData, WalletSession } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import type { Eip155Calls } from '../../application/ports/wallet-calls.js';
import { loadPart } from '../../application/shared/load-part.js';
import { pause } from '../../application/shared/pause.js';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { isSameEvmAddress } from '../../domain/account/evm-address.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { type AccountId, addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import type { Connector } from '../../domain/connection/connector.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { addChainParameters } from '../../domain/network/add-chain-parameters.js';
import { toHexChainId } from '../../domain/network/hex-chain-id.js';
import type { Network } from '../../domain/network/network.js';
import { attempt } from '../../domain/wire.js';
import { awaitWallet } from '../shared/await-wallet.js';
import { revoke } from '../shared/revoke.js';
import { SessionState } from '../shared/session-state.js';
import type { DiscoveredWallet, Eip6963Discovery } from './eip-6963-discovery.js';
import { Eip155Requests } from './eip155-requests.js';
import type { Eip1193Provider } from './eip1193.js';
import type { AskNode } from './estimate-fees.js';
import { checkRequest } from './price-transaction.js';
import { sendError } from './send-errors.js';
import { sendParameters } from './send-parameters.js';
import { readAccounts, readChainId, readSignature, readTransactionHash } from './wallet-answers.js';

/** Some wallets confirm a switch before they made it: they are asked again for so long, in this rhythm. */
const ARRIVAL_MS = 5_000;
const ARRIVAL_PAUSE_MS = 250;

/** What a session is opened with. */
export interface OpenSession {
  readonly wallet: DiscoveredWallet;
  readonly clock: Clock;
  /** `eth_requestAccounts` opens the wallet, `eth_accounts` never does. */
  readonly method: 'eth_requestAccounts' | 'eth_accounts';
  /** The answer to `method` where it was asked already. */
  readonly asked?: Promise<unknown>;
}

/**
 * Opens a session; `null` when the wallet shares no account. The wallet is listened to before it is read, so that no
 * change between the two is lost.
 */
export const openSession = async ({ wallet, clock, method, asked }: OpenSession, signal: AbortSignal): Promise<WalletSession | null> => {
  const requests = new Eip155Requests(wallet.provider, clock);
  const session = new Eip155Session(wallet, requests, clock);
  try {
    const answer = await (asked === undefined ? requests.read(method, signal) : requests.settle(method, asked, signal));
    if (await session.begin(readAccounts(answer, method), signal)) return session;
  } catch (error) {
    session.release();
    throw error;
  }
  session.release();
  return null;
};

/** A connection to an EIP-1193 wallet. @see https://eips.ethereum.org/EIPS/eip-1193 */
class Eip155Session implements WalletSession {
  readonly connector: Connector;
  readonly provider: Eip1193Provider;
  readonly events$: Observable<SessionEvent>;
  readonly calls: { readonly eip155: Eip155Calls };
  readonly #requests: Eip155Requests;
  readonly #clock: Clock;
  readonly #state = new SessionState();
  readonly #life = new AbortController();
  readonly #listeners: Readonly<Record<string, (payload: unknown) => void>>;
  #checking = false;
  #checkAgain = false;

  constructor({ connector, provider }: DiscoveredWallet, requests: Eip155Requests, clock: Clock) {
    this.connector = connector;
    this.provider = provider;
    this.events$ = this.#state.events$;
    this.#requests = requests;
    this.#clock = clock;
    this.calls = { eip155: lazyCalls(requests, () => this.chainId) };
    this.#listeners = {
      accountsChanged: (payload) => this.#ignoringNonsense(() => this.#state.setAccounts(readAccounts(payload, 'eth_accounts'))),
      chainChanged: (payload) => this.#ignoringNonsense(() => this.#state.setChainId(readChainId(payload, 'eth_chainId'))),
      // A provider says these when it loses or finds its nodes, or restarts: whether the site is still allowed is to be asked.
      disconnect: () => void this.#check(),
      connect: () => {
        if (this.#state.isGone || this.#checking) void this.#check();
      },
    };
    for (const [event, listener] of Object.entries(this.#listeners)) attempt(() => provider.on?.(event, listener));
  }

  get accounts(): readonly AccountRecord[] {
    return this.#state.accounts;
  }

  get chainId(): ChainId {
    // `begin` has read it before anybody got this session.
    return this.#state.chainId as ChainId;
  }

  /** Takes the first accounts and reads the chain. `false` when there is nothing to connect to, or no longer. */
  async begin(accounts: readonly AccountRecord[], signal: AbortSignal): Promise<boolean> {
    if (accounts.length === 0) return false;
    this.#state.setAccounts(accounts);
    await this.#readChain(signal);
    return !this.#state.isGone;
  }

  /** @see https://eips.ethereum.org/EIPS/eip-3326 */
  async switchNetwork({ caipNetworkId: target }: Network, signal: AbortSignal): Promise<void> {
    // Asking a wallet that is there already would show a prompt for nothing.
    if ((await this.#chainNow(signal)) === target) return;
    await this.#requests.prompt('wallet_switchEthereumChain', [{ chainId: toHexChainId(target) }], signal, target);
    const until = this.#clock.now() + ARRIVAL_MS;
    while ((await this.#chainNow(signal)) !== target) {
      if (this.#clock.now() >= until) throw new LatchkeyError('wallet/invalid-response', { method: 'wallet_switchEthereumChain' });
      await pause(ARRIVAL_PAUSE_MS, this.#clock, signal);
    }
  }

  /** @see https://eips.ethereum.org/EIPS/eip-3085 */
  async addNetwork(network: Network, signal: AbortSignal): Promise<void> {
    const method = 'wallet_addEthereumChain';
    try {
      await this.#requests.prompt(method, [addChainParameters(network)], signal);
    } catch (cause) {
      if (!isLatchkeyError(cause, 'wallet/unsupported-method') && !isLatchkeyError(cause, 'wallet/request-failed')) throw cause;
      throw new LatchkeyError('network/not-supported', { chainId: network.caipNetworkId }, { cause });
    }
  }

  /** @see https://eips.ethereum.org/EIPS/eip-191 */
  async signMessage({ account, message }: { readonly account: AccountId; readonly message: string }, signal: AbortSignal): Promise<string> {
    const method = 'personal_sign';
    return readSignature(await this.#requests.prompt(method, [utf8Hex(message), addressOf(account)], signal), method);
  }

  /** @see https://eips.ethereum.org/EIPS/eip-712 */
  async signTypedData(
    { account, typedData }: { readonly account: AccountId; readonly typedData: TypedData },
    signal: AbortSignal,
  ): Promise<string> {
    const method = 'eth_signTypedData_v4';
    return readSignature(await this.#requests.prompt(method, [addressOf(account), typedDataJson(typedData)], signal), method);
  }

  /**
   * Never signs for another chain than the account's: the wallet's chain is read just before, and the id goes along so
   * that a wallet that moved meanwhile refuses.
   */
  async sendTransaction(request: TransactionRequest, signal: AbortSignal, late?: (hash: string) => void): Promise<string> {
    const method = 'eth_sendTransaction';
    checkRequest(request);
    const chainId = chainIdOf(request.from);
    await this.#readChain(signal);
    this.#requireChain(chainId);
    const { type } = this.#state.known.find(({ address }) => isSameEvmAddress(address, addressOf(request.from))) ?? { type: 'eoa' };
    const ask: AskNode = (read, params) => this.#requests.read(read, signal, params);
    const parameters = await sendParameters(request, { ask, clock: this.#clock, paysFee: type !== 'smartAccount' });
    signal.throwIfAborted();
    // Nodes took their time: the wallet may have said meanwhile that it moved.
    this.#requireChain(chainId);
    try {
      const tell = (answer: unknown): void => late?.(readTransactionHash(answer, method));
      return readTransactionHash(await this.#requests.broadcast(method, [parameters], signal, tell), method);
    } catch (error) {
      throw (isLatchkeyError(error, 'wallet/request-failed') ? sendError(error, chainId) : null) ?? error;
    }
  }

  /**
   * Asks the wallet to forget the site; one that cannot, or already has, is fine.
   * @see https://github.com/MetaMask/metamask-improvement-proposals/blob/main/MIPs/mip-2.md
   */
  async disconnect(signal: AbortSignal): Promise<void> {
    await revoke(this.connector.id, () => this.#requests.prompt('wallet_revokePermissions', [{ eth_accounts: {} }], signal), signal);
  }

  release(): void {
    this.#life.abort();
    for (const [event, listener] of Object.entries(this.#listeners)) attempt(() => this.provider.removeListener?.(event, listener));
    this.#state.complete();
  }

  /** @throws LatchkeyError `network/wrong-chain` */
  #requireChain(chainId: ChainId): void {
    if (this.chainId !== chainId) throw new LatchkeyError('network/wrong-chain', { chainId, walletChainId: this.chainId });
  }

  async #readChain(signal: AbortSignal): Promise<ChainId> {
    const chainId = readChainId(await this.#requests.read('eth_chainId', signal), 'eth_chainId');
    this.#state.setChainId(chainId);
    return chainId;
  }

  /** The wallet's chain; where it does not say, the one it last said it went to. */
  async #chainNow(signal: AbortSignal): Promise<ChainId> {
    try {
      return await this.#readChain(signal);
    } catch {
      signal.throwIfAborted();
      return this.chainId;
    }
  }

  /** Asks silently what the wallet still shares. One that does not answer any more is gone until it says otherwise. */
  async #check(): Promise<void> {
    this.#checkAgain = this.#checking;
    // Before `begin` there is nothing to lose.
    if (this.#checking || this.#state.known.length === 0) return;
    this.#checking = true;
    const { signal } = this.#life;
    try {
      this.#state.setAccounts(readAccounts(await this.#requests.read('eth_accounts', signal), 'eth_accounts'));
      if (!this.#state.isGone) await this.#readChain(signal);
    } catch {
      this.#state.setAccounts([]);
    }
    this.#checking = false;
    if (this.#checkAgain) await this.#check();
  }

  /** A wallet that says something meaningless has said nothing. */
  #ignoringNonsense(hear: () => void): void {
    if (!this.#life.signal.aborted) attempt(hear);
  }
}

const utf8Hex = (text: string): string => `0x${bytesToHex(utf8ToBytes(text))}`;

/** The calls of a session whose code comes with the first of them. */
const lazyCalls = (requests: Eip155Requests, chainNow: () => ChainId): Eip155Calls => {
  const load = async (): Promise<Eip155Calls> => {
    const { eip155Calls } = await loadPart('the code of batched calls', () => import('./eip155-calls.js'));
    return eip155Calls(requests, chainNow);
  };
  return {
    sendCalls: async (request, signal, late) => (await load()).sendCalls(request, signal, late),
    getCallsStatus: async (request, signal) => (await load()).getCallsStatus(request, signal),
    showCallsStatus: async (request, signal) => (await load()).showCallsStatus(request, signal),
    getCapabilities: async (request, signal) => (await load()).getCapabilities(request, signal),
    getPermissions: async (request, signal) => (await load()).getPermissions(request, signal),
    requestPermissions: async (request, signal) => (await load()).requestPermissions(request, signal),
  };
};

/** Fields of the domain in their order. @see https://eips.ethereum.org/EIPS/eip-712#definition-of-domainseparator */
const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const;

/**
 * Writes typed data as wallets take it: with the type of the domain, derived from its fields where it is missing, and
 * whole numbers as decimal texts.
 */
export const typedDataJson = ({ domain, types, primaryType, message }: TypedData): string =>
  JSON.stringify(
    {
      types: { EIP712Domain: DOMAIN_FIELDS.filter(({ name }) => domain[name] !== undefined), ...types },
      domain,
      primaryType,
      message,
    },
    (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  );

/** What a remembered session is taken up with. */
interface ResumeSession {
  readonly connectorId: string;
  /** Has begun. */
  readonly discovery: Eip6963Discovery;
  readonly clock: Clock;
}

/**
 * Takes up a session with a remembered wallet, also when it announces itself late; `null` when it shares no account. The
 * wallet is never opened.
 */
export const resumeSession = async (
  { connectorId, discovery, clock }: ResumeSession,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const wallet = await awaitWallet(discovery, connectorId, clock, signal);
  // Two wallets claim this identity: which of them was meant only the person can say.
  if (wallet.connector.suspicious) return null;
  try {
    return await openSession({ wallet, clock, method: 'eth_accounts' }, signal);
  } catch (error) {
    // Some wallets answer a site that they do not share with by an error instead of an empty list.
    if (isLatchkeyError(error, 'wallet/unauthorized')) return null;
    throw error;
  }
};

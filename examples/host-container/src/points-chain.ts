import {
  type AccountRecord,
  CHAIN,
  type Chain,
  type Connector,
  defineModule,
  formatChainId,
  LatchkeyError,
  type LatchkeyModule,
  type NetworkDefinition,
  parseAccountId,
  registerNamespace,
  type SessionEvent,
  type TransactionRequest,
  type WalletSession,
} from 'latchkey';
import { BehaviorSubject, EMPTY, of, Subject } from 'rxjs';

declare module 'latchkey' {
  interface AccountTypes {
    readonly points: 'eoa';
  }
}

const POINTS = 'points';
// Must run before the first chain id of this namespace is created.
registerNamespace(POINTS);
const CHAIN_ID = formatChainId(POINTS, 'shop');

/** The shop's loyalty points, modelled as a network. */
export const pointsNetwork: NetworkDefinition = {
  id: 'shop',
  name: 'Points',
  chainNamespace: POINTS,
  nativeCurrency: { name: 'Point', symbol: 'P', decimals: 0 },
  rpcUrls: { default: { http: ['https://shop.example/points'] } },
};

/** The only connector: the customer's account with the shop. */
export const pointsAccount: Connector = {
  id: 'shop.points',
  namespace: POINTS,
  type: 'EXTERNAL',
  name: 'Points',
  rdns: null,
  icon: null,
  explorerId: null,
  suspicious: false,
};

/** Chain adapter for the shop's points. Transfers are final immediately. */
export class PointsChain implements Chain {
  readonly namespace = POINTS;
  readonly #points: Map<string, bigint>;
  readonly #customer: string;
  readonly #connectors = new BehaviorSubject<readonly Connector[]>([pointsAccount]);
  readonly connectors$ = this.#connectors.asObservable();
  #transfers = 0;

  constructor(points: Map<string, bigint>, customer: string) {
    this.#points = points;
    this.#customer = customer;
  }

  readonly connect: Chain['connect'] = async () => this.#session();
  readonly resume: Chain['resume'] = async () => this.#session();
  readonly watchSharing: Chain['watchSharing'] = () => EMPTY;
  readonly isAddress: Chain['isAddress'] = (value) => this.#points.has(value);
  readonly getBalance: Chain['getBalance'] = async ({ address }) => ({ value: this.#points.get(address) ?? 0n, symbol: 'P', decimals: 0 });
  readonly followTransaction: Chain['followTransaction'] = () =>
    of({ status: 'included', blockNumber: BigInt(this.#transfers), settled: true });

  dispose(): void {
    this.#connectors.complete();
  }

  #session(): WalletSession {
    const events = new Subject<SessionEvent>();
    const account: AccountRecord = { namespace: POINTS, address: this.#customer, type: 'eoa' };
    const unsupported = async (method: string): Promise<never> => {
      throw new LatchkeyError('wallet/unsupported-method', { method });
    };
    return {
      connector: pointsAccount,
      accounts: [account],
      chainId: CHAIN_ID,
      provider: this,
      events$: events.asObservable(),
      switchNetwork: async () => undefined,
      addNetwork: async ({ caipNetworkId: chainId }) => {
        throw new LatchkeyError('network/not-supported', { chainId });
      },
      signMessage: () => unsupported('signMessage'),
      signTypedData: () => unsupported('signTypedData'),
      sendTransaction: async (request) => this.#transfer(request),
      disconnect: async () => undefined,
      release: () => events.complete(),
    };
  }

  #transfer({ from, to, value }: TransactionRequest): string {
    const { address } = parseAccountId(from);
    const balance = this.#points.get(address) ?? 0n;
    if (value > balance)
      throw new LatchkeyError('send/above-balance', { chainId: CHAIN_ID, asset: null, value: String(value), balance: String(balance) });
    this.#points.set(address, balance - value);
    this.#points.set(to, (this.#points.get(to) ?? 0n) + value);
    this.#transfers += 1;
    return `transfer-${this.#transfers}`;
  }
}

/** Returns the module that adds the `points` namespace. */
export const points = (ledger: Map<string, bigint>, customer: string): LatchkeyModule =>
  defineModule((wire) => wire(CHAIN, [], () => new PointsChain(ledger, customer), { dispose: (chain) => chain.dispose() }));

import { ApiError } from '../frame/frame-client.js';
import { OperationLog } from '../frame/operation-log.js';
import { parseSentOperation } from '../frame/sent-operation.js';
import type { SmartAccount } from '../smart-account/smart-account.js';
import type { SmartAccountAccess } from '../smart-account/smart-calls.js';
import { loadOperations, type Operations } from './load-operations.js';
import type { CallNode } from './node-of.js';
import { networkOf } from './read-config.js';
import type { SiteConfig, SiteNetwork, SmartAccountServices } from './site-config.js';
import type { SmartAddress } from './smart-addresses.js';
import type { WalletSession } from './wallet-session.js';

/** Loaded with the user's first account on a network that has smart accounts. */
const loadAddress = () => import('../smart-account/account-address.js');

export type AccountType = 'eoa' | 'smartAccount';

/** An account of the user. */
export interface TypedAccount {
  readonly address: string;
  readonly type: AccountType;
}

/** The accounts of the user on a network. */
export interface UserAccounts {
  /** The preferred one is first. */
  readonly accounts: readonly [TypedAccount, ...TypedAccount[]];
  /** `null` if the network cannot be asked. */
  readonly smartAccountDeployed: boolean | null;
}

/** The user's smart account on a network. */
export interface NetworkAccount {
  /** Name of the network. */
  readonly network: string;
  readonly address: string;
  readonly isAudited: boolean;
  /** `null` if the network cannot be asked. */
  readonly isDeployed: Promise<boolean | null>;
}

/** A request of an app. */
export interface AccountCall {
  readonly method: string;
  readonly params: unknown;
  /** CAIP-2. */
  readonly chainId: string;
}

/** Requests about smart accounts that the user is not asked for: answered here, or passed to the bundler. */
const SAFE_METHODS: readonly string[] = [
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_getUserOperationReceipt',
  'eth_supportedEntryPoints',
];

/** Dependencies of {@link SmartAccounts}. */
export interface SmartAccountsDeps {
  readonly config: Pick<SiteConfig, 'networks'>;
  readonly session: WalletSession;
  readonly callNode: (network: Pick<SiteNetwork, 'rpcUrl'>) => CallNode;
  /** Default: the document that completes operations. */
  readonly loadOperations?: () => Promise<Operations>;
}

/** Whether a request is about smart accounts. */
export const isAboutSmartAccounts = (method: string): boolean => SAFE_METHODS.includes(method);

const numberOf = (chainId: string): number => Number(chainId.slice(chainId.indexOf(':') + 1));
const isType = (type: unknown): type is AccountType => type === 'eoa' || type === 'smartAccount';

const isSame = (value: unknown, address: string): boolean => typeof value === 'string' && value.toLowerCase() === address.toLowerCase();

/** Where a request names its account. */
const candidatesOf = (method: string, [first, second]: readonly unknown[]): readonly unknown[] => {
  switch (method) {
    case 'personal_sign':
      // Some libraries have the order of `eth_sign`.
      return [second, first];
    case 'eth_signTypedData_v4':
      return [first];
    default:
      return typeof first === 'object' && first !== null
        ? [Reflect.get(first, method === 'eth_sendUserOperation' ? 'sender' : 'from')]
        : [];
  }
};

/** The user's smart accounts: one on each network that has them, with one address. Its owner is the user's key of eip155. */
export class SmartAccounts {
  readonly #deps: SmartAccountsDeps;

  constructor(deps: SmartAccountsDeps) {
    this.#deps = deps;
  }

  /** EIP-155 chain ids of the networks that have smart accounts. */
  get networks(): readonly number[] {
    return this.#deps.config.networks.filter(({ smartAccounts }) => smartAccounts !== undefined).map(({ chainId }) => numberOf(chainId));
  }

  /** The user's accounts of eip155 on a network. @param preferred type that the app prefers, if the user has chosen none */
  async accountsOn(chainId: string, owner: string, preferred?: string): Promise<UserAccounts> {
    const eoa = { address: owner, type: 'eoa' } as const;
    const address = await this.addressOn(chainId, owner);
    if (address === null) return { accounts: [eoa], smartAccountDeployed: false };
    const [type, smartAccountDeployed] = await Promise.all([this.#preferredType(preferred), this.#isDeployed(chainId, address)]);
    const smart = { address, type: 'smartAccount' } as const;
    return { accounts: type === 'eoa' ? [eoa, smart] : [smart, eoa], smartAccountDeployed };
  }

  /** The address of the user's smart account; `null` on a network without. */
  async addressOn(chainId: string, owner: string): Promise<`0x${string}` | null> {
    const services = this.#servicesOn(chainId);
    return services === null ? null : (await loadAddress()).smartAccountAddress(owner, services.factory);
  }

  /** The smart accounts of an owner on all networks that have them. No network is asked. */
  async addressesOf(owner: string): Promise<readonly SmartAddress[]> {
    const accounts = this.#deps.config.networks.map(async ({ chainId, name }) => {
      const address = await this.addressOn(chainId, owner);
      return address === null ? [] : [{ chainId, network: name, address }];
    });
    return (await Promise.all(accounts)).flat();
  }

  /** The user's smart accounts on all networks that have them. Each network is asked by itself if it is deployed there. */
  async everywhere(owner: string): Promise<readonly NetworkAccount[]> {
    return (await this.addressesOf(owner)).map(({ chainId, network, address }) => ({
      network,
      address,
      isAudited: this.#servicesOn(chainId)?.isAudited === true,
      isDeployed: this.#isDeployed(chainId, address),
    }));
  }

  /** Stores the type that the user prefers. @throws Error on a network without smart accounts, ApiError */
  async prefer(type: string, chainId: string): Promise<AccountType> {
    if (!isType(type)) throw new Error(`There are no accounts of the type ${type}`);
    if (type === 'smartAccount' && this.#servicesOn(chainId) === null) throw new Error('Smart accounts are not available on this network');
    const { session } = this.#deps;
    if (!(await session.resume())) throw new ApiError('no-session');
    await session.run(({ client }) => client.setPreferences({ accountType: type }));
    return type;
  }

  /** Whether a request of an app is for the user's smart account: the one that it names, or the only one that has the method. */
  async isFor({ method, params, chainId }: AccountCall, owner: string): Promise<boolean> {
    const address = await this.addressOn(chainId, owner);
    if (address === null) return false;
    const named = candidatesOf(method, Array.isArray(params) ? params : []).find((each) => isSame(each, address) || isSame(each, owner));
    return named === undefined ? method === 'wallet_sendCalls' : isSame(named, address);
  }

  /** The smart account on a network, and what serves it there. @throws Error on a network without */
  async accessOn(chainId: string, owner: string): Promise<{ readonly account: SmartAccount; readonly access: SmartAccountAccess }> {
    const { config, callNode } = this.#deps;
    const network = networkOf(config, chainId);
    const services = this.#servicesOn(chainId);
    const address = await this.addressOn(chainId, owner);
    if (network === null || services === null || address === null) throw new Error(`Smart accounts are not supported on ${chainId}`);
    const { factory, bundlerUrl, paymasterUrl } = services;
    const log = await this.#log();
    return {
      account: { address, owner, factory, network, paymasterUrl },
      access: {
        services: {
          node: callNode(network),
          bundler: callNode({ rpcUrl: bundlerUrl }),
          paymaster: paymasterUrl === null ? null : callNode({ rpcUrl: paymasterUrl }),
        },
        log: {
          list: () => log.list(),
          find: (id) => log.find(id),
          // Of another document, whose code is not trusted.
          save: async (operation) => log.save(parseSentOperation(operation, { chainId, sender: address })),
          erase: (id) => log.erase(id),
        },
      },
    };
  }

  /** A request about smart accounts that the user is not asked for. @throws Error, RefusedRequest, or an error of the bundler */
  async safeCall({ method, params, chainId }: AccountCall, owner: string): Promise<unknown> {
    switch (method) {
      case 'wallet_getCapabilities':
        return this.#capabilities(Array.isArray(params) ? params : [], owner);
      case 'wallet_getCallsStatus':
        return this.#callsStatus(String(Array.isArray(params) ? params[0] : ''), owner);
      default: {
        const services = this.#servicesOn(chainId);
        if (services === null) throw new Error(`${method} is not supported on ${chainId}`);
        return this.#deps.callNode({ rpcUrl: services.bundlerUrl })(method, params ?? []);
      }
    }
  }

  /** @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcapabilities */
  async #capabilities([account, chains]: readonly unknown[], owner: string): Promise<unknown> {
    const named = typeof account === 'string' ? account.toLowerCase() : null;
    const found: [string, unknown][] = [];
    for (const { chainId, smartAccounts } of this.#deps.config.networks) {
      const id = `0x${numberOf(chainId).toString(16)}`;
      if (smartAccounts === undefined || (Array.isArray(chains) && !chains.includes(id))) continue;
      if (named !== null && named !== (await this.addressOn(chainId, owner))?.toLowerCase()) continue;
      const paymasterService = smartAccounts.paymasterUrl === null ? {} : { paymasterService: { supported: true } };
      found.push([id, { atomic: { status: 'supported' }, ...paymasterService }]);
    }
    return Object.fromEntries(found);
  }

  async #callsStatus(id: string, owner: string): Promise<unknown> {
    const operation = await (await this.#log()).find(id);
    if (operation === null) throw new Error('There are no calls with this id');
    const operations = await (this.#deps.loadOperations ?? loadOperations)();
    const { account, access } = await this.accessOn(operation.chainId, owner);
    return operations.smartCallsStatus(account, access, operation);
  }

  #servicesOn(chainId: string): SmartAccountServices | null {
    return networkOf(this.#deps.config, chainId)?.smartAccounts ?? null;
  }

  #log(): Promise<OperationLog> {
    return this.#deps.session.run(async ({ store }) => new OperationLog(store, () => Date.now()));
  }

  /** The user's choice, if there is one. Without a connection to the server, the app's. */
  async #preferredType(preferred: string | undefined): Promise<AccountType> {
    const { session } = this.#deps;
    const read = async () => ((await session.resume()) ? session.run(({ client }) => client.preferences()) : null);
    const stored = await read().catch(() => null);
    if (stored?.accountType != null) return stored.accountType;
    return isType(preferred) ? preferred : 'smartAccount';
  }

  /** `null` if the network cannot be asked. */
  async #isDeployed(chainId: string, address: string): Promise<boolean | null> {
    const network = networkOf(this.#deps.config, chainId);
    if (network === null) return null;
    const code = await this.#deps
      .callNode(network)('eth_getCode', [address, 'latest'])
      .catch(() => null);
    return typeof code === 'string' ? code.length > 2 : null;
  }
}

import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  type Hash,
  type Hex,
  type PublicClient,
} from 'viem';
import { callNode } from '../../chains/call-node.js';
import { CONTRACTS } from '../../chains/contracts.data.js';
import { namesOperator } from '../../chains/names-operator.js';
import { KeyedMutex } from '../../wallet/engine/keyed-mutex.js';
import { fromNode, nodeTransport } from '../evm-chains.js';

const { abi } = CONTRACTS.AccountNames;
/** The chain of the contracts. */
const CHAIN_ID = 1;
/** 10,000 coins. */
const OPERATOR_BALANCE = '0x21e19e0c9bab2400000';
const POLL_MS = 50;
const BLOCK_TIMEOUT_MS = 30_000;

/** Contracts with names, on chain 1. */
export interface NameContracts {
  readonly rpcUrl: string;
  /** `AccountNames`, deployed with the sandbox's operator. */
  readonly accountNames: Hex;
  /** Of ENS, for names of addresses that have no other. */
  readonly universalResolver: Hex;
}

/** A new name. */
export interface NewName {
  /** With its zone, in lower case. */
  readonly name: string;
  /** ENSIP-11. */
  readonly coinType: number;
  readonly owner: Address;
  /** Empty without one. */
  readonly avatar: string;
  readonly bio: string;
}

/** A registered name. Times are Unix times in seconds. */
export interface RegisteredName {
  readonly name: string;
  readonly registered: bigint;
  readonly updated: bigint;
  readonly addresses: readonly { readonly coinType: bigint; readonly account: Address; readonly created: bigint }[];
  readonly avatar: string;
  readonly bio: string;
}

/** Name and picture of an address. */
export interface NamedIdentity {
  readonly name: string | null;
  readonly avatar: string | null;
}

const isTaken = (error: unknown): boolean => {
  const reverted = error instanceof BaseError ? error.walk((each) => each instanceof ContractFunctionRevertedError) : null;
  return reverted instanceof ContractFunctionRevertedError && reverted.data?.errorName === 'NameTaken';
};

/** The contract with the names of accounts. All calls throw `RequestError` if the node fails. */
export class AccountNames {
  readonly #contracts: NameContracts;
  readonly #client: PublicClient;
  readonly #mutex = new KeyedMutex();

  constructor(contracts: NameContracts) {
    this.#contracts = contracts;
    this.#client = createPublicClient({ transport: nodeTransport(contracts.rpcUrl), ccipRead: false });
  }

  /** Returns a name; `null` if it is not registered. */
  async find(name: string): Promise<RegisteredName | null> {
    const record = await fromNode(CHAIN_ID, this.#client.readContract({ ...this.#contract, functionName: 'recordOf', args: [name] }));
    return record.registered === 0n ? null : { ...record, name };
  }

  /** Returns the names of an address, oldest first. */
  async namesOf(address: Address): Promise<readonly RegisteredName[]> {
    const names = await fromNode(CHAIN_ID, this.#client.readContract({ ...this.#contract, functionName: 'namesOf', args: [address] }));
    const found = await Promise.all(names.map((name) => this.find(name)));
    return found.filter((name) => name !== null);
  }

  /** Tests for registered names, in their order. */
  areRegistered(names: readonly string[]): Promise<readonly boolean[]> {
    return fromNode(CHAIN_ID, this.#client.readContract({ ...this.#contract, functionName: 'areRegistered', args: [names] }));
  }

  /** Returns the oldest name of an address, else its primary name in ENS. */
  async identityOf(address: Address): Promise<NamedIdentity> {
    const [registered] = await this.namesOf(address);
    if (registered !== undefined) return { name: registered.name, avatar: registered.avatar === '' ? null : registered.avatar };
    const { universalResolver: universalResolverAddress } = this.#contracts;
    const name = await fromNode(CHAIN_ID, this.#client.getEnsName({ address, universalResolverAddress }));
    if (name === null) return { name, avatar: null };
    const avatar = await fromNode(CHAIN_ID, this.#client.getEnsText({ name, key: 'avatar', universalResolverAddress }));
    return { name, avatar };
  }

  /** Registers a name and waits for the block. False: it is taken. */
  register(name: NewName): Promise<boolean> {
    // One at a time, so that each transaction has a nonce of its own.
    return this.#mutex.run('operator', () => fromNode(CHAIN_ID, this.#send(name)));
  }

  get #contract() {
    return { address: this.#contracts.accountNames, abi } as const;
  }

  async #send({ name, coinType, owner, avatar, bio }: NewName): Promise<boolean> {
    const { rpcUrl } = this.#contracts;
    const account = namesOperator();
    await callNode(rpcUrl, 'anvil_setBalance', [account.address, OPERATOR_BALANCE]);
    const wallet = createWalletClient({ account, transport: nodeTransport(rpcUrl) });
    let hash: Hash;
    try {
      const args = [name, BigInt(coinType), owner, avatar, bio] as const;
      hash = await wallet.writeContract({ ...this.#contract, chain: null, functionName: 'register', args });
    } catch (error) {
      if (isTaken(error)) return false;
      throw error;
    }
    const receipt = await this.#client.waitForTransactionReceipt({ hash, pollingInterval: POLL_MS, timeout: BLOCK_TIMEOUT_MS });
    // Another service has registered it in the same block.
    return receipt.status === 'success';
  }
}

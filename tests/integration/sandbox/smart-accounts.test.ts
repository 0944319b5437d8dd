import {
  type ChainContracts,
  CONTRACTS,
  deployContracts,
  type RunningChain,
  type SmartAccounts,
  startChain,
  startSmartAccounts,
} from '@latchkey/sandbox';
import { IDBFactory } from 'fake-indexeddb';
import { filter, firstValueFrom } from 'rxjs';
import {
  type Address,
  concat,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hashMessage,
  hashTypedData,
  http,
  numberToHex,
  parseEther,
  publicActions,
  walletActions,
  zeroAddress,
  zeroHash,
} from 'viem';
import { entryPoint07Abi, entryPoint07Address, toPackedUserOperation } from 'viem/account-abstraction';
import { generatePrivateKey, privateKeyToAddress, sign } from 'viem/accounts';
import { mainnet } from 'viem/chains';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Eip1193Provider } from '../../../adapters/eip155/eip1193.js';
import type { Latchkey } from '../../../application/latchkey.js';
import { CLOCK } from '../../../application/ports/clock.port.js';
import { FakeLogger } from '../../../application/ports/logger.fake.js';
import { LOGGER } from '../../../application/ports/logger.port.js';
import { FakeStorage } from '../../../application/ports/storage.fake.js';
import { STORAGE } from '../../../application/ports/storage.port.js';
import { resultFrom } from '../../../application/shared/result-from.js';
import { createLatchkey } from '../../../composition/create-latchkey.js';
import { eip155 } from '../../../composition/modules/eip155.module.js';
import { defineModule } from '../../../composition/wire.js';
import { toAccountId } from '../../../domain/caip/caip-10.js';
import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { mainnet as ethereum } from '../../../domain/network/networks/eip155.js';
import { isSignedByContract, type RunEthCall } from '../../../domain/signatures/contract-signature.js';
import { callNode } from '../../../sandbox/chains/call-node.js';
import type { ApprovalRequest, EvmOperation } from '../../../sandbox/secure-site/approval/approval-request.js';
import { signablesOf } from '../../../sandbox/secure-site/approval/payloads.js';
import type { CallChain } from '../../../sandbox/secure-site/approval/prepare-transaction.js';
import { simulate } from '../../../sandbox/secure-site/approval/simulate.js';
import { CallPort } from '../../../sandbox/secure-site/documents/call-port.js';
import { remoteFunctions } from '../../../sandbox/secure-site/documents/load-operations.js';
import { DeviceStore } from '../../../sandbox/secure-site/frame/device-store.js';
import { OperationLog } from '../../../sandbox/secure-site/frame/operation-log.js';
import type { SentOperation } from '../../../sandbox/secure-site/frame/sent-operation.js';
import { effectsOf, evmDigestOf } from '../../../sandbox/secure-site/keys/effects.js';
import { smartAccountAddress } from '../../../sandbox/secure-site/smart-account/account-address.js';
import { checkOperation } from '../../../sandbox/secure-site/smart-account/check-operation.js';
import type { RequestedOperation } from '../../../sandbox/secure-site/smart-account/read-calls.js';
import { readSmartCall } from '../../../sandbox/secure-site/smart-account/read-smart-call.js';
import type { SmartAccount } from '../../../sandbox/secure-site/smart-account/smart-account.js';
import type { SmartAccountAccess } from '../../../sandbox/secure-site/smart-account/smart-calls.js';
import { type Completion, SmartRequests } from '../../../sandbox/secure-site/smart-account/smart-requests.js';
import { executeData } from '../../../sandbox/secure-site/smart-account/user-operation.js';
import { AHEAD_CLOCK } from '../support/ahead-clock.js';

const ETH = { symbol: 'ETH', decimals: 18 };
const BOB: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** A dev account, which pays for what the tests prepare. */
const PAYER: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const WALLET = 'wallet-of-the-test';

let chain: RunningChain;
let contracts: ChainContracts;
let services: SmartAccounts;
const ports: MessagePort[] = [];
/** How far the clock of the devices is ahead. */
let aheadMs = 0;

const connect = () =>
  createTestClient({ mode: 'anvil', chain: mainnet, transport: http(chain.rpcUrl, { retryCount: 0 }), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);

beforeAll(async () => {
  chain = await startChain({ chainId: 1 });
  contracts = await deployContracts(chain);
  services = await startSmartAccounts({ chains: [chain] });
});
afterAll(async () => {
  for (const port of ports) port.close();
  await services.stop();
  await chain.stop();
});
beforeEach(async () => {
  aheadMs = 0;
  await services.control.setSponsorship({ kind: 'all' });
  await services.control.setBundlerDown(false);
  await services.control.setBundlingPaused(false);
});

/** Requests as the frame makes them: operations are completed across a port, with functions that it lends. Waiting takes as long as the node. */
const remoteRequests = (account: SmartAccount, access: SmartAccountAccess) => {
  const wait = async (): Promise<void> => void (await callNode(chain.rpcUrl, 'eth_blockNumber', []));
  const requestsOf = (lent: SmartAccountAccess) => new SmartRequests({ ...lent, account, wait, now: () => Date.now() + aheadMs });
  const functions = {
    prepare: (lent: SmartAccountAccess, requested: RequestedOperation) => requestsOf(lent).prepare(requested),
    complete: (lent: SmartAccountAccess, completion: Completion, signature: Uint8Array) => requestsOf(lent).complete(completion, signature),
    callsStatus: (lent: SmartAccountAccess, sent: SentOperation) => requestsOf(lent).callsStatus(sent),
  };
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  new CallPort(port2, functions);
  const { prepare, complete, callsStatus } = remoteFunctions<typeof functions>(new CallPort(port1));
  return {
    read: async (method: string, params: unknown): Promise<{ readonly request: ApprovalRequest; readonly completion: Completion }> => {
      const read = readSmartCall(method, params, account);
      if (read.kind === 'signature') return { request: read.request, completion: { kind: 'signature', typedData: read.typedData } };
      const { requested, response } = read;
      const request = checkOperation(await prepare(access, requested), requested, account);
      const { operation } = request;
      return { request, completion: { kind: 'operation', operation, id: requested.id, isFinal: requested.complete !== null, response } };
    },
    complete: (completion: Completion, signature: Uint8Array) => complete(access, completion, signature),
    callsStatus: (sent: SentOperation) => callsStatus(access, sent),
  };
};

/** A user's device: what it stores survives reloads. */
class Device {
  readonly privateKey: Hex;
  readonly owner: Address;
  readonly address: Address;
  /** Default: the sandbox's. */
  paymasterUrl: string | null = services.services(1).paymasterUrl;
  /** Answers in the place of the paymaster. */
  paymaster: CallChain | null = null;
  /** Methods that node and bundler do not have. */
  missing: readonly string[] = [];
  readonly #database = new IDBFactory();

  /** @param privateKey of the owner; another device of the user has the same */
  constructor(privateKey = generatePrivateKey()) {
    this.privateKey = privateKey;
    this.owner = privateKeyToAddress(privateKey);
    this.address = smartAccountAddress(this.owner, services.contracts.factory);
  }

  /** The frame's requests, in a document of its own. */
  async open(): Promise<{ readonly requests: ReturnType<typeof remoteRequests>; readonly log: OperationLog }> {
    const store = await DeviceStore.open({ app: { project: 'test', origin: 'https://app.example' }, factory: () => this.#database });
    if ((await store.load()) === null) {
      const key = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
      const accounts = { eip155: { address: this.owner, publicKey: '' }, solana: { address: '', publicKey: '' } };
      const user = { provider: 'email', email: 'alice@example.com', userName: null } as const;
      const device = { device: 'device', user, token: null, key, seenEpoch: 1, accounts, vault: '', wraps: '' };
      await store.save({ wallet: WALLET, ...device });
    }
    const { bundlerUrl, factory } = services.services(1);
    const { paymasterUrl } = this;
    const at = (url: string) => async (method: string, params: unknown) => {
      if (this.missing.includes(method)) throw new Error(`${method} is not available`);
      return callNode(url, method, params);
    };
    const network = { chainId: 'eip155:1', name: 'Ethereum', rpcUrl: chain.rpcUrl, currency: ETH };
    const log = new OperationLog(store, () => Date.now());
    const account = { address: this.address, owner: this.owner, factory, network, paymasterUrl };
    const paymaster = this.paymaster ?? (paymasterUrl === null ? null : at(paymasterUrl));
    const atServices = { node: at(chain.rpcUrl), bundler: at(bundlerUrl), paymaster };
    const requests = remoteRequests(account, {
      services: atServices,
      log: {
        list: () => log.list(),
        find: (id) => log.find(id),
        save: (operation) => log.save(operation),
        erase: (id) => log.erase(id),
      },
    });
    return { requests, log };
  }

  /** The signature of the owner's key, as the frame's worker makes it. */
  async sign(request: ApprovalRequest): Promise<Uint8Array> {
    const [digest = new Uint8Array()] = signablesOf(request).map(evmDigestOf);
    const { r, s, yParity } = await sign({ hash: `0x${Buffer.from(digest).toString('hex')}`, privateKey: this.privateKey });
    return Buffer.from(concat([r, s, numberToHex(yParity ?? 0, { size: 1 })]).slice(2), 'hex');
  }

  /** Reads a request; approves it when `approve` is called. */
  async read(method: string, params: unknown): Promise<{ readonly request: ApprovalRequest; readonly approve: () => Promise<unknown> }> {
    const { requests } = await this.open();
    const { request, completion } = await requests.read(method, params);
    return { request, approve: async () => requests.complete(completion, await this.sign(request)) };
  }

  async run(method: string, params: unknown): Promise<unknown> {
    return (await this.read(method, params)).approve();
  }

  sendCalls(calls: readonly { readonly to: Hex; readonly data?: Hex; readonly value?: Hex }[], id?: string) {
    return this.read('wallet_sendCalls', [
      { version: '2.0.0', chainId: '0x1', from: this.address, calls, ...(id === undefined ? {} : { id }) },
    ]);
  }

  /** As apps see it, in a frame that was reloaded. */
  async status(id: string): Promise<Readonly<Record<string, unknown>>> {
    const { requests, log } = await this.open();
    const operation = await log.find(id);
    if (operation === null) throw new Error('The device has forgotten it');
    // The test reads the members that it names.
    return (await requests.callsStatus(operation)) as Readonly<Record<string, unknown>>;
  }

  async settled(id: string): Promise<Readonly<Record<string, unknown>>> {
    for (;;) {
      const status = await this.status(id);
      if (status['status'] !== 100) return status;
    }
  }

  isDeployed = async (): Promise<boolean> => (await connect().getCode({ address: this.address })) !== undefined;
  nonce = (): Promise<bigint> =>
    connect().readContract({ abi: entryPoint07Abi, address: entryPoint07Address, functionName: 'getNonce', args: [this.address, 0n] });
}

const give = (to: Address, value: bigint) => connect().sendTransaction({ account: PAYER, to, value });
const mint = (to: Address, amount: bigint) =>
  connect().writeContract({
    account: PAYER,
    abi: CONTRACTS.SandboxToken.abi,
    address: contracts.dollar,
    functionName: 'mint',
    args: [to, amount],
  });
const dollarsOf = (owner: Address) =>
  connect().readContract({ abi: erc20Abi, address: contracts.dollar, functionName: 'balanceOf', args: [owner] });
const transfer = (to: Address, amount: bigint): { readonly to: Hex; readonly data: Hex } => ({
  to: contracts.dollar,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
});
const newAddress = (): Address => privateKeyToAddress(generatePrivateKey());

/** A deployed account that has done nothing else. */
const deployed = async (): Promise<Device> => {
  const device = new Device();
  await device.run('eth_sendTransaction', [{ from: device.address, to: BOB }]);
  return device;
};

describe('the account', () => {
  it('has the address that the factory gives it, at the canonical entry point', async () => {
    const device = new Device();
    const { factory, entryPoint } = services.contracts;
    const expected = await connect().readContract({
      abi: CONTRACTS.SmartAccountFactory.abi,
      address: factory,
      functionName: 'addressOf',
      args: [device.owner, zeroHash],
    });
    expect(device.address).toBe(expected);
    expect(entryPoint).toBe(entryPoint07Address);
  });

  it('obeys its owner only, whose contract for all accounts has none', async () => {
    const device = await deployed();
    const { abi } = CONTRACTS.SmartAccount;
    expect(await connect().readContract({ abi, address: device.address, functionName: 'owner' })).toBe(device.owner);
    const { factory } = services.contracts;
    const implementation = await connect().readContract({
      abi: CONTRACTS.SmartAccountFactory.abi,
      address: factory,
      functionName: 'implementation',
    });
    expect(await connect().readContract({ abi, address: implementation, functionName: 'owner' })).toBe(`0x${'0'.repeat(40)}`);
    const mode = `0x01${'0'.repeat(62)}` as const;
    const calls = { abi, functionName: 'execute', args: [mode, '0x'] } as const;
    for (const account of [device.owner, BOB])
      await expect(connect().simulateContract({ ...calls, address: device.address, account })).rejects.toThrow('AccountUnauthorized');
  });

  it('is deployed by its first operation, which the paymaster pays for', async () => {
    const device = new Device();
    await mint(device.address, 5_000_000n);
    const receiver = newAddress();
    expect(await device.isDeployed()).toBe(false);
    const hash = await device.run('eth_sendTransaction', [{ from: device.address, ...transfer(receiver, 2_000_000n) }]);
    expect(await connect().getTransactionReceipt({ hash: hash as Hex })).toMatchObject({ status: 'success' });
    expect(await device.isDeployed()).toBe(true);
    expect(await dollarsOf(receiver)).toBe(2_000_000n);
    expect(await connect().getBalance({ address: device.address })).toBe(0n);
  });
});

describe('calls', () => {
  it('are made in one transaction, whose receipt has their logs only', async () => {
    const device = new Device();
    await mint(device.address, 3n);
    const [first, second] = [newAddress(), newAddress()];
    const { request, approve } = await device.sendCalls([transfer(first, 1n), transfer(second, 2n)], 'of the app');
    expect(await simulate(request, ETH, (method, params) => callNode(chain.rpcUrl, method, params))).toMatchObject({
      status: 'done',
      changes: [{ amount: '−0.000003 SBD', isLoss: true }],
    });
    expect(await approve()).toEqual({ id: 'of the app' });
    const { receipts, ...status } = await device.settled('of the app');
    expect(status).toEqual({ version: '2.0.0', id: 'of the app', chainId: '0x1', atomic: true, status: 200 });
    expect(receipts).toMatchObject([
      { status: '0x1', logs: [{ address: contracts.dollar.toLowerCase() }, { address: contracts.dollar.toLowerCase() }] },
    ]);
    expect([await dollarsOf(first), await dollarsOf(second)]).toEqual([1n, 2n]);
    await expect(device.sendCalls([transfer(first, 1n)], 'of the app')).rejects.toThrow('this id already');
  });

  it('are refused before the user is asked, if one would fail', async () => {
    const device = await deployed();
    await expect(device.sendCalls([{ to: BOB }, transfer(BOB, 1n)])).rejects.toThrow('expects this to fail');
  });

  it('change nothing if one fails on the chain', async () => {
    const device = await deployed();
    await give(device.address, 10n);
    await mint(device.address, 1n);
    const receiver = newAddress();
    const { approve } = await device.sendCalls([{ to: receiver, value: '0x5' }, transfer(BOB, 1n)], 'fails');
    await services.control.setBundlingPaused(true);
    await approve();
    // Before they are included: the second call has nothing to transfer then.
    await connect().impersonateAccount({ address: device.address });
    await connect().setBalance({ address: device.address, value: parseEther('1') });
    await connect().sendTransaction({ account: device.address, ...transfer(PAYER, 1n) });
    await services.control.setBundlingPaused(false);
    expect(await device.settled('fails')).toMatchObject({ status: 500, receipts: [{ status: '0x0', logs: [] }] });
    expect(await connect().getBalance({ address: receiver })).toBe(0n);
  });

  it('follow each other while the first are on their way', async () => {
    const device = await deployed();
    await services.control.setBundlingPaused(true);
    const ids: unknown[] = [];
    for (const id of ['first', 'second']) {
      const { approve } = await device.sendCalls([{ to: BOB }], id);
      ids.push(await approve());
      expect(await device.status(id)).toMatchObject({ status: 100 });
    }
    await services.control.setBundlingPaused(false);
    for (const id of ['first', 'second']) expect(await device.settled(id)).toMatchObject({ status: 200 });
    expect(await device.nonce()).toBe(3n);
  });
});

describe('a user operation of an app', () => {
  it('is signed as it is, and answered with its hash', async () => {
    const device = await deployed();
    const receiver = newAddress();
    await give(device.address, parseEther('1'));
    await services.control.setSponsorship({ kind: 'none' });
    const { request } = await device.sendCalls([{ to: receiver, value: '0x7' }]);
    if (request.kind !== 'evm-operation') throw new Error('It is none');
    const { operationHash } = await import('../../../sandbox/secure-site/smart-account/user-operation.js');
    const { nonce, calls, callGas, verificationGas, preVerificationGas, maxFeePerGas, maxPriorityFeePerGas } = request.operation;
    const operation = {
      sender: device.address,
      nonce: numberToHex(nonce),
      callData: executeData(calls),
      callGasLimit: numberToHex(callGas),
      verificationGasLimit: numberToHex(verificationGas),
      preVerificationGas: numberToHex(preVerificationGas),
      maxFeePerGas: numberToHex(maxFeePerGas),
      maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas),
    };
    const hash = operationHash('eip155:1', device.address, request.operation);
    expect(await device.run('eth_sendUserOperation', [operation, entryPoint07Address])).toBe(hash);
    expect(await device.settled(hash)).toMatchObject({ status: 200 });
    expect(await connect().getBalance({ address: receiver })).toBe(7n);
  });
});

describe('the address 0, which the worker reads as the contracts do', () => {
  const operationOf = async (device: Device, members: Partial<EvmOperation>): Promise<ApprovalRequest> => ({
    chainId: 'eip155:1',
    address: device.address,
    kind: 'evm-operation',
    operation: {
      nonce: await device.nonce(),
      calls: [{ to: BOB, value: 0n, data: '0x' }],
      deployment: null,
      callGas: 100_000n,
      verificationGas: 200_000n,
      preVerificationGas: 1_000_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 10n ** 11n,
      paymaster: null,
      ...members,
    },
  });
  /** Signs an operation that no wallet would read, and has the entry point execute it. */
  const execute = async (device: Device, request: ApprovalRequest): Promise<void> => {
    if (request.kind !== 'evm-operation') throw new Error('It is none');
    const signature = Buffer.from(await device.sign(request));
    const { calls, deployment, callGas, verificationGas, paymaster, ...operation } = request.operation;
    const packed = toPackedUserOperation({
      ...operation,
      sender: device.address,
      callData: executeData(calls),
      callGasLimit: callGas,
      verificationGasLimit: verificationGas,
      ...(paymaster === null ? {} : { paymaster: paymaster.address, paymasterData: paymaster.data }),
      ...(paymaster === null ? {} : { paymasterVerificationGasLimit: 100n, paymasterPostOpGasLimit: 200n }),
      signature: `0x${signature.subarray(0, 64).toString('hex')}${(27 + (signature[64] ?? 0)).toString(16)}`,
    });
    const abi = entryPoint07Abi;
    const hash = await connect().writeContract({
      account: PAYER,
      abi,
      address: entryPoint07Address,
      functionName: 'handleOps',
      args: [[packed], newAddress()],
    });
    expect(await connect().waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
  };
  const effectsIn = (request: ApprovalRequest) => signablesOf(request).flatMap(effectsOf);

  it('as a paymaster has the account pay: the worker counts at least what that loses', async () => {
    const device = await deployed();
    await give(device.address, parseEther('1'));
    const paymaster = { address: zeroAddress, data: '0x', verificationGas: 100n, postOpGas: 200n } as const;
    const request = await operationOf(device, { paymaster });
    const [fee] = effectsIn(request);
    await execute(device, request);
    const lost = parseEther('1') - (await connect().getBalance({ address: device.address }));
    expect(lost).toBeGreaterThan(parseEther('0.1'));
    expect(fee).toMatchObject({ kind: 'spend', asset: 'eip155:1/native' });
    expect(fee?.kind === 'spend' ? fee.amount : 0n).toBeGreaterThanOrEqual(lost);
  });

  it('as a paymaster of the service is none', async () => {
    const device = await deployed();
    await give(device.address, parseEther('1'));
    device.paymaster = async () => ({ paymaster: zeroAddress, paymasterData: '0x', isFinal: true });
    expect((await device.sendCalls([{ to: BOB }])).request).toMatchObject({ operation: { paymaster: null } });
  });

  it('as a target is the account itself, which may do anything then', async () => {
    const device = await deployed();
    await give(device.address, parseEther('1'));
    await mint(device.address, 7n);
    const thief = newAddress();
    const data = executeData([{ value: 0n, ...transfer(thief, 7n) }]);
    await expect(device.sendCalls([{ to: zeroAddress, data }])).rejects.toThrow('the account itself');
    const request = await operationOf(device, { calls: [{ to: zeroAddress, value: 0n, data }] });
    expect(effectsIn(request)).toContainEqual({ kind: 'unknown' });
    await execute(device, request);
    expect(await dollarsOf(thief)).toBe(7n);
    // Value stays where it is, except for the fees.
    const coins = await operationOf(device, { calls: [{ to: zeroAddress, value: parseEther('0.5'), data: '0x' }] });
    await execute(device, coins);
    expect(await connect().getBalance({ address: device.address })).toBeGreaterThan(parseEther('0.7'));
  });
});

describe('the bundler of an app', () => {
  /** A wallet that sends operations and forgets them, so that only the bundler knows what becomes of them. */
  const walletOf = (device: Device): Eip1193Provider => ({
    request: async ({ method, params }) => {
      if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [device.address];
      if (method === 'eth_chainId') return '0x1';
      if (method === 'eth_sendUserOperation') return device.run(method, params);
      throw Object.assign(new Error('Unsupported'), { code: 4200 });
    },
    on: () => undefined,
    removeListener: () => undefined,
  });

  const page = (device: Device, storage: FakeStorage, { isNext = false, bundler = services.bundlerUrl } = {}) => {
    const logger = new FakeLogger();
    const latchkey = createLatchkey({
      networks: [ethereum],
      customRpcUrls: { 'eip155:1': [{ url: chain.rpcUrl }] },
      endpoints: { bundler },
      modules: [
        // The next page has no wallet.
        eip155({ providers: isNext ? [] : [{ id: 'test', name: 'Test', provider: walletOf(device) }] }),
        defineModule((wire) => {
          wire(STORAGE, [], () => storage);
          wire(LOGGER, [], () => logger);
          if (isNext) wire(CLOCK, [], () => AHEAD_CLOCK);
        }),
      ],
    });
    return { latchkey, logger };
  };
  const send = async (latchkey: Latchkey, device: Device, to: Address, value: bigint): Promise<string> => {
    await latchkey.ready;
    await latchkey.connect({ connectorId: 'test' });
    const operation = { callData: executeData([{ to, value, data: '0x' }]) };
    const request = { from: toAccountId(`eip155:1:${device.address}`), operation, entryPoint: entryPoint07Address };
    return resultFrom(latchkey.useCases.callWallet.execute({ namespace: 'eip155', call: 'sendUserOperation', request }));
  };
  /** No page sends a request before its user acts. */
  const act = async (latchkey: Latchkey): Promise<void> => {
    await latchkey.ready;
    await latchkey.open();
  };
  const listed = ({ useCases }: Latchkey, status: string | undefined) =>
    firstValueFrom(
      useCases.watchTransactions.execute().pipe(filter(([newest]) => newest !== undefined && newest.outcome?.status === status)),
    );

  it('tells what became of an operation, also on a page without the wallet', async () => {
    const device = await deployed();
    await give(device.address, 7n);
    const receiver = newAddress();
    await services.control.setBundlingPaused(true);
    const storage = new FakeStorage();
    const first = page(device, storage).latchkey;
    const hash = await send(first, device, receiver, 7n);
    expect(await listed(first, undefined)).toMatchObject([{ kind: 'user-operation', hash }]);
    const next = page(device, new FakeStorage(storage.persisted), { isNext: true }).latchkey;
    first.dispose();
    await act(next);
    expect(await listed(next, undefined)).toMatchObject([{ hash, outcome: null }]);
    await services.control.setBundlingPaused(false);
    const [settled] = await listed(next, 'confirmed');
    const { receipts } = (await device.settled(hash)) as { readonly receipts: readonly { readonly blockNumber: string }[] };
    expect(settled).toMatchObject({ hash, outcome: { status: 'confirmed', blockNumber: BigInt(receipts[0]?.blockNumber ?? 0) } });
    expect(await connect().getBalance({ address: receiver })).toBe(7n);
    next.dispose();
  });

  it.each([
    ['is down', 503, '', true],
    ['has another chain only', 400, '?chainId=eip155:5', false],
  ])('responds with a status if it %s, and the operation stays pending', async (_, status, query, isDown) => {
    const device = await deployed();
    const storage = new FakeStorage();
    await services.control.setBundlingPaused(true);
    const first = page(device, storage).latchkey;
    const hash = await send(first, device, newAddress(), 0n);
    await listed(first, undefined);
    await services.control.setBundlerDown(isDown);
    const bundler = `${services.bundlerUrl}${query}`;
    const { latchkey: next, logger } = page(device, new FakeStorage(storage.persisted), { isNext: true, bundler });
    first.dispose();
    await act(next);
    await expect
      .poll(() => logger.entries.map(({ detail }) => detail).find((detail) => isLatchkeyError(detail, 'network/unknown-outcome')))
      .toMatchObject({ context: { hash }, cause: { code: 'wallet-protocol/receipt-failed', context: { status } } });
    expect(await listed(next, undefined)).toMatchObject([{ hash, outcome: null }]);
    next.dispose();
  });

  it('responds with an error of JSON-RPC, and lets no page control it', async () => {
    const call = async (query: string, body: string) => {
      const headers = { 'content-type': 'application/json', connection: 'close', origin: 'https://app.example' };
      const response = await fetch(`${services.bundlerUrl}${query}`, { method: 'POST', headers, body });
      const { error } = (await response.json()) as { readonly error?: { readonly code: number } };
      return [response.status, response.headers.get('access-control-allow-origin'), error?.code];
    };
    const rpc = (method: string): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] });
    const query = '?projectId=&chainId=eip155:1&bundler=pimlico';
    expect(await call(query, rpc('eth_supportedEntryPoints'))).toEqual([200, '*', undefined]);
    expect(await call(query, rpc('debug_bundler_clearState'))).toEqual([200, '*', -32601]);
    expect(await call(query, '[]')).toEqual([400, '*', -32600]);
    expect(await call('?chainId=eip155:5', rpc('eth_supportedEntryPoints'))).toEqual([400, '*', -32602]);
    await services.control.setBundlerDown(true);
    expect(await call(query, rpc('eth_supportedEntryPoints'))).toEqual([503, '*', -32002]);
  });
});

describe('the fee', () => {
  it('is paid by the account where the paymaster refuses', async () => {
    const device = new Device();
    await services.control.setSponsorship({ kind: 'none' });
    await expect(device.sendCalls([{ to: BOB }])).rejects.toThrow('has not enough funds');
    await give(device.address, parseEther('1'));
    const { request, approve } = await device.sendCalls([{ to: BOB, value: '0x1' }], 'paid');
    expect(request).toMatchObject({ operation: { paymaster: null } });
    await approve();
    expect(await device.settled('paid')).toMatchObject({ status: 200 });
    expect(await connect().getBalance({ address: device.address })).toBeLessThan(parseEther('1') - 1n);
  });

  it('is sponsored up to a limit for each account, which the chain counts', async () => {
    const device = new Device();
    await give(device.address, parseEther('1'));
    const sponsored = async (): Promise<boolean> => {
      const { request, approve } = await device.sendCalls([{ to: BOB }]);
      const { id } = (await approve()) as { readonly id: string };
      await device.settled(id);
      return request.kind === 'evm-operation' && request.operation.paymaster !== null;
    };
    expect(await sponsored()).toBe(true);
    await services.control.setSponsorship({ kind: 'limit', perAccountWei: '1' });
    expect(await sponsored()).toBe(false);
    await services.control.setSponsorship({ kind: 'limit', perAccountWei: String(parseEther('1')) });
    expect(await sponsored()).toBe(true);
  });

  it('is sponsored for ten minutes from now, also where the latest block is older', async () => {
    const device = new Device();
    const later = Date.now() + 3_600_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
    const { request } = await device.sendCalls([{ to: BOB }]).finally(() => clock.mockRestore());
    if (request.kind !== 'evm-operation') throw new Error(request.kind);
    // Two times of 6 bytes: valid after, valid until.
    expect(Number(`0x${request.operation.paymaster?.data.slice(14, 26)}`)).toBe(Math.floor(later / 1_000) + 600);
  });

  it('is asked for again once it has risen', async () => {
    const device = await deployed();
    const { approve } = await device.sendCalls([{ to: BOB }], 'risen');
    const { baseFeePerGas } = await connect().getBlock();
    await connect().setNextBlockBaseFeePerGas({ baseFeePerGas: (baseFeePerGas ?? 1n) * 1_000n });
    await connect().mine({ blocks: 1 });
    // The bundler refuses less than the last price that it has told.
    await device.sendCalls([{ to: BOB }]);
    await expect(approve()).rejects.toMatchObject({ name: 'StaleOperation' });
    expect(await (await device.open()).log.find('risen')).toBeNull();
    const again = await device.sendCalls([{ to: BOB }], 'risen');
    await again.approve();
    expect(await device.settled('risen')).toMatchObject({ status: 200 });
  });
});

describe('signatures', () => {
  const message = 'Grüße, 世界';
  const typedData = {
    domain: { name: 'Letters', version: '2', chainId: 1, verifyingContract: BOB },
    types: {
      Person: [
        { name: 'name', type: 'string' },
        { name: 'wallets', type: 'address[]' },
      ],
      Letter: [
        { name: 'from', type: 'Person' },
        { name: 'to', type: 'Person[]' },
        { name: 'attachment', type: 'Attachment' },
      ],
      Attachment: [{ name: 'content', type: 'bytes' }],
    },
    primaryType: 'Letter',
    message: { from: { name: 'Ada', wallets: [BOB] }, to: [{ name: 'Bob', wallets: [] }], attachment: { content: '0x1234' } },
  } as const;

  const ethCall: RunEthCall = async (call) => {
    try {
      return String(await callNode(chain.rpcUrl, 'eth_call', [call, 'latest']));
    } catch {
      return null;
    }
  };
  /** As viem and as this toolkit verify it, on the chain. */
  const isValid = async (address: Address, hash: Hex, signature: Hex): Promise<boolean> => {
    const [ours, theirs] = await Promise.all([
      isSignedByContract({ address, hash, signature }, ethCall),
      connect().verifyHash({ address, hash, signature }),
    ]);
    expect(ours).toBe(theirs);
    return ours;
  };
  const signBoth = async (device: Device): Promise<readonly (readonly [Hex, Hex])[]> => {
    const text = await device.run('personal_sign', [message, device.address]);
    const data = await device.run('eth_signTypedData_v4', [device.address, JSON.stringify(typedData)]);
    return [
      [hashMessage(message), text as Hex],
      [hashTypedData(typedData), data as Hex],
    ];
  };

  it.each([false, true])('are verified by the chain, deployed: %s', async (isDeployed) => {
    const device = isDeployed ? await deployed() : new Device();
    expect(await device.isDeployed()).toBe(isDeployed);
    for (const [hash, signature] of await signBoth(device)) {
      expect(signature.endsWith('6492'.repeat(16))).toBe(!isDeployed);
      expect(await isValid(device.address, hash, signature)).toBe(true);
      expect(await isValid(device.address, zeroHash, signature)).toBe(false);
    }
    // Nothing was deployed by it.
    expect(await device.isDeployed()).toBe(isDeployed);
  });

  it('of an account are not those of its owner, nor of another account of that', async () => {
    const device = await deployed();
    const abi = CONTRACTS.SmartAccountFactory.abi;
    const args = [device.owner, `0x${'0'.repeat(63)}1`] as const;
    const { factory } = services.contracts;
    const sibling = await connect().readContract({ abi, address: factory, functionName: 'addressOf', args });
    await connect().writeContract({ account: PAYER, abi, address: factory, functionName: 'create', args });
    for (const [hash, signature] of await signBoth(device)) {
      expect(await isValid(device.address, hash, signature)).toBe(true);
      expect(await isValid(sibling, hash, signature)).toBe(false);
    }
    const own = await sign({ hash: hashMessage(message), privateKey: device.privateKey, to: 'hex' });
    expect(await isValid(device.address, hashMessage(message), own)).toBe(false);
  });
});

describe('faults', () => {
  it('a bundler that is down: nothing is asked, and signatures go on', async () => {
    const device = new Device();
    await services.control.setBundlerDown(true);
    await expect(device.sendCalls([{ to: BOB }])).rejects.toThrow('cannot be reached');
    expect(await device.run('personal_sign', ['Hi', device.address])).toMatch(/^0x/);
  });

  it('a bundler that goes down before it is sent: the outcome is not known until the chain shows it', async () => {
    const device = await deployed();
    const { approve } = await device.sendCalls([{ to: BOB }], 'unsent');
    await services.control.setBundlerDown(true);
    await expect(approve()).rejects.toThrow('It is not known');
    expect(await device.status('unsent')).toMatchObject({ status: 100 });
    await services.control.setBundlerDown(false);
    expect(await device.status('unsent')).toMatchObject({ status: 400 });
  });

  it('an operation that is dropped', async () => {
    const device = await deployed();
    await services.control.setBundlingPaused(true);
    await (await device.sendCalls([{ to: BOB }], 'dropped')).approve();
    expect(await device.status('dropped')).toMatchObject({ status: 100 });
    await services.control.restartBundlers();
    expect(await device.status('dropped')).toMatchObject({ status: 400 });
    // Its nonce is free again.
    await (await device.sendCalls([{ to: BOB }], 'next')).approve();
    expect(await device.settled('next')).toMatchObject({ status: 200 });
  });

  it('an operation whose status was never read, on a node without old logs: the next one is sent', async () => {
    const device = await deployed();
    await (await device.sendCalls([{ to: BOB }], 'unasked')).approve();
    await vi.waitFor(async () => expect(await device.nonce()).toBe(2n));
    device.missing = ['eth_getLogs'];
    await (await device.sendCalls([{ to: BOB }], 'next')).approve();
    device.missing = [];
    expect(await device.settled('next')).toMatchObject({ status: 200 });
  });

  it('a bundler that does not tell what it has dropped: another operation can be sent after an hour', async () => {
    const device = await deployed();
    device.missing = ['pimlico_getUserOperationStatus'];
    await services.control.setBundlingPaused(true);
    await (await device.sendCalls([{ to: BOB }], 'lost')).approve();
    await services.control.restartBundlers();
    aheadMs = 60 * 60_000 + 1;
    await (await device.sendCalls([{ to: BOB }], 'next')).approve();
    expect(await device.settled('next')).toMatchObject({ status: 200 });
  });

  it('an operation that another device has replaced', async () => {
    const device = await deployed();
    await services.control.setBundlingPaused(true);
    await (await device.sendCalls([{ to: BOB }], 'replaced')).approve();
    const other = new Device(device.privateKey);
    // This bundler would keep the first.
    await services.control.restartBundlers();
    await (await other.sendCalls([{ to: PAYER }], 'replacing')).approve();
    expect(await other.settled('replacing')).toMatchObject({ status: 200 });
    expect(await device.status('replaced')).toMatchObject({ status: 400 });
    expect(await (await device.open()).log.find('replaced')).toMatchObject({ isSettled: true });
  });

  it('an account that was deployed meanwhile: the user is asked again, without the deployment', async () => {
    const device = new Device();
    const { request, approve } = await device.sendCalls([{ to: BOB }], 'late');
    expect(request).toMatchObject({ operation: { deployment: { factory: services.contracts.factory } } });
    await connect().writeContract({
      account: PAYER,
      abi: CONTRACTS.SmartAccountFactory.abi,
      address: services.contracts.factory,
      functionName: 'create',
      args: [device.owner, zeroHash],
    });
    await expect(approve()).rejects.toMatchObject({ name: 'StaleOperation' });
    const again = await device.sendCalls([{ to: BOB }], 'late');
    expect(again.request).toMatchObject({ operation: { deployment: null } });
    await again.approve();
    expect(await device.settled('late')).toMatchObject({ status: 200 });
  });

  it('a paymaster that is out of reach: the account pays', async () => {
    const device = new Device();
    await give(device.address, parseEther('1'));
    device.paymasterUrl = 'http://127.0.0.1:9';
    expect((await device.sendCalls([{ to: BOB }])).request).toMatchObject({ operation: { paymaster: null } });
  });
});

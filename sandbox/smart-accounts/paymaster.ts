import * as v from 'valibot';
import { concat, decodeEventLog, type Hex, hexToBigInt, isHex, numberToHex, pad, parseAbi, toEventSelector } from 'viem';
import { entryPoint07Address, toPackedUserOperation } from 'viem/account-abstraction';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { callNode } from '../chains/call-node.js';
import type { Sponsorship } from './smart-accounts-control.js';

/** For how long a promise to pay is valid. */
const VALID_SECONDS = 600;
const GAS = { paymasterVerificationGasLimit: '0x30d40', paymasterPostOpGasLimit: '0x1' } as const;
/** Codes of JSON-RPC. @see https://eips.ethereum.org/EIPS/eip-1474#error-codes */
const INVALID_PARAMS = -32602;
const METHOD_NOT_FOUND = -32601;
const REFUSED = -32000;

const ABI = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
]);

/** What the paymaster's contract verifies. @see https://docs.openzeppelin.com/contracts/5.x/api/account#PaymasterSigner */
const TYPES = {
  UserOperationRequest: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterVerificationGasLimit', type: 'uint256' },
    { name: 'paymasterPostOpGasLimit', type: 'uint256' },
    { name: 'validAfter', type: 'uint48' },
    { name: 'validUntil', type: 'uint48' },
  ],
} as const;

const hex = v.custom<Hex>((value) => isHex(value));
const gas = v.pipe(
  v.optional(hex, '0x0'),
  v.transform((digits) => hexToBigInt(digits)),
);
const paramsSchema = v.looseTuple([
  v.object({
    sender: hex,
    nonce: gas,
    factory: v.optional(hex),
    factoryData: v.optional(hex),
    callData: hex,
    callGasLimit: gas,
    verificationGasLimit: gas,
    preVerificationGas: gas,
    maxFeePerGas: gas,
    maxPriorityFeePerGas: gas,
    paymasterVerificationGasLimit: v.optional(gas, GAS.paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: v.optional(gas, GAS.paymasterPostOpGasLimit),
  }),
  hex,
  hex,
]);
type RequestedOperation = v.InferOutput<typeof paramsSchema>[0];

/** An error response of the paymaster. */
export class PaymasterError extends Error {
  override readonly name = 'PaymasterError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Options of {@link Paymaster}. */
export interface PaymasterOptions {
  readonly chainId: number;
  readonly rpcUrl: string;
  /** Address of the `VerifyingPaymaster`. */
  readonly address: Hex;
  readonly privateKey: Hex;
  readonly sponsorship: () => Sponsorship;
}

/** Promises to pay for operations, by its signature. @see https://eips.ethereum.org/EIPS/eip-7677 */
export class Paymaster {
  readonly #options: PaymasterOptions;
  readonly #signer: PrivateKeyAccount;

  constructor(options: PaymasterOptions) {
    this.#options = options;
    this.#signer = privateKeyToAccount(options.privateKey);
  }

  /** Answers a JSON-RPC request. @throws PaymasterError */
  async call(method: string, params: unknown): Promise<unknown> {
    const isStub = method === 'pm_getPaymasterStubData';
    if (!isStub && method !== 'pm_getPaymasterData') throw new PaymasterError(METHOD_NOT_FOUND, `There is no method ${method}`);
    const read = v.safeParse(paramsSchema, params);
    if (!read.success) throw new PaymasterError(INVALID_PARAMS, v.flatten(read.issues).root?.[0] ?? read.issues[0].message);
    const [operation, entryPoint, chainId] = read.output;
    if (entryPoint.toLowerCase() !== entryPoint07Address.toLowerCase() || Number(chainId) !== this.#options.chainId)
      throw new PaymasterError(INVALID_PARAMS, 'The paymaster is for another entry point or chain');
    await this.#requireSponsored(operation);
    const { address } = this.#options;
    // A stub has the length of the real one, and a signature that can be recovered.
    const paymasterData = await this.#sign(isStub ? { ...operation, callData: '0x' } : operation);
    return { paymaster: address, paymasterData, ...(isStub ? { ...GAS, sponsor: { name: 'Sandbox' }, isFinal: false } : {}) };
  }

  /** @throws PaymasterError */
  async #requireSponsored(operation: RequestedOperation): Promise<void> {
    const sponsorship = this.#options.sponsorship();
    if (sponsorship.kind === 'all') return;
    if (sponsorship.kind === 'none') throw new PaymasterError(REFUSED, 'The paymaster does not pay for this operation');
    const { callGasLimit, verificationGasLimit, preVerificationGas, paymasterVerificationGasLimit, paymasterPostOpGasLimit } = operation;
    const gasLimit = callGasLimit + verificationGasLimit + preVerificationGas + paymasterVerificationGasLimit + paymasterPostOpGasLimit;
    const cost = gasLimit * operation.maxFeePerGas;
    if ((await this.#paidFor(operation.sender)) + cost > BigInt(sponsorship.perAccountWei))
      throw new PaymasterError(REFUSED, 'The paymaster has paid enough for this account');
  }

  /** What was paid for an account so far, in wei. */
  async #paidFor(sender: Hex): Promise<bigint> {
    const { rpcUrl, address } = this.#options;
    const topics = [toEventSelector(ABI[0]), null, pad(sender), pad(address)];
    const logs = await callNode(rpcUrl, 'eth_getLogs', [{ address: entryPoint07Address, topics, fromBlock: '0x0', toBlock: 'latest' }]);
    // As JSON-RPC defines them.
    return (logs as readonly { readonly data: Hex; readonly topics: [Hex, ...Hex[]] }[]).reduce(
      (sum, { data, topics: [first, ...rest] }) => sum + decodeEventLog({ abi: ABI, data, topics: [first, ...rest] }).args.actualGasCost,
      0n,
    );
  }

  /** Validity, and the signature of what the contract verifies. */
  async #sign(operation: RequestedOperation): Promise<Hex> {
    const { chainId, rpcUrl, address } = this.#options;
    const block = await callNode(rpcUrl, 'eth_getBlockByNumber', ['latest', false]);
    // The clock of the chain may be ahead, since tests move it. Its latest block may be old, and the bundler goes by the system's clock.
    const now = Math.max(Number(Reflect.get(Object(block), 'timestamp')), Math.floor(Date.now() / 1000));
    const validUntil = now + VALID_SECONDS;
    const { paymasterVerificationGasLimit, paymasterPostOpGasLimit, factory, factoryData, ...others } = operation;
    const deployment = factory === undefined ? {} : { factory, factoryData: factoryData ?? '0x' };
    const packed = toPackedUserOperation({ ...others, ...deployment, signature: '0x' });
    const signature = await this.#signer.signTypedData({
      domain: { name: 'Sandbox Paymaster', version: '1', chainId, verifyingContract: address },
      types: TYPES,
      primaryType: 'UserOperationRequest',
      message: { ...packed, paymasterVerificationGasLimit, paymasterPostOpGasLimit, validAfter: 0, validUntil },
    });
    return concat([numberToHex(0, { size: 6 }), numberToHex(validUntil, { size: 6 }), signature]);
  }
}

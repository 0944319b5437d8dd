import { decodeAbiParameters, decodeFunctionData, type Hex, parseAbi, parseAbiParameters, toEventSelector } from 'viem';
import type { IndexedTransaction, IndexedTransfer } from './chain-index.js';

const TRANSFER = toEventSelector('Transfer(address,address,uint256)');
const APPROVAL = toEventSelector('Approval(address,address,uint256)');
const APPROVAL_FOR_ALL = toEventSelector('ApprovalForAll(address,address,bool)');
const TRANSFER_SINGLE = toEventSelector('TransferSingle(address,address,address,uint256,uint256)');
const TRANSFER_BATCH = toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])');

const CALLS = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
]);

const ZERO = `0x${'0'.repeat(40)}`;

/** A log of a node. */
export interface EvmLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** A transaction of a node. */
export interface EvmTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: bigint;
  readonly input: string;
  readonly nonce: number;
}

/** `null` for the zero address, which tokens are minted from and burnt to. */
const partyOf = (topic: string | undefined): string | null => {
  const address = `0x${(topic ?? '').slice(-40)}`.toLowerCase();
  return address === ZERO ? null : address;
};

const wordsOf = (data: string): readonly bigint[] => (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));

const batchOf = (data: string): readonly (readonly [id: bigint, amount: bigint])[] => {
  try {
    const [ids, amounts] = decodeAbiParameters(parseAbiParameters('uint256[] ids, uint256[] amounts'), data as Hex);
    return ids.flatMap((id, index) => {
      const amount = amounts[index];
      return amount === undefined ? [] : [[id, amount] as const];
    });
  } catch {
    // Any contract can emit an event of this name with other data.
    return [];
  }
};

/** Returns the transfers in a log; none if it is of another kind. */
export const transfersOf = ({ address, topics, data }: EvmLog): readonly IndexedTransfer[] => {
  const [event, first, second, third] = topics;
  const token = address.toLowerCase();
  if (event === TRANSFER && topics.length === 4) {
    const tokenId = BigInt(third ?? '0x0').toString();
    return [{ kind: 'erc721', token, tokenId, sender: partyOf(first), recipient: partyOf(second), amount: '1' }];
  }
  if (event === TRANSFER && topics.length === 3) {
    const [amount] = wordsOf(data);
    if (amount === undefined) return [];
    return [{ kind: 'erc20', token, tokenId: null, sender: partyOf(first), recipient: partyOf(second), amount: amount.toString() }];
  }
  if (topics.length !== 4) return [];
  const parties = { kind: 'erc1155', token, sender: partyOf(second), recipient: partyOf(third) } as const;
  if (event === TRANSFER_SINGLE) {
    const [id, amount] = wordsOf(data);
    return id === undefined || amount === undefined ? [] : [{ ...parties, tokenId: id.toString(), amount: amount.toString() }];
  }
  if (event === TRANSFER_BATCH)
    return batchOf(data).map(([id, amount]) => ({ ...parties, tokenId: id.toString(), amount: amount.toString() }));
  return [];
};

/** Returns the account that lets others spend its tokens by a log; `null` if it is of another kind. */
export const approverOf = ({ topics: [event, owner] }: EvmLog): string | null =>
  event === APPROVAL || event === APPROVAL_FOR_ALL ? partyOf(owner) : null;

/** Transfer of the coin. */
export const coinTransfer = (sender: string, recipient: string, amount: bigint): IndexedTransfer => ({
  kind: 'native',
  token: null,
  tokenId: null,
  sender: sender.toLowerCase(),
  recipient: recipient.toLowerCase(),
  amount: amount.toString(),
});

/** Reads from a transaction alone what it asks for: its value, and a transfer or approval of tokens. For those that failed or are pending. */
export const intentOf = ({ from, to, value, input }: EvmTransaction): Pick<IndexedTransaction, 'transfers' | 'approvers'> => {
  const sender = from.toLowerCase();
  if (to === null) return { transfers: [], approvers: [] };
  const coins = value > 0n ? [coinTransfer(from, to, value)] : [];
  try {
    const { functionName, args } = decodeFunctionData({ abi: CALLS, data: input as Hex });
    if (functionName !== 'transfer') return { transfers: coins, approvers: [sender] };
    const [recipient, amount] = args;
    const sent: IndexedTransfer = {
      kind: 'erc20',
      token: to.toLowerCase(),
      tokenId: null,
      sender,
      recipient: recipient.toLowerCase(),
      amount: amount.toString(),
    };
    return { transfers: [...coins, sent], approvers: [] };
  } catch {
    // Another call, or none.
    return { transfers: coins, approvers: [] };
  }
};

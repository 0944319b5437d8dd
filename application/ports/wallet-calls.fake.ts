import type { AccountRecord } from '../../domain/account/account-record.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { standIn } from './stand-in.fake.js';
import type { TransactionRequest } from './transaction-request.js';
import type { FakeCallName } from './wallet-answer.fake.js';
import type { Bip122Calls, CallsStatus, Eip155Calls, PolkadotCalls, SolanaCalls, WalletCalls } from './wallet-calls.js';

/** What a wallet's own calls know of it. */
interface CalledWallet {
  readonly chainId: ChainId;
  /** What the site may see now. */
  readonly shared: readonly AccountRecord[];
  /** How every batch of calls fares. */
  readonly callsStatus: Pick<CallsStatus, 'status' | 'receipts'>;
  /** Everything it was asked. */
  readonly calls: readonly unknown[];
  /** Everything it broadcast. */
  readonly transactions: { readonly hash: string; readonly chainId: ChainId; readonly request: TransactionRequest }[];
}

/** Asks the wallet for one of its calls, with the call's own input. */
type Ask = <T>(call: FakeCallName, input: unknown, signal: AbortSignal, act: () => T) => Promise<T>;

/** Bytes that are the same for the same input. */
const bytes = (input: string, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => Number.parseInt(standIn(input, length * 2).slice(2 + index * 2, 4 + index * 2), 16));

const eip155 = (wallet: CalledWallet, ask: Ask): Eip155Calls => ({
  sendCalls: (request, signal, late) =>
    ask('sendCalls', request, signal, () => {
      const id = standIn(`calls ${wallet.calls.length}`, 64);
      if (signal.aborted) late?.(id);
      return { id };
    }),
  getCallsStatus: ({ id }, signal) =>
    ask('getCallsStatus', id, signal, () => ({ id, chainId: wallet.chainId, atomic: true, ...wallet.callsStatus })),
  showCallsStatus: (request, signal) => ask('showCallsStatus', request, signal, () => undefined),
  getCapabilities: (request, signal) =>
    ask('getCapabilities', request, signal, () => ({ [wallet.chainId]: { atomic: { status: 'supported' } } })),
  getPermissions: (request, signal) => ask('getPermissions', request, signal, () => ['eth_accounts']),
  requestPermissions: (request, signal) => ask('requestPermissions', request, signal, () => request.methods),
});

const solana = (wallet: CalledWallet, ask: Ask): SolanaCalls => ({
  signTransactions: (request, signal) => ask('signTransactions', request, signal, () => request.transactions),
  signAndSendTransaction: (request, signal, late) =>
    ask('signAndSendTransaction', request, signal, () => {
      const hash = standIn(`sent ${wallet.transactions.length}`, 64);
      wallet.transactions.push({ hash, chainId: wallet.chainId, request: { from: request.account, to: '', value: 0n } });
      if (signal.aborted) late?.(hash);
      return hash;
    }),
  signIn: (request, signal) =>
    ask('signIn', request, signal, () => {
      const [account] = wallet.shared;
      if (account === undefined) throw new LatchkeyError('wallet/disconnected', { method: 'signIn' });
      const signedMessage = new TextEncoder().encode(request.statement ?? '');
      // A Solana wallet shares accounts of its own namespace.
      return {
        account: account as typeof account & { readonly namespace: 'solana'; readonly type: 'eoa' },
        signedMessage,
        signature: bytes('in', 64),
      };
    }),
});

const bip122 = (wallet: CalledWallet, ask: Ask): Bip122Calls => ({
  signPsbt: (request, signal) =>
    ask('signPsbt', request, signal, () => {
      // Who broadcasts is the page, which has left then.
      if (request.broadcast !== true || signal.aborted) return { psbt: request.psbt, txid: null };
      const txid = standIn(`psbt ${wallet.transactions.length}`, 64).slice(2);
      wallet.transactions.push({ hash: txid, chainId: wallet.chainId, request: { from: request.account, to: '', value: 0n } });
      return { psbt: request.psbt, txid };
    }),
  signMessage: (request, signal) => ask('signMessageBy', request, signal, () => standIn(`${request.protocol} ${request.message}`, 130)),
  getAddresses: (request, signal) =>
    // A Bitcoin wallet shares accounts of its own namespace.
    ask('getAddresses', request, signal, () => wallet.shared as Awaited<ReturnType<Bip122Calls['getAddresses']>>),
});

const polkadot = (_wallet: CalledWallet, ask: Ask): PolkadotCalls => ({
  signPayload: (request, signal) =>
    ask('signPayload', request, signal, () => ({ signature: standIn(JSON.stringify(request.payload), 128), signedTransaction: null })),
  signRaw: (request, signal) => ask('signRaw', request, signal, () => standIn(String(request.data), 128)),
});

const CALLS = { eip155, solana, bip122, polkadot } as const;

/** What a fake wallet does beyond the port: truthfully by its state, or as it is scripted to answer. */
export const fakeCalls = (namespace: Namespace, wallet: CalledWallet, ask: Ask): Partial<WalletCalls> => ({
  [namespace]: CALLS[namespace](wallet, ask),
});

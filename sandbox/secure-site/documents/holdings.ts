import { formatUnits } from '../approval/visible-text.js';
import { TOKEN_PROGRAMS } from '../keys/solana-programs.js';
import type { SiteNetwork } from './site-config.js';
import type { SmartAddress } from './smart-addresses.js';

/** Addresses of a wallet. */
export interface WalletAddresses {
  /** Of the standard account. */
  readonly eip155: string;
  readonly solana: string;
  readonly smartAccounts: readonly SmartAddress[];
}

/** An asset at two wallets. */
export interface Holding {
  readonly symbol: string;
  /** Contract or mint; `null` for the coin of the network. */
  readonly token: string | null;
  /** Whether it is at the smart accounts of both wallets. */
  readonly isSmart: boolean;
  /** With the unit's decimals, such as `1.5`. */
  readonly amount: string;
  /** At the other wallet; `null` if there is none, or its address is not known. */
  readonly otherAmount: string | null;
  /** Whether the first wallet has some. */
  readonly isLeft: boolean;
}

/** What two wallets have on a network; `null`: its node could not be asked. */
export interface NetworkHoldings {
  readonly network: string;
  readonly holdings: readonly Holding[] | null;
}

/** Sends a request to a node. */
export type CallNetwork = (network: SiteNetwork, method: string, params: unknown) => Promise<unknown>;

interface Balance {
  readonly symbol: string;
  readonly token: string | null;
  readonly decimals: number;
  readonly amount: bigint;
}

const memberAt = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((each: unknown, name) => (typeof each === 'object' && each !== null ? Reflect.get(each, name) : undefined), value);

/** @throws SyntaxError if the node has sent no number */
const amountOf = (value: unknown): bigint => {
  // A contract that is not there returns no bytes.
  if (value === '0x') return 0n;
  if ((typeof value === 'string' && value !== '') || typeof value === 'number') return BigInt(value);
  throw new SyntaxError('The node has sent no amount');
};

const readEvm = async (network: SiteNetwork, owner: string, call: CallNetwork): Promise<readonly Balance[]> => {
  const { currency, tokens = [] } = network;
  const padded = owner.slice(2).toLowerCase().padStart(64, '0');
  const coin = { ...currency, token: null, amount: amountOf(await call(network, 'eth_getBalance', [owner, 'latest'])) };
  const others = tokens.map(async ({ address, symbol, decimals }) => {
    // `balanceOf(address)`
    const result = await call(network, 'eth_call', [{ to: address, data: `0x70a08231${padded}` }, 'latest']);
    return { symbol, decimals, token: address, amount: amountOf(result) };
  });
  return [coin, ...(await Promise.all(others))];
};

const readSolana = async (network: SiteNetwork, owner: string, call: CallNetwork): Promise<readonly Balance[]> => {
  const { currency, tokens = [] } = network;
  const coin = { ...currency, token: null, amount: amountOf(memberAt(await call(network, 'getBalance', [owner]), 'value')) };
  const lists = TOKEN_PROGRAMS.map(async (programId) => {
    const result = memberAt(await call(network, 'getTokenAccountsByOwner', [owner, { programId }, { encoding: 'jsonParsed' }]), 'value');
    if (!Array.isArray(result)) throw new SyntaxError('The node has sent no accounts');
    return result.map((account: unknown): Balance => {
      const info = memberAt(account, 'account', 'data', 'parsed', 'info');
      const mint = String(memberAt(info, 'mint'));
      return {
        symbol: tokens.find(({ address }) => address === mint)?.symbol ?? 'Token',
        token: mint,
        decimals: Number(memberAt(info, 'tokenAmount', 'decimals')),
        amount: amountOf(memberAt(info, 'tokenAmount', 'amount')),
      };
    });
  });
  const byMint = new Map<string | null, Balance>();
  for (const balance of (await Promise.all(lists)).flat()) {
    const amount = balance.amount + (byMint.get(balance.token)?.amount ?? 0n);
    byMint.set(balance.token, { ...balance, amount });
  }
  return [coin, ...byMint.values()];
};

/** An account of each wallet: those of one row. */
interface AccountPair {
  readonly isSmart: boolean;
  readonly own: string;
  /** `null` if there is no other wallet. */
  readonly other: string | null;
}

/** The accounts that the wallets have on a network: one, or two where there are smart accounts. */
const accountsOn = ({ chainId }: SiteNetwork, wallet: WalletAddresses, other: WalletAddresses | null): readonly AccountPair[] => {
  if (chainId.startsWith('solana:')) return [{ isSmart: false, own: wallet.solana, other: other?.solana ?? null }];
  const smartOf = (each: WalletAddresses | null): string | null =>
    each?.smartAccounts.find((account) => account.chainId === chainId)?.address ?? null;
  const standard = { isSmart: false, own: wallet.eip155, other: other?.eip155 ?? null };
  const smart = smartOf(wallet);
  return smart === null ? [standard] : [standard, { isSmart: true, own: smart, other: smartOf(other) }];
};

const readBalances = (network: SiteNetwork, owner: string, call: CallNetwork): Promise<readonly Balance[]> =>
  network.chainId.startsWith('solana:') ? readSolana(network, owner, call) : readEvm(network, owner, call);

const readAccounts = async (network: SiteNetwork, pair: AccountPair, call: CallNetwork): Promise<readonly Holding[]> => {
  const [own, others] = await Promise.all(
    [pair.own, pair.other].map((owner) => (owner === null ? null : readBalances(network, owner, call))),
  );
  const amountAt = (balances: readonly Balance[] | null | undefined, token: string | null): bigint =>
    balances?.find((each) => each.token === token)?.amount ?? 0n;
  const all = new Map([...(others ?? []), ...(own ?? [])].map((balance) => [balance.token, balance]));
  const holdings = [...all.values()].map(({ symbol, token, decimals }) => ({
    symbol,
    token,
    isSmart: pair.isSmart,
    amount: formatUnits(amountAt(own, token), decimals),
    otherAmount: others == null ? null : formatUnits(amountAt(others, token), decimals),
    isLeft: amountAt(own, token) > 0n,
    isEmpty: amountAt(own, token) + amountAt(others, token) === 0n,
  }));
  // The coin comes first, and is shown also where there is none: the network was asked.
  const shown = holdings
    .filter(({ token, isEmpty }) => token === null || !isEmpty)
    .sort((a, b) => Number(a.token !== null) - Number(b.token !== null));
  return shown.map(({ isEmpty: _, ...holding }) => holding);
};

/** Options of {@link readHoldings}. */
export interface HoldingsOptions {
  readonly networks: readonly SiteNetwork[];
  readonly wallet: WalletAddresses;
  /** Compared with it; `null` for none. */
  readonly other: WalletAddresses | null;
  readonly call: CallNetwork;
}

/** Reads what a wallet has on all networks of the site: coins, the site's tokens, and all tokens of Solana. Never rejects. */
export const readHoldings = ({ networks, wallet, other, call }: HoldingsOptions): Promise<readonly NetworkHoldings[]> =>
  Promise.all(
    networks.map(async (network): Promise<NetworkHoldings> => {
      try {
        const read = accountsOn(network, wallet, other).map((pair) => readAccounts(network, pair, call));
        return { network: network.name, holdings: (await Promise.all(read)).flat() };
      } catch {
        return { network: network.name, holdings: null };
      }
    }),
  );

/** Whether the first wallet has anything, as far as was read; also if a network could not be asked. */
export const hasLeft = (read: readonly NetworkHoldings[]): boolean =>
  read.some(({ holdings }) => holdings === null || holdings.some(({ isLeft }) => isLeft));

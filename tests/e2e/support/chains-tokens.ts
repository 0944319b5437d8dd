import type { Sandbox } from '@latchkey/sandbox';
import type { ChainClients } from './chain-clients.js';
import { evmTokenBalance, solanaTokenBalance } from './chains-facts.js';
import type { TokenTransfer } from './chains-flow.js';

/** Amount to send by the token's decimals, using the last decimal place. */
const AMOUNTS: Readonly<Record<number, Pick<TokenTransfer, 'amount' | 'value'>>> = {
  6: { amount: '2.500001', value: 2_500_001n },
  9: { amount: '0.750000001', value: 750_000_001n },
  18: { amount: '1.000000000000000001', value: 1_000_000_000_000_000_001n },
};

/** Returns a transfer of each token of a chain. */
const transfersOn = (
  { tokens }: Pick<Sandbox, 'tokens'>,
  chain: string,
  balanceOf: (asset: string) => TokenTransfer['balanceOf'],
): readonly TokenTransfer[] =>
  tokens.flatMap(({ asset, decimals }) => {
    const amount = AMOUNTS[decimals];
    if (!asset.startsWith(chain)) return [];
    if (amount === undefined) throw new Error(`No amount is defined for ${asset}.`);
    return [{ asset, ...amount, balanceOf: balanceOf(asset) }];
  });

/** Both Solana tokens, one per token program. */
export const solanaTokens = (sandbox: Sandbox): readonly TokenTransfer[] =>
  transfersOn(sandbox, 'solana:', (asset) => solanaTokenBalance(sandbox, asset));

/** Both tokens on Ethereum. */
export const evmTokens = (sandbox: Pick<Sandbox, 'tokens'>, chains: ChainClients): readonly TokenTransfer[] =>
  transfersOn(sandbox, 'eip155:1/', (asset) => evmTokenBalance(chains.of('eip155:1'), asset));

import { type ReactElement, useCallback, useMemo, useState } from 'react';
import type { SwapToken } from '../../../domain/swap/parse-swap.js';
import { swapTokenChoices } from '../../../domain/swap/swap-token-choices.js';
import { isSameAsset } from '../../../domain/tokens/token-address.js';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { Notice } from '../../components/notice.js';
import { SearchField } from '../../components/search-field.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSwap } from '../../hooks/use-swap.js';
import { TokenChoices } from '../tokens/token-choices.js';
import { SwapReady } from './swap-ready.js';

/** Props of {@link SwapSelectToken}. */
export interface SwapSelectTokenProps {
  readonly target: 'sourceToken' | 'toToken';
}

/** The tokens that can be swapped, to choose one side from: those that the account holds first. */
export const SwapSelectToken = ({ target }: SwapSelectTokenProps): ReactElement => (
  <SwapReady>{(tokens) => <Choices tokens={tokens} target={target} />}</SwapReady>
);

const Choices = ({ tokens, target }: SwapSelectTokenProps & { readonly tokens: readonly SwapToken[] }): ReactElement => {
  const m = useMessages();
  const { goBack } = useRouter();
  const { held, edit } = useSwap();
  const [text, setText] = useState('');
  const choices = useMemo(() => swapTokenChoices(tokens, held, text), [tokens, held, text]);
  const choose = useCallback(
    ({ asset }: TokenBalance) => {
      const token = tokens.find((each) => isSameAsset(each.asset, asset));
      if (token !== undefined) edit(target === 'sourceToken' ? { source: token } : { target: token });
      goBack();
    },
    [tokens, target, edit, goBack],
  );
  return (
    <div className="stack">
      <SearchField value={text} label={m.swapSearch} onValueChange={setText} />
      {choices.length === 0 ? (
        <Notice icon="search" title={m.swapNoMatch} hint={m.swapNoMatchHint} />
      ) : (
        // Again in its order when the balances are known: what the account holds comes first.
        <TokenChoices key={`${text} ${held === null}`} tokens={choices} totalUsd={null} label={m.swapTokens} onChoose={choose} />
      )}
    </div>
  );
};

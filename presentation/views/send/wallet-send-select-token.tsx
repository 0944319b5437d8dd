import { type ReactElement, useCallback, useState } from 'react';
import { searchTokens } from '../../../domain/tokens/search-tokens.js';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { SearchField } from '../../components/search-field.js';
import { useAddToken } from '../../hooks/use-add-token.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSend } from '../../hooks/use-send.js';
import { useTokens } from '../../hooks/use-tokens.js';
import { TokenChoices } from '../tokens/token-choices.js';
import { SendTokens } from './send-tokens.js';
import { TokenAt } from './token-at.js';

/** What the account can send, to choose from. */
export const WalletSendSelectToken = (): ReactElement => {
  const m = useMessages();
  const { edit } = useSend();
  const { goBack } = useRouter();
  const { totalUsd } = useTokens();
  const [text, setText] = useState('');
  const { addToken } = useAddToken();
  const choose = useCallback(
    (token: TokenBalance) => {
      edit({ token });
      goBack();
    },
    [edit, goBack],
  );
  const add = useCallback(
    (token: TokenBalance) => {
      if (token.asset !== null) addToken({ asset: token.asset });
      choose(token);
    },
    [addToken, choose],
  );
  return (
    <SendTokens>
      {(tokens) => {
        const found = searchTokens(tokens, text);
        return (
          <div className="stack">
            <div className="pinned">
              <SearchField value={text} label={m.sendSearchTokens} onValueChange={setText} />
            </div>
            <p className="sr" role="status">
              {text === '' ? '' : m.tokensInAll(found.length)}
            </p>
            {found.length === 0 ? <TokenAt text={text} tokens={tokens} onChoose={add} /> : null}
            <TokenChoices key={text} tokens={found} totalUsd={totalUsd} label={m.tokenList} onChoose={choose} />
          </div>
        );
      }}
    </SendTokens>
  );
};

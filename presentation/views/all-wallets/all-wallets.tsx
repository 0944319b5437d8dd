import { type ReactElement, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { WalletListState } from '../../../domain/directory/wallet-list-state.js';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { Icon } from '../../components/icon.js';
import { ListPositionContext } from '../../components/list-position.js';
import { useModalNamespace } from '../../components/modal-namespace-context.js';
import { Notice } from '../../components/notice.js';
import { SearchField } from '../../components/search-field.js';
import { useRetryWhenOnline } from '../../components/use-retry-when-online.js';
import { useExcludeWallets } from '../../hooks/use-exclude-wallets.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSnackbar } from '../../hooks/use-snackbar.js';
import { useWalletSearch } from '../../hooks/use-wallet-search.js';
import { useWallets } from '../../hooks/use-wallets.js';
import { LoadMoreError, SkeletonGrid } from './grid-elements.js';
import { WalletGrid, type WalletGridHandle } from './wallet-grid.js';

/** All wallets of the directory, with search. Keeps the list when the user returns from a wallet. */
export const AllWallets = (): ReactElement => {
  const m = useMessages();
  const positionRef = useContext(ListPositionContext);
  const [position, setPosition] = useState(() => positionRef.current);
  useEffect(() => {
    positionRef.current = null;
  }, [positionRef]);
  const [search, setSearch] = useState(position?.search ?? '');
  const [certified, setCertified] = useState(position?.certified ?? false);
  const { namespace } = useModalNamespace();
  const { show } = useSnackbar();
  const field = useRef<HTMLInputElement>(null);
  const grid = useRef<WalletGridHandle>(null);
  useExcludeWallets();
  const { loadMore, ...all } = useWallets({ namespace });
  const { isSearching, retry, ...searchResult } = useWalletSearch({ search, certified, namespace });
  const list: WalletListState = isSearching ? searchResult : all;
  const retryList = isSearching ? retry : loadMore;
  const savePosition = (walletId: string, offset: number): void => {
    positionRef.current = { search, certified, offset, walletId };
  };
  const codeButton = <ShowCodeButton onLeave={() => savePosition('', 0)} />;
  // Previous results stay until new ones arrive; before the first results there are none.
  const isFirstLoad = isSearching ? searchResult.search === null : all.wallets.length === 0;
  const failed = list.pending ? null : list.error;
  useRetryWhenOnline(failed !== null, retryList);

  const body = (): ReactElement => {
    // A failed list keeps its wallets. A failed search has no results for its terms.
    if (list.wallets.length > 0 && !(isFirstLoad && list.pending) && !(isSearching && failed !== null)) {
      return (
        <WalletGrid
          // New search terms start at the top.
          key={isSearching ? JSON.stringify(searchResult.search) : 'all'}
          handle={grid}
          list={list}
          stale={isSearching && list.pending}
          position={position}
          onEndReached={isSearching ? undefined : loadMore}
          onPick={savePosition}
          onType={() => field.current?.focus()}
        >
          {failed === null ? null : (
            <LoadMoreError
              onRetry={() => {
                // The retry button is replaced by the loaded wallets, which follow the last one.
                grid.current?.focusLast();
                retryList();
              }}
            />
          )}
        </WalletGrid>
      );
    }
    if (list.pending || (isSearching && list.error === null && isFirstLoad)) return <SkeletonGrid />;
    if (list.error !== null) {
      return (
        <LoadError error={list.error} onRetry={retryList}>
          {codeButton}
        </LoadError>
      );
    }
    return (
      <NoResults search={search} certified={certified}>
        {codeButton}
      </NoResults>
    );
  };

  return (
    <div className="stack">
      <div className="finder">
        <SearchField
          value={search}
          label={m.searchWallets}
          inputRef={field}
          onValueChange={(text) => {
            // A changed search discards the saved position.
            setPosition(null);
            setSearch(text);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            grid.current?.focus();
          }}
        />
        <button
          type="button"
          className="tap"
          title={m.certifiedOnly}
          aria-pressed={certified}
          data-testid="lk-certified"
          onClick={() => {
            setPosition(null);
            setCertified(!certified);
            show(certified ? m.allHint : m.certifiedHint);
          }}
        >
          <Icon name="seal" />
          {m.certifiedFilter}
        </button>
      </div>
      <p className="sr" role="status">
        {isSearching && !list.pending && list.error === null ? m.walletsFound(list.wallets.length) : ''}
      </p>
      {body()}
    </div>
  );
};

/** Any wallet that scans QR codes works, even if it is not listed. */
const ShowCodeButton = ({ onLeave }: { readonly onLeave: () => void }): ReactElement => {
  const m = useMessages();
  const { push } = useRouter();
  return (
    <ActionButton
      focusKey="code"
      testId="lk-show-code"
      onClick={() => {
        onLeave();
        push(view('ConnectingWalletConnect', { walletId: null }));
      }}
    >
      <Icon name="scan" />
      {m.showCode}
    </ActionButton>
  );
};

interface NoResultsProps {
  readonly search: string;
  readonly certified: boolean;
  /** Actions that help. */
  readonly children: ReactNode;
}

const NoResults = ({ search, certified, children }: NoResultsProps): ReactElement => {
  const m = useMessages();
  const text = search.trim();
  const unnamed = certified ? m.noCertifiedHint : m.noListedHint;
  return (
    <div className="wallet-grid">
      <Notice icon="search" title={m.noWallet} hint={text === '' ? unnamed : m.noWalletsHint(text)}>
        {children}
      </Notice>
    </div>
  );
};

interface LoadErrorProps {
  readonly error: NonNullable<WalletListState['error']>;
  readonly onRetry: () => void;
  /** Actions that help despite the error. */
  readonly children: ReactNode;
}

const LoadError = ({ error, onRetry, children }: LoadErrorProps): ReactElement => {
  const m = useMessages();
  const isMisconfigured = error.recovery === 'reconfigure' || error.recovery === 'none';
  return (
    <div className="wallet-grid">
      <Notice
        icon="warning"
        title={isMisconfigured ? m.walletsUnavailable : m.walletsFailed}
        hint={isMisconfigured ? m.walletsUnavailableHint : m.walletsFailedHint}
      >
        {isMisconfigured ? null : (
          <ActionButton main testId="lk-try-again" onClick={onRetry}>
            {m.tryAgain}
          </ActionButton>
        )}
        {children}
      </Notice>
    </div>
  );
};

import { type ReactElement, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { WalletListState } from '../../../domain/directory/wallet-list-state.js';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { Icon } from '../../components/icon.js';
import { ListMemoryContext } from '../../components/list-memory.js';
import { Notice } from '../../components/notice.js';
import { useOpenedFor } from '../../components/opened-for-context.js';
import { SearchField } from '../../components/search-field.js';
import { useOnceOnline } from '../../components/use-once-online.js';
import { useExcludeWallets } from '../../hooks/use-exclude-wallets.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSnackbar } from '../../hooks/use-snackbar.js';
import { useWalletSearch } from '../../hooks/use-wallet-search.js';
import { useWallets } from '../../hooks/use-wallets.js';
import { MoreFailed, SkeletonGrid } from './grid-parts.js';
import { WalletGrid, type WalletGridHandle } from './wallet-grid.js';

/** Every wallet of the directory, and the search among them. Who comes back from a wallet finds the list as it was. */
export const AllWallets = (): ReactElement => {
  const m = useMessages();
  const memory = useContext(ListMemoryContext);
  const [place, setPlace] = useState(() => memory.current);
  useEffect(() => {
    memory.current = null;
  }, [memory]);
  const [search, setSearch] = useState(place?.search ?? '');
  const [certified, setCertified] = useState(place?.certified ?? false);
  const { namespace } = useOpenedFor();
  const { show } = useSnackbar();
  const field = useRef<HTMLInputElement>(null);
  const grid = useRef<WalletGridHandle>(null);
  useExcludeWallets();
  const { loadMore, ...all } = useWallets({ namespace });
  const { isSearching, retry, ...found } = useWalletSearch({ search, certified, namespace });
  const list: WalletListState = isSearching ? found : all;
  const again = isSearching ? retry : loadMore;
  const remember = (walletId: string, offset: number): void => {
    memory.current = { search, certified, offset, walletId };
  };
  const codeButton = <ShowCode onLeave={() => remember('', 0)} />;
  // What was found before stays until there is an answer; before the first one there is nothing to stay.
  const isNew = isSearching ? found.found === null : all.wallets.length === 0;
  const failed = list.pending ? null : list.error;
  useOnceOnline(failed !== null, again);

  const body = (): ReactElement => {
    // A list keeps what it has, a search has one answer: what was found for other words is none.
    if (list.wallets.length > 0 && !(isNew && list.pending) && !(isSearching && failed !== null)) {
      return (
        <WalletGrid
          // Another question, another list: it begins at its top.
          key={isSearching ? JSON.stringify(found.found) : 'all'}
          handle={grid}
          list={list}
          stale={isSearching && list.pending}
          place={place}
          onEnd={isSearching ? undefined : loadMore}
          onPick={remember}
          onType={() => field.current?.focus()}
        >
          {failed === null ? null : (
            <MoreFailed
              onRetry={() => {
                // The button gives way to the wallets that come: they follow the last one.
                grid.current?.focusLast();
                again();
              }}
            />
          )}
        </WalletGrid>
      );
    }
    if (list.pending || (isSearching && list.error === null && isNew)) return <SkeletonGrid />;
    if (list.error !== null) {
      return (
        <Failed error={list.error} onRetry={again}>
          {codeButton}
        </Failed>
      );
    }
    return (
      <NothingFound search={search} certified={certified}>
        {codeButton}
      </NothingFound>
    );
  };

  return (
    <div className="stack">
      <div className="finder">
        <SearchField
          text={search}
          label={m.searchWallets}
          field={field}
          onText={(text) => {
            // Another question: nobody is to be taken back to where they were.
            setPlace(null);
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
          aria-label={m.certifiedOnly}
          title={m.certifiedOnly}
          aria-pressed={certified}
          data-testid="lk-certified"
          onClick={() => {
            setPlace(null);
            setCertified(!certified);
            show(certified ? m.allHint : m.certifiedHint);
          }}
        >
          <Icon name="seal" />
        </button>
      </div>
      <p className="sr" role="status">
        {isSearching && !list.pending && list.error === null ? m.walletsFound(list.wallets.length) : ''}
      </p>
      {body()}
    </div>
  );
};

/** Any wallet that scans a code works, also one that is not in the list. */
const ShowCode = ({ onLeave }: { readonly onLeave: () => void }): ReactElement => {
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

interface NothingFoundProps {
  readonly search: string;
  readonly certified: boolean;
  /** What helps. */
  readonly children: ReactNode;
}

const NothingFound = ({ search, certified, children }: NothingFoundProps): ReactElement => {
  const m = useMessages();
  const text = search.trim();
  const unnamed = certified ? m.noCertifiedHint : m.noListedHint;
  return (
    <div className="shop">
      <Notice icon="search" title={m.noWallet} hint={text === '' ? unnamed : m.noWalletsHint(text)}>
        {children}
      </Notice>
    </div>
  );
};

interface FailedProps {
  readonly error: NonNullable<WalletListState['error']>;
  readonly onRetry: () => void;
  /** What helps all the same. */
  readonly children: ReactNode;
}

const Failed = ({ error, onRetry, children }: FailedProps): ReactElement => {
  const m = useMessages();
  const isOurs = error.recovery === 'reconfigure' || error.recovery === 'none';
  return (
    <div className="shop">
      <Notice
        icon="warning"
        title={isOurs ? m.walletsUnavailable : m.walletsFailed}
        hint={isOurs ? m.walletsUnavailableHint : m.walletsFailedHint}
      >
        {isOurs ? null : (
          <ActionButton main testId="lk-try-again" onClick={onRetry}>
            {m.tryAgain}
          </ActionButton>
        )}
        {children}
      </Notice>
    </div>
  );
};

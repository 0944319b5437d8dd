import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { headerSlot } from '../../domain/router/header-slot.js';
import { keepsPairing } from '../../domain/router/pairing-views.js';
import { isShowable } from '../../domain/router/plain-views.js';
import { type View, type ViewName, view as viewNamed } from '../../domain/router/views.js';
import { ActionButton } from '../components/action-button.js';
import { Icon } from '../components/icon.js';
import { ListMemoryContext, type ListPlace } from '../components/list-memory.js';
import { Notice } from '../components/notice.js';
import { OpenedForContext } from '../components/opened-for-context.js';
import { PairingScope } from '../components/pairing-scope.js';
import { SkeletonRows } from '../components/skeleton-rows.js';
import { useConnection } from '../hooks/use-connection.js';
import { useConnectors } from '../hooks/use-connectors.js';
import { useLatchkey } from '../hooks/use-latchkey.js';
import { useMessages } from '../hooks/use-messages.js';
import { useModal } from '../hooks/use-modal.js';
import { useNetwork } from '../hooks/use-network.js';
import { useOnline } from '../hooks/use-online.js';
import { useOptions } from '../hooks/use-options.js';
import { useRecentWallets } from '../hooks/use-recent-wallets.js';
import { useRouter } from '../hooks/use-router.js';
import { useTrack } from '../hooks/use-track.js';
import { FirstViews } from '../views/first-views.js';
import { CrossFade } from './cross-fade.js';
import { ModalHeader } from './modal-header.js';
import { Stage } from './stage.js';
import { useViewChunk, type ViewChunkState } from './use-view-chunk.js';
import { useViewFocus } from './use-view-focus.js';
import { ViewBoundary } from './view-boundary.js';
import { titleOf } from './view-title.js';

/** A chunk of views: those behind the first one, those that pair with a wallet elsewhere, and the long list. */
type Chunk = 'inner' | 'pairing' | 'list';

/** The views that do not come with the modal, by the chunk that brings them. */
const CHUNKS: Readonly<Partial<Record<ViewName, Chunk>>> = {
  ConnectingExternal: 'inner',
  WhatIsAWallet: 'inner',
  Account: 'inner',
  AccountSettings: 'inner',
  Networks: 'inner',
  SwitchNetwork: 'inner',
  UnsupportedChain: 'inner',
  WhatIsANetwork: 'inner',
  ConnectingMultiChain: 'inner',
  SwitchActiveChain: 'inner',
  SwitchAddress: 'inner',
  Profile: 'inner',
  ConnectingWalletConnect: 'pairing',
  ConnectingWalletConnectBasic: 'pairing',
  Create: 'pairing',
  GetWallet: 'pairing',
  Downloads: 'pairing',
  AllWallets: 'list',
};

const loadInner = () => import('../views/inner-views.js');
const loadPairing = () => import('../views/pairing-views.js');
const loadList = () => import('../views/list-views.js');

/** What stands in for a view that cannot be shown. */
const CONNECT = viewNamed('Connect');

/** The card. */
export interface ModalCardProps {
  readonly root: ShadowRoot;
  readonly titleId: string;
  readonly embedded: boolean;
}

/** The card: header, the view on screen, and what is said beside it. */
export const ModalCard = ({ root, titleId, embedded }: ModalCardProps): ReactElement => {
  const m = useMessages();
  const { browser } = useLatchkey();
  const { enableNetworkSwitch } = useOptions();
  const { isOpen, namespace, shake, requestClose } = useModal();
  const router = useRouter();
  const { connectedNamespaces } = useConnection();
  const connectors = useConnectors();
  const { networks } = useNetwork();
  const online = useOnline();
  const track = useTrack();
  const card = useRef<HTMLDivElement>(null);
  const [accepted, accept] = useState(false);
  const consent = useMemo(() => ({ accepted, accept }), [accepted]);
  const listMemory = useRef<ListPlace | null>(null);
  const live = embedded || isOpen;

  // A modal that fades out keeps the header and the list it had: the router may already be somewhere else.
  const now = { view: router.view, canGoBack: router.canGoBack, namespace };
  const [held, setHeld] = useState(now);
  if (live && (held.view !== now.view || held.canGoBack !== now.canGoBack || held.namespace !== namespace)) setHeld(now);
  const { view: asked, canGoBack, namespace: openedFor } = live ? now : held;
  // A page without types may move the router to a view without the data it needs.
  const view = isShowable(asked) ? asked : CONNECT;

  const name = JSON.stringify(view);
  const key = live ? name : '';
  useEffect(() => {
    if (!live) listMemory.current = null;
  }, [live]);
  useViewFocus(card, titleId, key, view.name, embedded);
  const chunk = CHUNKS[view.name];
  const kept = chunk === undefined && connectedNamespaces.length === 0;
  const pairs = connectors.some(({ type }) => type === 'WALLET_CONNECT');
  const chunks = {
    inner: useViewChunk(root, connectedNamespaces.length > 0 || (live && chunk === 'inner') ? 'now' : live ? 'soon' : 'later', loadInner),
    // Small, and the next step for who picks a wallet elsewhere. The code's encoder and the protocol wait for that choice.
    pairing: useViewChunk(root, live && chunk === 'pairing' ? 'now' : live && pairs ? 'soon' : 'later', loadPairing),
    list: useViewChunk(root, live && chunk === 'list' ? 'now' : 'later', loadList),
  };
  const { views: inner } = chunks.inner;

  const title = titleOf(view, m, {
    walletOf: (id) => connectors.find((connector) => connector.id === id)?.name,
    networkOf: (id) => networks.find(({ caipNetworkId }) => caipNetworkId === id)?.name,
  });
  const closable = !embedded || !(view.name === 'Account' || view.name === 'Connect');

  return (
    <div className={shake ? 'card shake' : 'card'} part="card" ref={card}>
      {pairs && connectedNamespaces.length === 0 ? <Ahead /> : null}
      <ModalHeader
        titleId={titleId}
        title={title}
        start={headerSlot(view.name, { canGoBack, enableNetworkSwitch })}
        network={inner === null ? null : <inner.HeaderNetwork />}
        closable={closable}
        onBack={router.goBack}
        onHelp={() => {
          track('CLICK_WALLET_HELP');
          router.push(viewNamed('WhatIsAWallet'));
        }}
        onClose={requestClose}
      />
      <PairingScope active={live && keepsPairing(view.name, browser.platform)}>
        <ListMemoryContext.Provider value={listMemory}>
          <CrossFade of={live || kept ? name : ''} live={live}>
            <OpenedForContext.Provider value={openedFor}>
              <Stage of={name} live={live} kept={kept}>
                {online ? null : (
                  <p className="offline" role="alert" data-testid="lk-offline">
                    <Icon name="warning" />
                    {m.offline}
                  </p>
                )}
                <div className="view" key={name} data-testid={`lk-view-${view.name}`}>
                  <ViewBoundary fallback={(retry) => <ViewFailed retry={retry} />}>
                    {chunk === undefined ? <FirstViews view={view} consent={consent} /> : <LaterViews chunk={chunks[chunk]} view={view} />}
                  </ViewBoundary>
                </div>
              </Stage>
            </OpenedForContext.Provider>
          </CrossFade>
        </ListMemoryContext.Provider>
      </PairingScope>
    </div>
  );
};

const LaterViews = ({ chunk, view }: { readonly chunk: ViewChunkState<Views>; readonly view: View }): ReactElement => {
  const m = useMessages();
  if (chunk.views !== null) return <chunk.views.Views view={view} />;
  return chunk.failed ? <ViewFailed retry={chunk.retry} /> : <SkeletonRows count={4} label={m.loading} />;
};

/**
 * Fetches what the list needs to know the wallets used last, while a person heads for the modal: they stand near its top and
 * would move the rows below them. Nothing is asked of any service.
 */
const Ahead = (): null => {
  useRecentWallets();
  return null;
};

/** What every chunk exports. */
interface Views {
  readonly Views: (props: { readonly view: View }) => ReactElement | null;
}

/** The code of a view did not arrive, or it failed: the rest of the modal goes on. */
const ViewFailed = ({ retry }: { readonly retry: () => void }): ReactElement => {
  const m = useMessages();
  return (
    <Notice icon="warning" title={m.viewFailed} hint={m.viewFailedHint}>
      <ActionButton main onClick={retry}>
        {m.tryAgain}
      </ActionButton>
    </Notice>
  );
};

import { memo, type ReactElement, type ReactNode, useRef, useState } from 'react';
import type { Namespace } from '../../domain/caip/namespace.js';
import { currentView, INITIAL_ROUTER } from '../../domain/router/router-machine.js';
import type { View } from '../../domain/router/views.js';
import { ActionButton } from '../components/action-button.js';
import { Icon } from '../components/icon.js';
import { ModalNamespaceContext } from '../components/modal-namespace-context.js';
import { ModalRootContext } from '../components/modal-root-context.js';
import { ModalTitleContext } from '../components/modal-title-context.js';
import { Notice } from '../components/notice.js';
import { SkeletonRows } from '../components/skeleton-rows.js';
import { findView } from '../features/compose-features.js';
import type { ChunkContext, ScopeProps, ViewChunk } from '../features/feature.js';
import { useFeatures } from '../features/features-context.js';
import { useConnectionStatus } from '../hooks/use-connection-status.js';
import { useConnectors } from '../hooks/use-connectors.js';
import { useModalMessages } from '../hooks/use-modal-messages.js';
import { useNetwork } from '../hooks/use-network.js';
import { useOnline } from '../hooks/use-online.js';
import { useOptions } from '../hooks/use-options.js';
import { useRouter } from '../hooks/use-router.js';
import { CrossFade } from './cross-fade.js';
import { KeepAlive } from './keep-alive.js';
import { ModalHeader } from './modal-header.js';
import { useViewChunk } from './use-view-chunk.js';
import { useViewFocus } from './use-view-focus.js';
import { ViewBoundary } from './view-boundary.js';

/** Shown instead of a view that cannot be shown. */
const HOME_VIEW = currentView(INITIAL_ROUTER);

/** Props of {@link ModalCard}. */
export interface ModalCardProps {
  readonly root: ShadowRoot;
  readonly titleId: string;
  readonly embedded: boolean;
  readonly isOpen: boolean;
  readonly shake: boolean;
  /** Namespace that the modal was opened for, `null` for all. */
  readonly namespace: Namespace | null;
  readonly requestClose: () => void;
}

/** The card: header and current view. Does not render again while the modal only opens. */
export const ModalCard = memo(({ root, titleId, embedded, isOpen, shake, namespace, requestClose }: ModalCardProps): ReactElement => {
  const m = useModalMessages();
  const features = useFeatures();
  const { enableNetworkSwitch, features: offered } = useOptions();
  const router = useRouter();
  const { connectedNamespaces } = useConnectionStatus();
  const connectors = useConnectors();
  const { networks } = useNetwork();
  const online = useOnline();
  const card = useRef<HTMLDivElement>(null);
  const live = embedded || isOpen;

  const [viewTitle, setViewTitle] = useState<string | null>(null);
  // While the modal fades out it keeps its header and list, even if the router has moved on.
  const current = { view: router.view, canGoBack: router.canGoBack, namespace, viewTitle };
  const [frozen, setFrozen] = useState(current);
  const isOutdated =
    frozen.view !== current.view ||
    frozen.canGoBack !== current.canGoBack ||
    frozen.namespace !== namespace ||
    frozen.viewTitle !== viewTitle;
  if (live && isOutdated) setFrozen(current);
  const { view: requestedView, canGoBack, namespace: modalNamespace, viewTitle: displayedTitle } = live ? current : frozen;
  const requestedContribution = findView(features, requestedView, offered);
  const view = requestedContribution === null ? HOME_VIEW : requestedView;
  const displayedView = requestedContribution ?? findView(features, HOME_VIEW, offered);

  const viewKey = JSON.stringify(view);
  useViewFocus(card, titleId, live ? viewKey : '', view.name, embedded, displayedTitle);
  const isKeptMounted = displayedView?.chunk === undefined && connectedNamespaces.length === 0;
  const { ready, failed, retry } = useViewChunk(root, live ? 'now' : 'on-demand', displayedView?.chunk);

  const title = displayedView?.title(m, {
    walletOf: (id) => connectors.find((connector) => connector.id === id)?.name,
    networkOf: (id) => networks.find(({ caipNetworkId }) => caipNetworkId === id)?.name,
  });
  const Start = displayedView?.header.start?.({ canGoBack, enableNetworkSwitch }) ?? null;

  return (
    <div className={shake ? 'card shake' : 'card'} part="card" ref={card}>
      {features.chunks.map((chunk) => (
        <ChunkPrefetch key={chunk.name} root={root} chunk={chunk} context={{ live, connectors, connectedNamespaces }} />
      ))}
      <ModalHeader
        titleId={titleId}
        title={displayedTitle ?? title ?? m.connectWallet}
        titleHidden={displayedView?.header.titleHidden === true}
        // It may need the styles of the chunk.
        start={Start !== null && ready ? <Start /> : null}
        hasBack={Start === null && canGoBack}
        closable={!embedded || displayedView?.header.isHome !== true}
        onBack={router.goBack}
        onClose={requestClose}
      />
      <Scopes live={live} view={view.name}>
        <CrossFade contentKey={live || isKeptMounted ? viewKey : ''} live={live} pending={!ready && !failed}>
          <ModalNamespaceContext.Provider value={modalNamespace}>
            <KeepAlive contentKey={viewKey} live={live} keepMounted={isKeptMounted}>
              {online ? null : (
                <p className="offline" role="alert" data-testid="lk-offline">
                  <Icon name="warning" />
                  {m.offline}
                </p>
              )}
              <div className="view" key={viewKey} data-testid={`lk-view-${view.name}`}>
                <ViewBoundary fallback={(retryView) => <ViewFailed retry={retryView} />}>
                  {ready ? (
                    <ModalRootContext.Provider value={root}>
                      <ModalTitleContext.Provider value={setViewTitle}>
                        <ViewContent view={view} />
                      </ModalTitleContext.Provider>
                    </ModalRootContext.Provider>
                  ) : failed ? (
                    <ViewFailed retry={retry} />
                  ) : (
                    <SkeletonRows count={4} label={m.loading} />
                  )}
                </ViewBoundary>
              </div>
            </KeepAlive>
          </ModalNamespaceContext.Provider>
        </CrossFade>
      </Scopes>
    </div>
  );
});

/** The view, rendered again only when it changes. */
const ViewContent = memo(({ view }: { readonly view: View }): ReactNode => findView(useFeatures(), view, useOptions().features)?.render());

/** Wraps the views in the scopes of the features. */
const Scopes = ({ children, ...props }: ScopeProps): ReactNode => {
  const { scopes } = useFeatures();
  let content = children;
  for (const Scope of scopes) content = <Scope {...props}>{content}</Scope>;
  return content;
};

interface ChunkPrefetchProps {
  readonly root: ShadowRoot;
  readonly chunk: ViewChunk<never>;
  readonly context: ChunkContext;
}

/** Prefetches a chunk before one of its views is shown. */
const ChunkPrefetch = ({ root, chunk, context }: ChunkPrefetchProps): null => {
  useViewChunk(root, chunk.timing(context), chunk);
  return null;
};

/** Shown when a view failed to load or to render. The rest of the modal keeps working. */
const ViewFailed = ({ retry }: { readonly retry: () => void }): ReactElement => {
  const m = useModalMessages();
  return (
    <Notice icon="warning" title={m.viewFailed} hint={m.viewFailedHint}>
      <ActionButton main onClick={retry}>
        {m.tryAgain}
      </ActionButton>
    </Notice>
  );
};

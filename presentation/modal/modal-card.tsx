import { memo, type ReactElement, type ReactNode, useRef, useState } from 'react';
import type { Namespace } from '../../domain/caip/namespace.js';
import { currentView, INITIAL_ROUTER } from '../../domain/router/router-machine.js';
import type { View } from '../../domain/router/views.js';
import { ActionButton } from '../components/action-button.js';
import { Icon } from '../components/icon.js';
import { Notice } from '../components/notice.js';
import { OpenedForContext } from '../components/opened-for-context.js';
import { SkeletonRows } from '../components/skeleton-rows.js';
import { findView } from '../features/compose-features.js';
import type { ChunkFacts, ScopeProps, ViewChunk } from '../features/feature.js';
import { useFeatures } from '../features/features-context.js';
import { useConnectionStatus } from '../hooks/use-connection-status.js';
import { useConnectors } from '../hooks/use-connectors.js';
import { useMessages } from '../hooks/use-messages.js';
import { useNetwork } from '../hooks/use-network.js';
import { useOnline } from '../hooks/use-online.js';
import { useOptions } from '../hooks/use-options.js';
import { useRouter } from '../hooks/use-router.js';
import { CrossFade } from './cross-fade.js';
import { ModalHeader } from './modal-header.js';
import { Stage } from './stage.js';
import { useViewChunk } from './use-view-chunk.js';
import { useViewFocus } from './use-view-focus.js';
import { ViewBoundary } from './view-boundary.js';

/** What stands in for a view that cannot be shown. */
const HOME = currentView(INITIAL_ROUTER);

/** The card. */
export interface ModalCardProps {
  readonly root: ShadowRoot;
  readonly titleId: string;
  readonly embedded: boolean;
  readonly isOpen: boolean;
  readonly shake: boolean;
  /** The namespace that the modal was opened for, `null` for all. */
  readonly namespace: Namespace | null;
  readonly requestClose: () => void;
}

/** The card: header, the view on screen, and what is said beside it. Not drawn again while the modal is only being opened. */
export const ModalCard = memo(({ root, titleId, embedded, isOpen, shake, namespace, requestClose }: ModalCardProps): ReactElement => {
  const m = useMessages();
  const features = useFeatures();
  const { enableNetworkSwitch } = useOptions();
  const router = useRouter();
  const { connectedNamespaces } = useConnectionStatus();
  const connectors = useConnectors();
  const { networks } = useNetwork();
  const online = useOnline();
  const card = useRef<HTMLDivElement>(null);
  const live = embedded || isOpen;

  // A modal that fades out keeps the header and the list it had: the router may already be somewhere else.
  const now = { view: router.view, canGoBack: router.canGoBack, namespace };
  const [held, setHeld] = useState(now);
  if (live && (held.view !== now.view || held.canGoBack !== now.canGoBack || held.namespace !== namespace)) setHeld(now);
  const { view: asked, canGoBack, namespace: openedFor } = live ? now : held;
  const found = findView(features, asked);
  const view = found === null ? HOME : asked;
  const shown = found ?? findView(features, HOME);

  const name = JSON.stringify(view);
  useViewFocus(card, titleId, live ? name : '', view.name, embedded);
  const kept = shown?.chunk === undefined && connectedNamespaces.length === 0;
  const { ready, failed, retry } = useViewChunk(root, live ? 'now' : 'later', shown?.chunk);

  const title = shown?.title(m, {
    walletOf: (id) => connectors.find((connector) => connector.id === id)?.name,
    networkOf: (id) => networks.find(({ caipNetworkId }) => caipNetworkId === id)?.name,
  });
  const Start = shown?.header.start?.({ canGoBack, enableNetworkSwitch }) ?? null;

  return (
    <div className={shake ? 'card shake' : 'card'} part="card" ref={card}>
      {features.chunks.map((chunk) => (
        <ChunkAhead key={chunk.name} root={root} chunk={chunk} facts={{ live, connectors, connectedNamespaces }} />
      ))}
      <ModalHeader
        titleId={titleId}
        title={title ?? m.connectWallet}
        titleHidden={shown?.header.titleHidden === true}
        // What stands there may need the styles of the chunk.
        start={Start !== null && ready ? <Start /> : null}
        hasBack={Start === null && canGoBack}
        closable={!embedded || shown?.header.isHome !== true}
        onBack={router.goBack}
        onClose={requestClose}
      />
      <Scopes live={live} view={view.name}>
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
                <ViewBoundary fallback={(again) => <ViewFailed retry={again} />}>
                  {ready ? (
                    <ViewContent view={view} />
                  ) : failed ? (
                    <ViewFailed retry={retry} />
                  ) : (
                    <SkeletonRows count={4} label={m.loading} />
                  )}
                </ViewBoundary>
              </div>
            </Stage>
          </OpenedForContext.Provider>
        </CrossFade>
      </Scopes>
    </div>
  );
});

/** The view itself, drawn again for another one only. */
const ViewContent = memo(({ view }: { readonly view: View }): ReactNode => findView(useFeatures(), view)?.render());

/** What the features keep around the views. */
const Scopes = ({ children, ...props }: ScopeProps): ReactNode => {
  const { scopes } = useFeatures();
  let inside = children;
  for (const Scope of scopes) inside = <Scope {...props}>{inside}</Scope>;
  return inside;
};

interface ChunkAheadProps {
  readonly root: ShadowRoot;
  readonly chunk: ViewChunk<never>;
  readonly facts: ChunkFacts;
}

/** Fetches a chunk before one of its views is shown. */
const ChunkAhead = ({ root, chunk, facts }: ChunkAheadProps): null => {
  useViewChunk(root, chunk.when(facts), chunk);
  return null;
};

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

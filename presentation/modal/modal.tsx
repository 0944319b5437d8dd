import { type ReactElement, useLayoutEffect, useRef } from 'react';
import { useThemeVariables } from '../components/use-theme-variables.js';
import type { Features } from '../features/compose-features.js';
import { FEATURES } from '../features/features.js';
import { FeaturesContext } from '../features/features-context.js';
import { useModal } from '../hooks/use-modal.js';
import { useOptions } from '../hooks/use-options.js';
import { useTheme } from '../hooks/use-theme.js';
import { Announcer } from './announcer.js';
import { Feedback } from './feedback.js';
import { ModalCard } from './modal-card.js';
import { ModalDialog } from './modal-dialog.js';
import { TraySlot } from './tray-slot.js';

const TITLE_ID = 'lk-title';

/** Props of {@link Modal}. */
export interface ModalProps {
  readonly root: ShadowRoot;
  readonly features?: Features;
}

/** The stock modal in its shadow root: a dialog over the page, or an embedded card (`enableEmbedded`). */
export const Modal = ({ root, features = FEATURES }: ModalProps): ReactElement => {
  const { isOpen, shake, namespace, requestClose } = useModal();
  const { enableEmbedded } = useOptions();
  const { mode } = useTheme();
  // `mountModal` created the host element.
  const host = root.host as HTMLElement;
  useThemeVariables(host);
  const trayOfPage = useRef<HTMLDivElement>(null);
  const trayOfDialog = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    host.dataset['theme'] = mode;
    host.toggleAttribute('data-embedded', enableEmbedded);
  }, [host, mode, enableEmbedded]);

  const card = (
    <ModalCard
      root={root}
      titleId={TITLE_ID}
      embedded={enableEmbedded}
      isOpen={isOpen}
      shake={shake}
      namespace={namespace}
      requestClose={requestClose}
    />
  );

  if (enableEmbedded) {
    return (
      <FeaturesContext.Provider value={features}>
        <section className="lk" aria-labelledby={TITLE_ID} data-testid="lk-embedded">
          <Announcer />
          {card}
          <Feedback active />
          <div ref={trayOfPage} />
          <TraySlot root={root} place={trayOfPage} />
        </section>
      </FeaturesContext.Provider>
    );
  }
  return (
    <FeaturesContext.Provider value={features}>
      {/* An open dialog makes everything outside inert, so each side has its own announcer. */}
      <Announcer />
      <div className="lk toast">
        <div ref={trayOfPage} />
        <Feedback active={!isOpen} />
      </div>
      <ModalDialog open={isOpen} titleId={TITLE_ID} onDismiss={requestClose}>
        {card}
        <Feedback active={isOpen} />
        <div ref={trayOfDialog} />
        <Announcer />
        <TraySlot root={root} place={isOpen ? trayOfDialog : trayOfPage} />
      </ModalDialog>
    </FeaturesContext.Provider>
  );
};

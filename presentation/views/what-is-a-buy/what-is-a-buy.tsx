import type { ReactElement } from 'react';
import { ActionButton } from '../../components/action-button.js';
import { Intro } from '../../components/intro.js';
import { useBuy } from '../../components/use-buy.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useRouter } from '../../hooks/use-router.js';

/** Introduction to buying in three points. */
export const WhatIsABuy = (): ReactElement => {
  const m = useMessages();
  const { buy } = useModalMessages();
  const { canGoBack, goBack } = useRouter();
  const open = useBuy();
  return (
    <Intro
      points={[
        {
          title: m.buyIntro1,
          text: m.buyIntro1Text,
          drawing: (
            <>
              <rect className="tint" x="6" y="12" width="36" height="24" rx="4" />
              <rect x="6" y="12" width="36" height="24" rx="4" />
              <path d="M6 19h36M12 29h8" />
            </>
          ),
        },
        {
          title: m.buyIntro2,
          text: m.buyIntro2Text,
          drawing: (
            <>
              <circle className="tint" cx="24" cy="16" r="9" />
              <circle cx="24" cy="16" r="9" />
              <path d="M24 30v12m-6-6l6 6 6-6" />
            </>
          ),
        },
        {
          title: m.buyIntro3,
          text: m.buyIntro3Text,
          drawing: (
            <>
              <circle className="tint" cx="15" cy="24" r="8" />
              <circle cx="15" cy="24" r="8" />
              <path d="M23 24h16m-6-6l6 6-6 6" />
            </>
          ),
        },
      ]}
    >
      {open === null ? null : (
        <ActionButton main testId="lk-buy-start" onClick={() => (canGoBack ? goBack() : open())}>
          {buy}
        </ActionButton>
      )}
    </Intro>
  );
};

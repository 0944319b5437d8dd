import type { ReactElement } from 'react';
import { ExternalLink } from '../../components/external-link.js';
import { Intro } from '../../components/intro.js';
import { useMessages } from '../../hooks/use-messages.js';

/** Vendor-neutral introduction. */
const NETWORKS_GUIDE = 'https://ethereum.org/en/developers/docs/networks/';

/** Introduction to networks in three points. */
export const WhatIsANetwork = (): ReactElement => {
  const m = useMessages();
  return (
    <Intro
      points={[
        {
          title: m.networkIntro1,
          text: m.networkIntro1Text,
          drawing: (
            <>
              <path d="M14 15l10 9m10-9l-10 9m0 0v12" />
              <circle className="tint" cx="24" cy="24" r="6" />
              <circle cx="24" cy="24" r="6" />
              <circle cx="11" cy="12" r="4" />
              <circle cx="37" cy="12" r="4" />
              <circle cx="24" cy="40" r="4" />
            </>
          ),
        },
        {
          title: m.networkIntro2,
          text: m.networkIntro2Text,
          drawing: (
            <>
              <circle className="tint" cx="18" cy="24" r="12" />
              <circle cx="18" cy="24" r="12" />
              <circle cx="30" cy="24" r="12" />
            </>
          ),
        },
        {
          title: m.networkIntro3,
          text: m.networkIntro3Text,
          drawing: (
            <>
              <rect className="tint" x="8" y="9" width="32" height="12" rx="4" />
              <rect x="8" y="9" width="32" height="12" rx="4" />
              <rect x="8" y="27" width="32" height="12" rx="4" />
              <path d="M14 15h.1M14 33h.1M27 15h7M27 33h7" />
            </>
          ),
        },
      ]}
    >
      <ExternalLink className="btn" href={NETWORKS_GUIDE}>
        {m.learnMore}
      </ExternalLink>
    </Intro>
  );
};

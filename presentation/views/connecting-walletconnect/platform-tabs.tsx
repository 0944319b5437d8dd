import { type KeyboardEvent, type ReactElement, useRef } from 'react';
import type { WalletPlatform } from '../../../domain/directory/wallet-platforms.js';
import { useMessages } from '../../hooks/use-messages.js';
import type { Messages } from '../../messages/en.js';

/** What a tab is called. */
const labelOf = (platform: WalletPlatform, m: Messages): string => {
  switch (platform) {
    case 'mobile':
    case 'qrcode':
      return m.platformMobile;
    case 'web':
      return m.platformWeb;
    case 'desktop':
      return m.platformDesktop;
    default:
      return m.platformBrowser;
  }
};

/** Id of the panel that a tab shows. */
export const panelId = (platform: WalletPlatform): string => `lk-panel-${platform}`;

/** The tabs. */
export interface PlatformTabsProps {
  readonly platforms: readonly WalletPlatform[];
  readonly picked: WalletPlatform;
  readonly onPick: (platform: WalletPlatform) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * The ways to connect a wallet as tabs: the arrow keys move along the line of reading and pick at once.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export const PlatformTabs = ({ platforms, picked, onPick }: PlatformTabsProps): ReactElement => {
  const m = useMessages();
  const list = useRef<HTMLDivElement>(null);
  // A code in the place of a link that opened nothing belongs to the phone's tab.
  const selected = platforms.includes(picked) ? picked : platforms.find((each) => each === 'mobile');

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = (STEPS[event.key] ?? 0) * (rightToLeft ? -1 : 1);
    const now = selected === undefined ? 0 : platforms.indexOf(selected);
    const ends: Readonly<Record<string, number>> = { Home: 0, End: platforms.length - 1 };
    const next = ends[event.key] ?? (step === 0 ? undefined : (now + step + platforms.length) % platforms.length);
    const platform = next === undefined ? undefined : platforms[next];
    if (platform === undefined || next === undefined) return;
    event.preventDefault();
    onPick(platform);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <div className="tabs" role="tablist" aria-label={m.platforms} ref={list} onKeyDown={onKeyDown}>
      {platforms.map((platform) => (
        <button
          type="button"
          role="tab"
          key={platform}
          id={`lk-tab-${platform}`}
          data-testid={`lk-tab-${platform}`}
          aria-selected={platform === selected}
          aria-controls={platform === selected ? panelId(picked) : undefined}
          tabIndex={platform === selected ? 0 : -1}
          onClick={() => onPick(platform)}
        >
          {labelOf(platform, m)}
        </button>
      ))}
    </div>
  );
};

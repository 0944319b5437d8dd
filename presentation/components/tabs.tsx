import { type KeyboardEvent, type ReactElement, useRef } from 'react';

/** A tab. */
export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

/** Props of {@link Tabs}. */
export interface TabsProps<Id extends string> {
  /** Accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id | undefined;
  /** Id of the selected tab's panel. */
  readonly controls: string;
  readonly onPick: (id: Id) => void;
}

/** Id of a tab, which labels its panel. */
export const tabId = (id: string): string => `lk-tab-${id}`;

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Tabs that are selected automatically on focus. The arrow keys follow the reading direction.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export const Tabs = <Id extends string>({ label, tabs, selected, controls, onPick }: TabsProps<Id>): ReactElement => {
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = (STEPS[event.key] ?? 0) * (isRtl ? -1 : 1);
    const currentIndex = Math.max(
      tabs.findIndex(({ id }) => id === selected),
      0,
    );
    const edgeIndices: Readonly<Record<string, number>> = { Home: 0, End: tabs.length - 1 };
    const next = edgeIndices[event.key] ?? (step === 0 ? undefined : (currentIndex + step + tabs.length) % tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (tab === undefined || next === undefined) return;
    event.preventDefault();
    onPick(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map(({ id, label: text }) => (
        <button
          type="button"
          role="tab"
          key={id}
          id={tabId(id)}
          data-key={`tab ${id}`}
          data-testid={tabId(id)}
          data-text={text}
          aria-selected={id === selected}
          aria-controls={id === selected ? controls : undefined}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onPick(id)}
        >
          {text}
        </button>
      ))}
    </div>
  );
};

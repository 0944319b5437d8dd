import { type KeyboardEvent, type ReactElement, useRef } from 'react';

/** One of several tabs. */
export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

/** The tabs. */
export interface TabsProps<Id extends string> {
  /** What they choose between. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id | undefined;
  /** Id of the element that the selected tab shows. */
  readonly controls: string;
  readonly onPick: (id: Id) => void;
}

/** Id of a tab, which names the panel that it shows. */
export const tabId = (id: string): string => `lk-tab-${id}`;

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * A choice that shows at once what is chosen: the arrow keys move along the line of reading and pick at once.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export const Tabs = <Id extends string>({ label, tabs, selected, controls, onPick }: TabsProps<Id>): ReactElement => {
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = (STEPS[event.key] ?? 0) * (rightToLeft ? -1 : 1);
    const now = Math.max(
      tabs.findIndex(({ id }) => id === selected),
      0,
    );
    const ends: Readonly<Record<string, number>> = { Home: 0, End: tabs.length - 1 };
    const next = ends[event.key] ?? (step === 0 ? undefined : (now + step + tabs.length) % tabs.length);
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

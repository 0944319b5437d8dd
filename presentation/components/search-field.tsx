import { type KeyboardEvent, type ReactElement, type Ref, type RefObject, useEffect, useRef } from 'react';
import { useMessages } from '../hooks/use-messages.js';
import { Icon } from './icon.js';

/** Height that browser bars may cover; more than that is a virtual keyboard. */
const BROWSER_BARS_PX = 80;

/**
 * Publishes the height of the virtual keyboard, which overlays the page, as `--keyboard` on the dialog around a field.
 * @see https://www.w3.org/TR/cssom-view-1/#visualViewport
 */
const useVirtualKeyboardInset = (field: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const dialog = field.current?.closest('dialog');
    const view = dialog?.ownerDocument.defaultView;
    const viewport = view?.visualViewport;
    if (dialog == null || view == null || viewport == null) return;
    const measure = (): void => {
      const coveredPx = view.innerHeight - viewport.height - viewport.offsetTop;
      // Pinch zoom also shrinks the visual viewport.
      const height = viewport.scale > 1 || coveredPx < BROWSER_BARS_PX ? 0 : Math.round(coveredPx);
      dialog.style.setProperty('--keyboard', `${height}px`);
    };
    const controller = new AbortController();
    const { signal } = controller;
    for (const name of ['resize', 'scroll']) viewport.addEventListener(name, measure, { signal });
    measure();
    return () => {
      controller.abort();
      dialog.style.removeProperty('--keyboard');
    };
  }, [field]);
};

/** Props of {@link SearchField}. */
export interface SearchFieldProps {
  readonly value: string;
  /** Placeholder and accessible name. */
  readonly label: string;
  readonly onValueChange: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** Search field with a button to clear it. */
export const SearchField = ({ value, label, onValueChange, onKeyDown, inputRef }: SearchFieldProps): ReactElement => {
  const m = useMessages();
  const container = useRef<HTMLElement>(null);
  useVirtualKeyboardInset(container);
  return (
    <search className="field" ref={container}>
      <Icon name="search" />
      <input
        type="search"
        ref={inputRef}
        value={value}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        data-testid="lk-search"
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '' && !event.nativeEvent.isComposing) {
            // Escape clears a search field. The next Escape closes the modal.
            event.preventDefault();
            event.stopPropagation();
            onValueChange('');
          } else onKeyDown?.(event);
        }}
      />
      {value === '' ? null : (
        <button
          type="button"
          className="tap"
          aria-label={m.clearSearch}
          onClick={({ currentTarget }) => {
            // The button disappears with the text.
            currentTarget.closest('.field')?.querySelector('input')?.focus();
            onValueChange('');
          }}
        >
          <Icon name="close" />
        </button>
      )}
    </search>
  );
};

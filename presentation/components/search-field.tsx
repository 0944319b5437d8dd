import { type KeyboardEvent, type ReactElement, type Ref, type RefObject, useEffect, useRef } from 'react';
import { useMessages } from '../hooks/use-messages.js';
import { Icon } from './icon.js';

/** How much of the page the keyboard on screen may cover without being one: bars of the browser that come and go. */
const BARS_PX = 80;

/**
 * Keeps the dialog around a field clear of a keyboard on screen, which covers a page without making it smaller: says in `--keyboard`
 * how high it is, for the style sheets.
 * @see https://www.w3.org/TR/cssom-view-1/#visualViewport
 */
const useKeyboardRoom = (field: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const dialog = field.current?.closest('dialog');
    const page = dialog?.ownerDocument.defaultView;
    const visible = page?.visualViewport;
    if (dialog == null || page == null || visible == null) return;
    const measure = (): void => {
      const covered = page.innerHeight - visible.height - visible.offsetTop;
      // A page that was enlarged with two fingers shows less of itself too.
      const height = visible.scale > 1 || covered < BARS_PX ? 0 : Math.round(covered);
      dialog.style.setProperty('--keyboard', `${height}px`);
    };
    const life = new AbortController();
    const { signal } = life;
    for (const name of ['resize', 'scroll']) visible.addEventListener(name, measure, { signal });
    measure();
    return () => {
      life.abort();
      dialog.style.removeProperty('--keyboard');
    };
  }, [field]);
};

/** A field to search a list. */
export interface SearchFieldProps {
  readonly text: string;
  /** What is searched: placeholder and name. */
  readonly label: string;
  readonly onText: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly field?: Ref<HTMLInputElement>;
}

/** A field to search a list, with a button that empties it. */
export const SearchField = ({ text, label, onText, onKeyDown, field }: SearchFieldProps): ReactElement => {
  const m = useMessages();
  const box = useRef<HTMLElement>(null);
  useKeyboardRoom(box);
  return (
    <search className="field" ref={box}>
      <Icon name="search" />
      <input
        type="search"
        ref={field}
        value={text}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        data-testid="lk-search"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '' && !event.nativeEvent.isComposing) {
            // Empties the field, as in every field of this kind; the next one closes the modal.
            event.preventDefault();
            event.stopPropagation();
            onText('');
          } else onKeyDown?.(event);
        }}
      />
      {text === '' ? null : (
        <button
          type="button"
          className="tap"
          aria-label={m.clearSearch}
          onClick={({ currentTarget }) => {
            // The button goes away with the words: who emptied the field types anew.
            currentTarget.closest('.field')?.querySelector('input')?.focus();
            onText('');
          }}
        >
          <Icon name="close" />
        </button>
      )}
    </search>
  );
};

import { type KeyboardEvent, type ReactElement, type Ref, useRef } from 'react';
import { useMessages } from '../hooks/use-messages.js';
import { Icon } from './icon.js';
import { useKeyboardRoom } from './use-keyboard-room.js';

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

import type { KeyboardEvent, ReactElement, Ref } from 'react';
import { useMessages } from '../hooks/use-messages.js';
import { Icon } from './icon.js';

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
  return (
    <search className="field">
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
        onKeyDown={onKeyDown}
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

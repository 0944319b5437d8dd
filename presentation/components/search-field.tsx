import { type KeyboardEvent, type ReactElement, type Ref, useRef } from 'react';
import { useMessages } from '../hooks/use-messages.js';
import { Icon } from './icon.js';
import { useVirtualKeyboardInset } from './use-virtual-keyboard-inset.js';

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

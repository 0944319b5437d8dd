import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useVirtualKeyboardInset } from '../../components/use-virtual-keyboard-inset.js';
import { useMessages } from '../../hooks/use-messages.js';

/** Digits of a mailed code. */
const LENGTH = 6;
const CELLS = Array.from({ length: LENGTH }, (_, index) => index);

/** Props of {@link CodeField}. */
export interface CodeFieldProps {
  /** The code is being checked. */
  readonly busy: boolean;
  /** The last code was refused: the field is cleared. */
  readonly failed: boolean;
  /** Ids of the texts that describe the field. */
  readonly describedBy: string;
  /** Called once when all digits are there. */
  readonly onComplete: (code: string) => void;
}

/**
 * Field for a mailed code: one input behind six boxes, so that pasting, autofill and screen readers work.
 * @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#attr-fe-autocomplete-one-time-code
 */
export const CodeField = ({ busy, failed, describedBy, onComplete }: CodeFieldProps): ReactElement => {
  const m = useMessages();
  const field = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [[start, end], setSelection] = useState<readonly [number, number]>([0, 0]);
  useVirtualKeyboardInset(field);
  // After the heading got the focus: the user types next, and the field is described by what the view says.
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (!failed) return;
    setCode('');
    input.current?.focus({ preventScroll: true });
  }, [failed]);
  // Not `onSelect`, which React does not call in a shadow tree.
  useEffect(() => {
    const element = input.current;
    if (element === null) return;
    const readSelection = (): void => setSelection([element.selectionStart ?? 0, element.selectionEnd ?? 0]);
    element.addEventListener('selectionchange', readSelection);
    return () => element.removeEventListener('selectionchange', readSelection);
  }, []);
  // Boxes that the next digit fills: that of the invisible caret, or those of the selected digits.
  const first = Math.min(start, code.length, LENGTH - 1);
  const last = Math.max(first, Math.min(end, code.length) - 1);
  return (
    <div className={failed && code === '' ? 'code wrong' : 'code'} ref={field} dir="ltr">
      {CELLS.map((index) => (
        <span key={index} aria-hidden="true" className={index >= first && index <= last ? 'next' : undefined}>
          {code[index]}
        </span>
      ))}
      <input
        ref={input}
        type="text"
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="one-time-code"
        enterKeyHint="go"
        value={code}
        readOnly={busy}
        aria-label={m.emailCodeLabel}
        aria-describedby={describedBy}
        aria-invalid={failed && code === '' ? true : undefined}
        data-key="code"
        data-testid="lk-code"
        onChange={(event) => {
          // Mails contain codes with spaces and dashes.
          const digits = event.target.value.replace(/\D/g, '').slice(0, LENGTH);
          setCode(digits);
          setSelection([event.target.selectionStart ?? 0, event.target.selectionEnd ?? 0]);
          if (digits.length === LENGTH && digits !== code) onComplete(digits);
        }}
      />
    </div>
  );
};

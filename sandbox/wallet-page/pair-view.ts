import { element } from '../wallet/window/element.js';

/** The place where a person gives the wallet a link of an app. */
export interface PairView {
  readonly view: HTMLElement;
  /** Says how it goes, or what went wrong. */
  show(words: string, isTrouble: boolean): void;
}

/** What a person does there. */
export interface PairActions {
  pair(uri: string): void;
  scan(picture: Blob): void;
}

const firstImage = (data: DataTransfer | null): File | undefined => [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));

/** Made once and kept: what the person has typed stays. A link is pasted; a picture of a QR code is chosen, pasted or dropped. */
export const pairView = ({ pair, scan }: PairActions): PairView => {
  // The element of this tag.
  const field = element('textarea', {
    rows: 2,
    placeholder: 'wc:…',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'data-testid': 'rw-uri',
  }) as HTMLTextAreaElement;
  // The element of this tag.
  const files = element('input', { type: 'file', accept: 'image/*', 'data-testid': 'rw-scan' }) as HTMLInputElement;
  const status = element('p', { class: 'notice', role: 'status', 'data-testid': 'rw-status' });
  const alert = element('p', { class: 'warning', role: 'alert', 'data-testid': 'rw-trouble', hidden: true });
  const submit = (): void => {
    const uri = field.value.trim();
    if (uri !== '') pair(uri);
    field.value = '';
  };
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    submit();
  });
  files.addEventListener('change', () => {
    const [picture] = files.files ?? [];
    if (picture !== undefined) scan(picture);
    // The same picture may be chosen again.
    files.value = '';
  });
  const view = element(
    'section',
    { class: 'pair', 'aria-labelledby': 'pair-title' },
    element('h2', { id: 'pair-title' }, 'Connect an app'),
    element('label', {}, 'Link that the app shows or copies', field),
    element(
      'div',
      { class: 'buttons' },
      element('button', { class: 'primary', 'data-testid': 'rw-pair', onClick: submit }, 'Connect'),
      element('label', { class: 'scan' }, 'Scan a picture', files),
    ),
    status,
    alert,
  );
  document.addEventListener('paste', (event) => {
    const picture = firstImage(event.clipboardData);
    if (picture !== undefined) scan(picture);
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const picture = firstImage(event.dataTransfer);
    if (picture !== undefined) scan(picture);
  });
  return {
    view,
    show: (words, isTrouble) => {
      const [said, silent] = isTrouble ? [alert, status] : [status, alert];
      if (said.textContent !== words) said.textContent = words;
      silent.textContent = '';
      alert.hidden = !isTrouble;
    },
  };
};

import { callNode } from '../../chains/call-node.js';
import { element } from '../../wallet/window/element.js';
import type { ApprovalRequest } from '../approval/approval-request.js';
import type { NeededConfirmation } from '../approval/expected-decision.js';
import type { Simulation } from '../approval/simulate.js';
import type { Summary, TokenInfo } from '../approval/summary.js';
import { guardButton } from './guard-button.js';
import { networkOf } from './read-config.js';
import { askedBy, errorLine, factList, paragraph, showScreen, skeleton, statusLine, warningList } from './screen.js';
import type { SiteConfig, SiteNetwork } from './site-config.js';
import type { WindowTask, WindowTasks } from './window-messages.js';

/** Loaded while the window shows who asks. */
const loadApproval = () => import('../approval/approval.js');
type Approval = Awaited<ReturnType<typeof loadApproval>>;

/** Task of an approval. */
export type ApproveTask = Extract<WindowTask, { readonly kind: 'approve' }>;

const simulationLine = (simulation: Simulation): readonly HTMLElement[] => {
  switch (simulation.status) {
    case 'done':
      return simulation.changes.length === 0
        ? [paragraph('The network reports no transfer of the coin, of tokens or of NFTs, except for the fee.', 'quiet')]
        : [
            element(
              'ul',
              { class: 'changes' },
              ...simulation.changes.map(({ amount, isLoss, token }) =>
                element(
                  'li',
                  { class: isLoss ? 'loss' : 'gain', translate: 'no' },
                  amount,
                  token === null ? null : element('small', { class: 'token' }, `Token ${token}`),
                ),
              ),
            ),
          ];
    case 'reverted':
      return warningList([
        {
          level: 'danger',
          text: `The network expects this transaction to fail${simulation.reason === '' ? '' : `: ${simulation.reason}`}. You would pay the fee all the same.`,
        },
      ]);
    case 'unavailable':
      return warningList([{ level: 'danger', text: 'The simulation failed: what changes in your balances is not known.' }]);
  }
};

/** Where the user approves. */
export interface ApprovalPlace {
  /** Whether the heading takes the focus. */
  readonly takesFocus: boolean;
  /** Follow the details. */
  readonly notes: readonly HTMLElement[];
  /** Says why the button is disabled; `null` if the details do. */
  readonly status: HTMLElement | null;
  /** Enables the button when it can be pressed. Returns the test that each press of it must pass. */
  readonly guard: (button: HTMLButtonElement, consent: HTMLInputElement | null) => () => Promise<boolean>;
}

/** The window of the site: the app can neither cover nor crop it. */
const IN_WINDOW: ApprovalPlace = {
  takesFocus: true,
  notes: [],
  status: null,
  guard: (button, consent) => {
    guardButton(button, consent);
    // A disabled button gets no press.
    return async () => true;
  },
};

/** What is on screen. */
interface View {
  readonly task: ApproveTask;
  readonly place: ApprovalPlace;
  readonly network: SiteNetwork | null;
  readonly summary: Summary;
  readonly digest: string;
  /** What a passkey signs. */
  readonly challenge: Uint8Array<ArrayBuffer>;
  readonly done: (result: WindowTasks['approve']['result']) => void;
  readonly reject: () => void;
}

const isTransaction = ({ kind }: ApprovalRequest): boolean =>
  kind === 'evm-transaction' || kind === 'evm-operation' || kind === 'solana-transactions';

/** The balance changes, which are asked for once the request is on screen. */
const simulationSection = (approval: Approval, { task, network }: View): HTMLElement | null => {
  if (!isTransaction(task.request)) return null;
  const body = element('div', { 'aria-live': 'polite' });
  const retry = element('button', { type: 'button', class: 'link', onClick: () => void load() }, 'Try again');
  const load = async (): Promise<void> => {
    body.replaceChildren(skeleton('Loading the balance changes'));
    const simulation =
      network === null
        ? null
        : await approval.simulate(task.request, network.currency, (method, params) => callNode(network.rpcUrl, method, params));
    const shown = simulation ?? { status: 'unavailable' };
    body.replaceChildren(...simulationLine(shown), ...(shown.status === 'unavailable' && network !== null ? [retry] : []));
  };
  void load();
  return element(
    'section',
    { class: 'simulation', 'aria-labelledby': 'simulation-title' },
    element('h2', { id: 'simulation-title' }, 'Expected balance changes'),
    body,
  );
};

const offlineLine = (): HTMLElement => {
  const line = statusLine('');
  const update = (): void => {
    line.textContent = navigator.onLine ? '' : 'You are offline. What you approve cannot be sent now.';
  };
  window.addEventListener('online', update);
  window.addEventListener('offline', update);
  update();
  return line;
};

const confirmationNote = (confirmation: NeededConfirmation | null): HTMLElement | null =>
  confirmation === null ? null : paragraph(`Your passkey confirms this. ${confirmation.reasons.join(' ')}`, 'quiet');

/** Facts of a request that the user sees again while the passkey is used. */
const CONFIRMED_FACTS = 3;

/** Has a passkey confirm the request, in the press of the button that approves it. */
const confirm = async (
  { passkeys, reasons }: NeededConfirmation,
  { task, summary, digest, challenge, done, reject }: View,
): Promise<void> => {
  const [{ showPasskeyStep }, { usePasskey }] = await Promise.all([import('./passkey-view.js'), import('./webauthn.js')]);
  showPasskeyStep({
    title: 'Confirm with your passkey',
    content: () => [
      askedBy(task.app),
      paragraph(summary.title),
      factList(summary.facts.filter(({ kind }) => kind !== 'code').slice(0, CONFIRMED_FACTS)),
      ...reasons.map((reason) => paragraph(reason, 'quiet')),
      paragraph(`If you have lost it, remove it at ${location.origin}/dashboard with your recovery words.`, 'quiet'),
    ],
    cancel: { label: 'Reject', run: reject },
    isPressed: true,
    run: () => usePasskey({ challenge, passkeys }),
    done: ({ assertion }) => done({ digest, assertion }),
  });
};

const CONSENT_HINT = 'To continue, confirm the warning at the end of the details.';

/** Says at the buttons that the box below the details is to be ticked, which may be out of sight. */
const consentHint = (box: HTMLInputElement): HTMLElement => {
  const line = statusLine(CONSENT_HINT);
  box.addEventListener('change', () => {
    line.textContent = box.checked ? '' : CONSENT_HINT;
  });
  return line;
};

const show = (approval: Approval, view: View): void => {
  const { task, place, summary, digest, done, reject } = view;
  const { title, facts, warnings, stop, approveLabel } = summary;
  if (stop !== null) {
    showScreen(
      {
        title,
        children: [askedBy(task.app), errorLine(stop), factList(facts)],
        actions: [{ label: 'Reject', isPrimary: true, run: reject }],
      },
      place.takesFocus,
    );
    return;
  }
  const isDangerous = warnings.some(({ level }) => level === 'danger');
  // `element` returns an HTMLElement; this tag is an input.
  const box = isDangerous ? (element('input', { type: 'checkbox' }) as HTMLInputElement) : null;
  let passes = async (): Promise<boolean> => false;
  const approveIfPressed = async (): Promise<void> => {
    if (!(await passes())) return;
    if (task.confirmation === null) done({ digest, assertion: null });
    else await confirm(task.confirmation, view);
  };
  const [, approve] = showScreen(
    {
      title,
      children: [
        askedBy(task.app),
        ...warningList(warnings),
        simulationSection(approval, view),
        factList(facts),
        box === null
          ? null
          : element('label', { class: 'consent' }, box, element('span', {}, 'I have read the warning and trust this app.')),
        offlineLine(),
        confirmationNote(task.confirmation),
        ...place.notes,
      ],
      status: place.status ?? (box === null ? null : consentHint(box)),
      actions: [
        { label: 'Reject', run: reject },
        { label: approveLabel, isPrimary: true, run: () => void approveIfPressed() },
      ],
    },
    place.takesFocus,
  );
  if (approve !== undefined) passes = place.guard(approve, box);
};

/** The contracts that a request calls. */
const contractsOf = (request: ApprovalRequest): readonly string[] => {
  const calls =
    request.kind === 'evm-transaction' ? [request.transaction] : request.kind === 'evm-operation' ? request.operation.calls : [];
  return [...new Set(calls.flatMap(({ to, data }) => (to === null || data === '0x' ? [] : [to])))];
};

/** The tokens at the contracts that a request calls. */
const tokensOf = async (
  approval: Approval,
  request: ApprovalRequest,
  network: SiteNetwork | null,
): Promise<ReadonlyMap<string, TokenInfo | null>> => {
  if (network === null) return new Map();
  const read = (contract: string) => approval.readToken(contract, (method, params) => callNode(network.rpcUrl, method, params));
  return new Map(await Promise.all(contractsOf(request).map(async (contract) => [contract, await read(contract)] as const)));
};

const load = async (
  task: ApproveTask,
  config: SiteConfig,
): Promise<{ readonly approval: Approval; readonly view: Omit<View, 'done' | 'reject' | 'place'> }> => {
  const approval = await loadApproval();
  const { request, app } = task;
  const network = networkOf(config, request.chainId);
  const tokens = await tokensOf(approval, request, network);
  const summary = approval.summarize(request, { origin: app.origin, network, tokens });
  // Of what is shown here; the frame compares it with what it signs.
  const digest = await approval.approvalDigest(request, approval.payloadsOf(request));
  const challenge = approval.signingChallenge(approval.signablesOf(request), task.confirmation?.nonce);
  return { approval, view: { task, network, summary, digest, challenge } };
};

/** Options of {@link showApproval}. */
export interface ApprovalOptions extends Pick<View, 'done' | 'reject'> {
  readonly config: SiteConfig;
  /** Default: the window. */
  readonly place?: ApprovalPlace;
}

/** Shows a request and lets the user approve or reject it. */
export const showApproval = (task: ApproveTask, { config, place = IN_WINDOW, done, reject }: ApprovalOptions): void => {
  const start = (): void => {
    showScreen(
      {
        title: 'Review the request',
        children: [askedBy(task.app), skeleton('Loading the request')],
        actions: [{ label: 'Reject', run: reject }],
      },
      place.takesFocus,
    );
    load(task, config).then(
      ({ approval, view }) => show(approval, { ...view, place, done, reject }),
      () =>
        showScreen(
          {
            title: 'Review the request',
            children: [askedBy(task.app), errorLine('The request could not be loaded. Check your connection.')],
            actions: [
              { label: 'Reject', run: reject },
              { label: 'Try again', isPrimary: true, run: start },
            ],
          },
          place.takesFocus,
        ),
    );
  };
  start();
};

import { isLatchkeyError, type LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { PROJECT_ID_NOT_CONFIGURED } from '../../domain/modal/alerts.js';
import type { Logger } from '../ports/logger.port.js';
import { token } from '../shared/token.js';
import type { ModalStore } from './modal.store.js';

/** Codes whose alert is raised where they occur. */
const CODES_WITH_ALERT: readonly string[] = ['directory/refused', 'network/not-found', 'relay/unauthorized'];

const ADD_MODULE = 'add a chain adapter to "modules", such as eip155() of latchkey/eip155';

/** What to write, for messages that the specification quotes and that do not say it. */
const fixOf = (error: LatchkeyError): string | null => {
  if (isLatchkeyError(error, 'connection/adapter-not-found')) return `add the module of ${error.context.namespace} to "modules"`;
  if (isLatchkeyError(error, 'connection/client-not-set') || isLatchkeyError(error, 'network/client-not-set')) return ADD_MODULE;
  return null;
};

/** Tells the developer in the log what to change in the app, once each. */
export class DeveloperNotices {
  readonly #logger: Logger;
  readonly #modal: Pick<ModalStore, 'alert'>;
  readonly #given = new Set<string>();

  constructor(logger: Logger, modal: Pick<ModalStore, 'alert'>) {
    this.#logger = logger;
    this.#modal = modal;
  }

  /** Logs a notice as an error, because lower levels do not reach the console by default. */
  readonly give = (notice: string, detail?: unknown): void => {
    if (this.#given.has(notice)) return;
    this.#given.add(notice);
    this.#logger.error(notice, detail);
  };

  /** Reports an error of a use case if only a change of the app fixes it. */
  readonly report = (error: LatchkeyError): void => {
    if (error.recovery !== 'reconfigure' || CODES_WITH_ALERT.includes(error.code)) return;
    const fix = fixOf(error);
    if (isLatchkeyError(error, 'config/project-id-missing')) this.#modal.alert(PROJECT_ID_NOT_CONFIGURED);
    else this.give(fix === null ? error.message : `${error.message}: ${fix}`, error);
  };
}

/** Token of the notices to the developer. */
export const DEVELOPER_NOTICES = token<DeveloperNotices>('DeveloperNotices');

import type { ContainerModule } from 'inversify';
import { ACTIVITY_READER } from '../../application/activity/activity.tokens.js';
import { BALANCE_READER, TOKEN_POLL } from '../../application/balances/balances.tokens.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { IDENTITY_READER } from '../../application/names/names.tokens.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { EditSend } from '../../application/send/edit-send.use-case.js';
import { RecentRecipients } from '../../application/send/recent-recipients.js';
import { RECENT_RECIPIENTS, SEND_FEE_ESTIMATES, SEND_FORM } from '../../application/send/send.tokens.js';
import { SendFeeEstimates } from '../../application/send/send-fee-estimates.js';
import { SendForm } from '../../application/send/send-form.js';
import { SubmitSend } from '../../application/send/submit-send.use-case.js';
import { WatchSend } from '../../application/send/watch-send.use-case.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** The form of a transfer. */
export const transferModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(RECENT_RECIPIENTS, [STORAGE], (storage) => new RecentRecipients(storage));
    wire(
      SEND_FORM,
      [CHAINS, CONNECTION_STORE, IDENTITY_READER, CLOCK, RECENT_RECIPIENTS, ACTIVITY_READER, OPTIONS],
      (chains, connections, identities, clock, recent, activity, options) =>
        new SendForm({ chains, connections, identities, clock, recent, activity, options }),
      { dispose: (form) => form.dispose() },
    );
    wire(
      SEND_FEE_ESTIMATES,
      [SEND_FORM, TOKEN_POLL, USE_CASES.estimateFees, CONNECTION_STORE, CLOCK],
      (form, tokens, estimateFees, connections, clock) => new SendFeeEstimates({ form, tokens, estimateFees, connections, clock }),
    );
    wire(
      USE_CASES.watchSend,
      [SEND_FORM, SEND_FEE_ESTIMATES, TOKEN_POLL, BALANCE_READER, CONNECTION_STORE, RECENT_RECIPIENTS],
      (form, fees, tokens, balances, connections, recent) => new WatchSend({ form, fees, tokens, balances, connections, recent }),
      TRANSIENT,
    );
    wire(USE_CASES.editSend, [SEND_FORM], (form) => new EditSend(form), TRANSIENT);
    wire(
      USE_CASES.submitSend,
      [SEND_FORM, USE_CASES.watchSend, USE_CASES.sendTransaction, RECENT_RECIPIENTS, CONNECTION_STORE],
      (form, send, sendTransaction, recent, connections) => new SubmitSend({ form, send, sendTransaction, recent, connections }),
      TRANSIENT,
    );
  });

import type { ContainerModule } from 'inversify';
import { HttpAnalytics } from '../../adapters/analytics/http-analytics.js';
import { ANALYTICS_SENDER, AnalyticsSender } from '../../application/analytics/analytics.sender.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { ANALYTICS } from '../../application/ports/analytics.port.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { defineDefaults } from '../wire.js';

/** The sender of usage events. */
export const analyticsModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(ANALYTICS, [OPTIONS, BROWSER, CLOCK], (options, browser, clock) => new HttpAnalytics({ options, browser, clock }));
    wire(ANALYTICS_SENDER, [ANALYTICS, MODAL_STORE], (analytics, modal) => new AnalyticsSender(analytics, modal));
  });

import type { ContainerModule } from 'inversify';
import { BrowserLocks } from '../../adapters/browser/browser-locks.js';
import { PageBrowser } from '../../adapters/browser/page-browser.js';
import { PageModalElement } from '../../adapters/browser/page-modal-element.js';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { BufferedLogger } from '../../adapters/logger/buffered-logger.js';
import { BrowserStorage } from '../../adapters/storage/browser-storage.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOCKS } from '../../application/ports/locks.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { MODAL_ELEMENT } from '../../application/ports/modal-element.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { EVENT_BUS, EventBus } from '../../application/shared/event-bus.js';
import { pageWindow } from '../page-window.js';
import { defineDefaults } from '../wire.js';

/** Clock, logger, storage, locks, browser and event bus of the page. Outside of a page the storage is in memory. */
export const pageModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(CLOCK, [], () => SYSTEM_CLOCK);
    wire(LOGGER, [CLOCK], (clock) => new BufferedLogger({ clock }));
    wire(STORAGE, [LOGGER], (logger) => {
      const page = pageWindow();
      return new BrowserStorage(() => page?.localStorage, page, page === undefined ? null : logger);
    });
    wire(BROWSER, [], () => new PageBrowser(pageWindow()));
    wire(MODAL_ELEMENT, [], () => new PageModalElement(() => document));
    wire(LOCKS, [], () => new BrowserLocks(pageWindow()?.navigator.locks));
    wire(EVENT_BUS, [CLOCK], (clock) => new EventBus(clock), { dispose: (events) => events.complete() });
  });

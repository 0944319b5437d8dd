import { SettingsAction } from '../views/account/settings-action.js';
import { defineFeature, viewChunk } from './feature.js';

/** Few users open the settings: fetched when they do. */
const SETTINGS_CHUNK = viewChunk('settings', () => import('../views/settings-views.js'));

/** Settings of the connected account and of the modal. Its row is the last one before the one that disconnects. */
export const settingsFeature = defineFeature({
  views: { AccountSettings: { title: (m) => m.titleSettings, chunk: SETTINGS_CHUNK } },
  accountActions: { settings: SettingsAction },
});

import type { TeardownLogic } from 'rxjs';
import { manyToken } from './token.js';

/** Runs with the client, from its start until what it returns is called. */
export type OnStart = () => TeardownLogic;

/** Token of what runs with the client: all are started once, in the order of the modules. */
export const ON_START = manyToken<OnStart>('OnStart');

/** Takes no plugins. */
export class PluginManager {}

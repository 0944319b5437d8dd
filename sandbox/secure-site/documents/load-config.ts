/** Loads the configuration of this origin, which its document preloads. @throws Error */
export const loadConfig = async <Config>(): Promise<Config> => {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`The configuration could not be loaded: ${response.status}`);
  // The site's own server wrote it.
  return (await response.json()) as Config;
};

/** How the page uses sign-in: `?sign-in=required` or `?sign-in=optional`. It needs a server with the endpoints of `latchkey/server`. */
export const signInMode = ((): 'required' | 'optional' | null => {
  const mode = new URLSearchParams(location.search).get('sign-in');
  return mode === 'required' || mode === 'optional' ? mode : null;
})();

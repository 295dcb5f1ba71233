/* global document */
// Runs before the first paint: only the browser knows the chosen colours and whether there is a session. With one,
// visitors' links stay hidden until the session has loaded.
{
  const root = document.documentElement;
  const scheme = localStorage.getItem('mantine-color-scheme-value');
  if (scheme === 'light' || scheme === 'dark') root.dataset.mantineColorScheme = scheme;
  if (localStorage.getItem('token')) root.dataset.returning = '';
}

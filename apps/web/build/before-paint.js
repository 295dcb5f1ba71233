/* global document */
// Runs before the page is painted. Only this browser knows which colours were chosen here, and whether somebody is
// logged in: for them the links of visitors stay hidden until the script has asked who it is.
{
  const root = document.documentElement;
  const scheme = localStorage.getItem('mantine-color-scheme-value');
  if (scheme === 'light' || scheme === 'dark') root.dataset.mantineColorScheme = scheme;
  if (localStorage.getItem('token')) root.dataset.returning = '';
}

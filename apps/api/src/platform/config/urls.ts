/** The servers that a database URL names, each as its own URL: `postgres://user:password@one:5432,two:5432/name` names two. */
export function urlsIn(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(url) ?? [];
  return hosts.split(',').map((host) => before + host + after);
}

/** Whether the URL can be read: a password with `#`, `/`, `?` or `%` must be percent-encoded. */
export function isReadable(url: string): boolean {
  try {
    // as pg reads it, a URL without a host names a socket: postgres://user@/name?host=/run/postgresql
    const { username, password } = new URL(url.replace('@/', '@localhost/'));
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

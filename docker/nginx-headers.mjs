import { securityHeaders } from '../apps/api/dist/http/security-headers.js';

/**
 * Prints the security headers of the API's own policy as nginx directives, so that pages which nginx serves are guarded
 * like those the API serves, from one source.
 */
for (const [name, value] of Object.entries(securityHeaders({ NODE_ENV: 'production' })))
  console.log(`add_header ${name} '${value.replaceAll("'", String.raw`\'`)}' always;`);

import { securityHeaders } from '../apps/api/dist/platform/http/security-headers.js';

/**
 * Prints the API's security headers as nginx directives, so that pages served by nginx have the same headers as those
 * served by the API.
 */
for (const [name, value] of Object.entries(securityHeaders({ NODE_ENV: 'production' })))
  console.log(`add_header ${name} '${value.replaceAll("'", String.raw`\'`)}' always;`);

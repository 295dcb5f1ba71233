import { auth } from './auth.js';
import { matches } from './matches.js';
import { payments } from './payments.js';
import { requests } from './requests.js';
import { users } from './users.js';
import { c, commonFailures } from './wire.js';

/** The whole wire between the web app and the API. */
export const contract = c.router(
  { auth, users, requests, matches, payments },
  { pathPrefix: '/api', strictStatusCodes: true, commonResponses: commonFailures },
);

import { account } from './account.js';
import { alerts } from './alerts.js';
import { announcements } from './announcements.js';
import { auth } from './auth.js';
import { campuses } from './campuses.js';
import { credits } from './credits.js';
import { matches } from './matches.js';
import { payments } from './payments.js';
import { push } from './push.js';
import { ratings } from './ratings.js';
import { reports } from './reports.js';
import { requests } from './requests.js';
import { sessions } from './sessions.js';
import { signOn } from './sign-on.js';
import { strikes } from './strikes.js';
import { users } from './users.js';
import { c, commonFailures } from './wire.js';

/** Every call between the web app and the API. Each group has a folder of the same name in both. */
export const contract = c.router(
  {
    auth,
    signOn,
    sessions,
    account,
    users,
    campuses,
    announcements,
    credits,
    requests,
    matches,
    ratings,
    reports,
    strikes,
    payments,
    alerts,
    push,
  },
  { pathPrefix: '/api', strictStatusCodes: true, commonResponses: commonFailures },
);

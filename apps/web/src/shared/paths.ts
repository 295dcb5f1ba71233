/** Every screen's address (spec §2, the two of password reset, what the footer leads to, and the end of an alert's mail). */
export const paths = {
  landing: '/',
  login: '/login',
  register: '/register',
  verifyEmail: '/verify-email/:token?',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password/:token?',
  notMe: '/not-me/:token?',
  signOn: '/sign-on/:token?',
  dashboard: '/dashboard',
  browse: '/requests',
  createRequest: '/create-request',
  myRequests: '/my-requests',
  matches: '/matches',
  messages: '/messages',
  profile: '/profile',
  purchase: '/purchase-meals',
  help: '/help',
  privacy: '/privacy',
  safety: '/safety',
  unsubscribe: '/unsubscribe/:token?',
} as const;

/** Your Matches, at this match. */
export const pathOfMatch = (id: string) => `${paths.matches}?open=${id}`;

/** The place on the help screen that has the rules. */
export const FAIR_PLAY = 'fair-play';

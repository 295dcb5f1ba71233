/** Every screen's address (spec §2, and the two of password reset). */
export const paths = {
  landing: '/',
  login: '/login',
  register: '/register',
  verifyEmail: '/verify-email/:token?',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password/:token?',
  dashboard: '/dashboard',
  browse: '/requests',
  createRequest: '/create-request',
  myRequests: '/my-requests',
  matches: '/matches',
  messages: '/messages',
  profile: '/profile',
  purchase: '/purchase-meals',
} as const;

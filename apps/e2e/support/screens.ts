import type { Campus } from './campus.js';

export interface Screen {
  name: string;
  path: string;
  /** Who looks; a visitor when absent. */
  as?: keyof Campus;
  /** The heading that shows when the screen is there. */
  heading: RegExp;
}

/** Every screen, in the states that data alone brings about. */
export const screens: Screen[] = [
  { name: 'landing', path: '/', heading: /./ },
  { name: 'landing, logged in', path: '/', as: 'mia', heading: /./ },
  { name: 'log in', path: '/login', heading: /./ },
  { name: 'register', path: '/register', heading: /./ },
  { name: 'verify, failed', path: '/verify-email/nothing', heading: /fail/i },
  { name: 'forgot password', path: '/forgot-password', heading: /./ },
  { name: 'reset password', path: '/reset-password/nothing', heading: /./ },
  { name: 'dashboard', path: '/dashboard', as: 'mia', heading: /Mia/ },
  { name: 'dashboard, new student', path: '/dashboard', as: 'newcomer', heading: /Nia/ },
  { name: 'browse', path: '/requests', as: 'newcomer', heading: /Browse Requests/ },
  { name: 'browse, own requests', path: '/requests', as: 'mia', heading: /Browse Requests/ },
  { name: 'browse, nothing found', path: '/requests?search=nothing-like-this', as: 'mia', heading: /Browse Requests/ },
  { name: 'create request', path: '/create-request', as: 'mia', heading: /./ },
  { name: 'create request, no meals', path: '/create-request', as: 'broke', heading: /./ },
  { name: 'my requests', path: '/my-requests', as: 'mia', heading: /My Meal Exchange Requests/ },
  { name: 'my requests, none', path: '/my-requests', as: 'newcomer', heading: /My Meal Exchange Requests/ },
  { name: 'matches, requester', path: '/matches', as: 'mia', heading: /Your Matches/ },
  { name: 'matches, fulfiller', path: '/matches', as: 'noah', heading: /Your Matches/ },
  { name: 'matches, none', path: '/matches', as: 'newcomer', heading: /Your Matches/ },
  { name: 'messages', path: '/messages', as: 'mia', heading: /Messages Coming Soon/ },
  { name: 'profile', path: '/profile', as: 'mia', heading: /./ },
  { name: 'purchase meals, payments off', path: '/purchase-meals', as: 'mia', heading: /Purchase Meals/ },
];

import type { Page } from '@playwright/test';
import type { Campus } from './campus.js';

export interface Screen {
  name: string;
  path: string | (() => Promise<string>);
  /** The student who opens the screen; a visitor when absent. */
  as?: keyof Campus;
  /** The main heading, visible once the screen has loaded. */
  heading?: RegExp;
  /** Prepares the browser: a network fault, a clock. */
  arrange?: (page: Page) => Promise<unknown>;
  /** Performs the student's actions until the state shows. */
  act?: (page: Page) => Promise<unknown>;
}

/** Every screen, in each state that depends on data only. */
export const screens = [
  { name: 'landing', path: '/', heading: /./ },
  { name: 'landing, logged in', path: '/', as: 'mia', heading: /./ },
  { name: 'log in', path: '/login', heading: /./ },
  { name: 'register', path: '/register', heading: /./ },
  { name: 'verify, failed', path: '/verify-email/nothing', heading: /fail/i },
  { name: 'unsubscribe', path: '/unsubscribe/nothing', heading: /No more alerts/ },
  { name: 'forgot password', path: '/forgot-password', heading: /./ },
  { name: 'reset password', path: '/reset-password/nothing', heading: /./ },
  { name: 'dashboard', path: '/dashboard', as: 'mia', heading: /Mia/ },
  { name: 'dashboard, no meals left', path: '/dashboard', as: 'broke', heading: /Bo/ },
  { name: 'dashboard, one strike', path: '/dashboard', as: 'warned', heading: /Wes/ },
  { name: 'dashboard, suspended', path: '/dashboard', as: 'suspended', heading: /Sue/ },
  { name: 'dashboard, new student', path: '/dashboard', as: 'newcomer', heading: /Nia/ },
  { name: 'browse', path: '/requests', as: 'newcomer', heading: /Browse Requests/ },
  { name: 'browse, own requests', path: '/requests', as: 'mia', heading: /Browse Requests/ },
  { name: 'browse, nothing found', path: '/requests?search=nothing-like-this', as: 'mia', heading: /Browse Requests/ },
  { name: 'browse, one strike', path: '/requests', as: 'warned', heading: /Browse Requests/ },
  { name: 'browse, suspended', path: '/requests', as: 'suspended', heading: /Browse Requests/ },
  { name: 'create request', path: '/create-request', as: 'mia', heading: /./ },
  { name: 'create request, no meals', path: '/create-request', as: 'broke', heading: /./ },
  { name: 'create request, one strike', path: '/create-request', as: 'warned', heading: /./ },
  { name: 'create request, suspended', path: '/create-request', as: 'suspended', heading: /./ },
  { name: 'my requests', path: '/my-requests', as: 'mia', heading: /My Meal Exchange Requests/ },
  { name: 'my requests, active', path: '/my-requests?status=active', as: 'mia', heading: /My Meal/ },
  { name: 'my requests, matched', path: '/my-requests?status=matched', as: 'mia', heading: /My Meal/ },
  { name: 'my requests, completed', path: '/my-requests?status=completed', as: 'mia', heading: /My Meal/ },
  { name: 'my requests, cancelled', path: '/my-requests?status=cancelled', as: 'mia', heading: /My Meal/ },
  { name: 'my requests, expired', path: '/my-requests?status=expired', as: 'mia', heading: /My Meal/ },
  { name: 'my requests, none', path: '/my-requests', as: 'newcomer', heading: /My Meal Exchange Requests/ },
  { name: 'matches, requester', path: '/matches', as: 'mia', heading: /Your Matches/ },
  { name: 'matches, fulfiller', path: '/matches', as: 'noah', heading: /Your Matches/ },
  { name: 'matches, completed', path: '/matches?status=completed', as: 'noah', heading: /Your Matches/ },
  { name: 'matches, none', path: '/matches', as: 'newcomer', heading: /Your Matches/ },
  { name: 'messages', path: '/messages', as: 'mia', heading: /Messages Coming Soon/ },
  { name: 'profile', path: '/profile', as: 'mia', heading: /./ },
  { name: 'profile, more of the meal history', path: '/profile?page=2', as: 'mia', heading: /./ },
  { name: 'help', path: '/help#fair-play', heading: /Help/ },
  { name: 'privacy', path: '/privacy', heading: /Privacy/ },
  { name: 'safety', path: '/safety', as: 'mia', heading: /Safety/ },
  { name: 'purchase meals, payments off', path: '/purchase-meals', as: 'mia', heading: /Purchase Meals/ },
] satisfies Screen[];

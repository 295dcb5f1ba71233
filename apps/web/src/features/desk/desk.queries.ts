import { DESK_PAGE_SIZE, SEARCH_MAX, type RequestStatus } from '@spareswipe/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { unwrap } from '../../shared/api/client';
import { pageIn, type Address } from '../../shared/use-list-filter';
import { desk, operators } from './desk-session';

const limit = DESK_PAGE_SIZE;

/** A query of the desk; signing out forgets it. `what` it loads is for the toast of a failure. */
const load = <Data>(key: unknown[], queryFn: () => Promise<Data>, what: string) =>
  queryOptions({ queryKey: ['desk', ...key], queryFn, meta: { failure: `Failed to load ${what}` } });

/** The same for one page of a list; the previous page stays visible while the next one loads. */
const loadPage = <Data>(key: unknown[], queryFn: () => Promise<Data>, what: string) =>
  queryOptions({ ...load(key, queryFn, what), placeholderData: keepPreviousData });

/** The search text and the page, from the screen's address. */
export const searchFilter = (address: Address) => ({
  search: (address.search ?? '').slice(0, SEARCH_MAX),
  page: pageIn(address),
});

/** The page alone. */
export const pageFilter = (address: Address) => ({ page: pageIn(address) });

/** Who is signed in. */
export const signedInOperator = queryOptions({
  queryKey: ['desk', 'me'],
  queryFn: () => unwrap(operators.me()),
  staleTime: Infinity,
  meta: { silent: true },
});

/** Open decisions, and the numbers of the campus. */
export const today = queryOptions({
  ...load(['today'], () => unwrap(desk.today()), 'how the campus does'),
  refetchInterval: 60_000, // it stays open on a desk
});

/** The campuses of the operator by a part of their name, with their settings. */
export const campusesLike = (search: string, page: number) =>
  loadPage(['campuses', search, page], () => unwrap(desk.campuses({ query: { search, page, limit } })), 'the campus');

/** Students by a part of their name, or by their whole address. */
export const studentsLike = (search: string, page: number) =>
  loadPage(['students', search, page], () => unwrap(desk.students({ query: { search, page, limit } })), 'students');

/** One student with everything that operators see. */
export const oneStudent = (id: string) =>
  load(['student', id], () => unwrap(desk.student({ params: { id } })), 'this student');

/** The exchanges of a student, the latest first. */
export const exchangesOf = (id: string, page: number) =>
  loadPage(
    ['student', id, 'exchanges', page],
    () => unwrap(desk.studentExchanges({ params: { id }, query: { page, limit } })),
    'exchanges',
  );

/** Every movement of a student's credits, the latest first. */
export const creditsOf = (id: string, page: number) =>
  loadPage(
    ['student', id, 'credits', page],
    () => unwrap(desk.studentCredits({ params: { id }, query: { page, limit } })),
    'meals',
  );

/** The filters of requests; without any: all requests. */
interface RequestFilter {
  search?: string;
  status?: RequestStatus;
  /** Only this one. */
  id?: string;
}

/** Requests with their matches, the latest first. */
export const requestsLike = (filter: RequestFilter, page: number) =>
  loadPage(['requests', filter, page], () => unwrap(desk.requests({ query: { ...filter, page, limit } })), 'requests');

/** Reports: the oldest open ones first, or the latest answered ones. */
export const reportsIn = (state: 'answered' | 'open', page: number) =>
  load(['reports', state, page], () => unwrap(desk.reports({ query: { state, page, limit } })), 'reports');

/** Contested strikes that wait for a decision, the oldest first. */
export const contests = (page: number) =>
  loadPage(['contests', page], () => unwrap(desk.contests({ query: { page, limit } })), 'contested strikes');

/** People with the most no-shows, by who reports them and by who is reported. */
export const noShows = load(['no-shows'], () => unwrap(desk.noShows()), 'no-shows');

/** Undecided disputes, the oldest first. */
export const disputes = (page: number) =>
  loadPage(['disputes', page], () => unwrap(desk.disputes({ query: { page, limit } })), 'disputes');

/** The current announcements of the operator's campuses. */
export const announcements = load(['announcements'], () => unwrap(desk.announcements()), 'announcements');

/** What operators did, or whose contacts they read, the latest first. */
export const logPage = (of: 'actions' | 'contacts', page: number) =>
  loadPage(['log', of, page], () => unwrap(desk.log({ query: { of, page, limit } })), 'the log');

/** The campus and address of an invitation. The form shows why one is refused. */
export const invitationOf = (token: string) =>
  queryOptions({
    queryKey: ['desk', 'invitation', token],
    queryFn: () => unwrap(operators.invitation({ body: { token } })),
    staleTime: 'static', // once it is accepted, it is gone
    retry: false,
    meta: { silent: true },
  });

import { DESK_PAGE_SIZE, SEARCH_MAX, type RequestStatus } from '@spareswipe/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { unwrap } from '../../shared/api/client';
import { pageIn, type Address } from '../../shared/use-list-filter';
import { desk, operators } from './desk-session';

// Signing out forgets every key that begins with 'desk'.

const limit = DESK_PAGE_SIZE;

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
  queryKey: ['desk', 'today'],
  queryFn: () => unwrap(desk.today()),
  refetchInterval: 60_000, // it stays open on a desk
  meta: { failure: 'Failed to load how the campus does' },
});

/** The campuses of the operator by a part of their name, with their settings. */
export const campusesLike = (search: string, page: number) =>
  queryOptions({
    queryKey: ['desk', 'campuses', search, page],
    queryFn: () => unwrap(desk.campuses({ query: { search, page, limit } })),
    placeholderData: keepPreviousData,
    meta: { failure: 'Failed to load the campus' },
  });

/** Students by a part of their name or address. */
export const studentsLike = (search: string, page: number) =>
  queryOptions({
    queryKey: ['desk', 'students', search, page],
    queryFn: () => unwrap(desk.students({ query: { search, page, limit } })),
    placeholderData: keepPreviousData,
    meta: { failure: 'Failed to load students' },
  });

/** One student with everything that operators see. */
export const oneStudent = (id: string) =>
  queryOptions({
    queryKey: ['desk', 'student', id],
    queryFn: () => unwrap(desk.student({ params: { id } })),
    meta: { failure: 'Failed to load this student' },
  });

/** The exchanges of a student, the latest first. */
export const exchangesOf = (id: string, page: number) =>
  queryOptions({
    queryKey: ['desk', 'student', id, 'exchanges', page],
    queryFn: () => unwrap(desk.studentExchanges({ params: { id }, query: { page, limit } })),
    placeholderData: keepPreviousData,
    meta: { failure: 'Failed to load exchanges' },
  });

/** Every movement of a student's credits, the latest first. */
export const creditsOf = (id: string, page: number) =>
  queryOptions({
    queryKey: ['desk', 'student', id, 'credits', page],
    queryFn: () => unwrap(desk.studentCredits({ params: { id }, query: { page, limit } })),
    placeholderData: keepPreviousData,
    meta: { failure: 'Failed to load meals' },
  });

/** The filters of requests; without any: all requests. */
interface RequestFilter {
  search?: string;
  status?: RequestStatus;
  /** Only this one. */
  id?: string;
}

/** Requests with their matches, the latest first. */
export const requestsLike = (filter: RequestFilter, page: number) =>
  queryOptions({
    queryKey: ['desk', 'requests', filter, page],
    queryFn: () => unwrap(desk.requests({ query: { ...filter, page, limit } })),
    placeholderData: keepPreviousData,
    meta: { failure: 'Failed to load requests' },
  });

type ReportState = 'answered' | 'open';

/** Reports: the oldest open ones first, or the latest answered ones. */
export const reportsIn = (state: ReportState, page: number) =>
  queryOptions({
    queryKey: ['desk', 'reports', state, page],
    queryFn: () => unwrap(desk.reports({ query: { state, page, limit } })),
    meta: { failure: 'Failed to load reports' },
  });

/** Contested strikes that wait for a decision, the oldest first. */
export const contests = (page: number) =>
  queryOptions({
    queryKey: ['desk', 'contests', page],
    queryFn: () => unwrap(desk.contests({ query: { page, limit } })),
    placeholderData: keepPreviousData,
    meta: { failure: 'Failed to load contested strikes' },
  });

/** People with the most no-shows, by who reports them and by who is reported. */
export const noShows = queryOptions({
  queryKey: ['desk', 'no-shows'],
  queryFn: () => unwrap(desk.noShows()),
  meta: { failure: 'Failed to load no-shows' },
});

/** Undecided disputes, the oldest first. */
export const disputes = (page: number) =>
  queryOptions({
    queryKey: ['desk', 'disputes', page],
    queryFn: () => unwrap(desk.disputes({ query: { page, limit } })),
    placeholderData: keepPreviousData,
    meta: { failure: 'Failed to load disputes' },
  });

/** The current announcements of the operator's campuses. */
export const announcements = queryOptions({
  queryKey: ['desk', 'announcements'],
  queryFn: () => unwrap(desk.announcements()),
  meta: { failure: 'Failed to load announcements' },
});

type LogPart = 'actions' | 'contacts';

/** What operators did, or whose contacts they read, the latest first. */
export const logPage = (of: LogPart, page: number) =>
  queryOptions({
    queryKey: ['desk', 'log', of, page],
    queryFn: () => unwrap(desk.log({ query: { of, page, limit } })),
    placeholderData: keepPreviousData,
    meta: { failure: 'Failed to load the log' },
  });

/** The campus and address of an invitation. The form shows why one is refused. */
export const invitationOf = (token: string) =>
  queryOptions({
    queryKey: ['desk', 'invitation', token],
    queryFn: () => unwrap(operators.invitation({ body: { token } })),
    staleTime: 'static', // once it is accepted, it is gone
    retry: false,
    meta: { silent: true },
  });

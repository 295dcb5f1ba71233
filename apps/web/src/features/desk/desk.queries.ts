import { DESK_PAGE_SIZE, SEARCH_MAX, type RequestStatus } from '@spareswipe/contract';
import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '../../shared/api/client';
import { pageIn, type Address } from '../../shared/use-list-filter';
import type { DeskClient } from './desk-session';

// Each read is made with the client of the signed-in operator. Signing out forgets every key that begins with 'desk'.

const limit = DESK_PAGE_SIZE;

/** The search text and the page, from the screen's address. */
export const searchFilter = (address: Address) => ({
  search: (address.search ?? '').slice(0, SEARCH_MAX),
  page: pageIn(address),
});

/** Who is signed in. */
export const signedInOperator = (client: DeskClient) =>
  queryOptions({
    queryKey: ['desk', 'me'],
    queryFn: () => unwrap(client.operators.me()),
    staleTime: Infinity,
    meta: { silent: true },
  });

/** Open decisions, and the numbers of the campus. */
export const today = (client: DeskClient) =>
  queryOptions({
    queryKey: ['desk', 'today'],
    queryFn: () => unwrap(client.desk.today()),
    refetchInterval: 60_000, // it stays open on a desk
    meta: { failure: 'Failed to load how the campus does' },
  });

/** The campuses of the operator by a part of their name, with their settings. */
export const campusesLike = (client: DeskClient, search: string, page: number) =>
  queryOptions({
    queryKey: ['desk', 'campuses', search, page],
    queryFn: () => unwrap(client.desk.campuses({ query: { search, page, limit } })),
    placeholderData: (before) => before,
    meta: { failure: 'Failed to load the campus' },
  });

/** Students by a part of their name or address. */
export const studentsLike = (client: DeskClient, search: string, page: number) =>
  queryOptions({
    queryKey: ['desk', 'students', search, page],
    queryFn: () => unwrap(client.desk.students({ query: { search, page, limit } })),
    placeholderData: (before) => before,
    meta: { failure: 'Failed to load students' },
  });

/** One student with everything that operators see. */
export const oneStudent = (client: DeskClient, id: string) =>
  queryOptions({
    queryKey: ['desk', 'student', id],
    queryFn: () => unwrap(client.desk.student({ params: { id } })),
    meta: { failure: 'Failed to load this student' },
  });

/** The exchanges of a student, the latest first. */
export const exchangesOf = (client: DeskClient, id: string, page: number) =>
  queryOptions({
    queryKey: ['desk', 'student', id, 'exchanges', page],
    queryFn: () => unwrap(client.desk.studentExchanges({ params: { id }, query: { page, limit } })),
    placeholderData: (before) => before,
    meta: { failure: 'Failed to load exchanges' },
  });

/** Every movement of a student's credits, the latest first. */
export const creditsOf = (client: DeskClient, id: string, page: number) =>
  queryOptions({
    queryKey: ['desk', 'student', id, 'credits', page],
    queryFn: () => unwrap(client.desk.studentCredits({ params: { id }, query: { page, limit } })),
    placeholderData: (before) => before,
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
export const requestsLike = (client: DeskClient, filter: RequestFilter, page: number) =>
  queryOptions({
    queryKey: ['desk', 'requests', filter, page],
    queryFn: () => unwrap(client.desk.requests({ query: { ...filter, page, limit } })),
    placeholderData: (before) => before,
    meta: { failure: 'Failed to load requests' },
  });

export type ReportState = 'answered' | 'open';

/** Reports: the oldest open ones first, or the latest answered ones. */
export const reportsIn = (client: DeskClient, state: ReportState, page: number) =>
  queryOptions({
    queryKey: ['desk', 'reports', state, page],
    queryFn: () => unwrap(client.desk.reports({ query: { state, page, limit } })),
    meta: { failure: 'Failed to load reports' },
  });

/** Contested strikes that wait for a decision, the oldest first. */
export const contests = (client: DeskClient, page: number) =>
  queryOptions({
    queryKey: ['desk', 'contests', page],
    queryFn: () => unwrap(client.desk.contests({ query: { page, limit } })),
    placeholderData: (before) => before,
    meta: { failure: 'Failed to load contested strikes' },
  });

/** People with the most no-shows, by who reports them and by who is reported. */
export const noShows = (client: DeskClient) =>
  queryOptions({
    queryKey: ['desk', 'no-shows'],
    queryFn: () => unwrap(client.desk.noShows()),
    meta: { failure: 'Failed to load no-shows' },
  });

/** Undecided disputes, the oldest first. */
export const disputes = (client: DeskClient, page: number) =>
  queryOptions({
    queryKey: ['desk', 'disputes', page],
    queryFn: () => unwrap(client.desk.disputes({ query: { page, limit } })),
    placeholderData: (before) => before,
    meta: { failure: 'Failed to load disputes' },
  });

/** The current announcements of the operator's campuses. */
export const announcements = (client: DeskClient) =>
  queryOptions({
    queryKey: ['desk', 'announcements'],
    queryFn: () => unwrap(client.desk.announcements()),
    meta: { failure: 'Failed to load announcements' },
  });

export type LogPart = 'actions' | 'contacts';

/** What operators did, or whose contacts they read, the latest first. */
export const logPage = (client: DeskClient, of: LogPart, page: number) =>
  queryOptions({
    queryKey: ['desk', 'log', of, page],
    queryFn: () => unwrap(client.desk.log({ query: { of, page, limit } })),
    placeholderData: (before) => before,
    meta: { failure: 'Failed to load the log' },
  });

/** The campus and address of an invitation. The form shows why one is refused. */
export const invitationOf = (client: DeskClient, token: string) =>
  queryOptions({
    queryKey: ['desk', 'invitation', token],
    queryFn: () => unwrap(client.operators.invitation({ body: { token } })),
    staleTime: Infinity,
    retry: false,
    meta: { silent: true },
  });

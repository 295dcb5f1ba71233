import { ANNOUNCEMENT_DAYS } from '@spareswipe/contract';

/** SQL: whether a student `s` has announcements of their campus to read. `now` is SQL. */
export const hasUnread = (now: string): string =>
  `EXISTS (SELECT FROM announcements a WHERE a.institution = s.institution AND ${isUnread(now, 's.id')})`;

/** SQL: whether announcement `a` still shows at a time to the student with this id. Both parameters are SQL. */
export const isUnread = (now: string, studentId: string): string => `${shows(now)}
  AND NOT EXISTS (SELECT FROM announcement_reads d WHERE d.announcement_id = a.id AND d.student_id = ${studentId})`;

/** SQL: whether announcement `a` still shows at a time. */
export const shows = (now: string): string =>
  `a.withdrawn_at IS NULL AND a.created_at > ${now}::timestamptz - interval '${ANNOUNCEMENT_DAYS} days'`;

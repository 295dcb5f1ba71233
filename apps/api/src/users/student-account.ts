import {
  ANNOUNCEMENT_DAYS,
  STRIKE_LAPSES_AFTER_DAYS,
  STRIKES_PER_SUSPENSION,
  type RolePreference,
  type User,
} from '@spareswipe/contract';

/**
 * Columns of a student `s` with balance, live strikes and whether announcements wait; `$1` is the current time. A suspension uses strikes up, so
 * `toUser` adds those that caused it while it lasts. It holds for all accounts of a mailbox (decision 15).
 */
export const accountColumns = `
  s.id, s.name, s.email, s.phone_number AS "phoneNumber", s.role_preference AS "rolePreference", s.institution,
  s.verified_at IS NOT NULL AS verified, s.created_at AS "createdAt",
  (SELECT max(same.suspended_until) FROM students same
    WHERE same.mailbox = s.mailbox AND same.suspended_until > $1) AS "suspendedUntil",
  (SELECT a.balance FROM ledger.accounts a WHERE a.student_id = s.id AND a.kind = 'available') AS credits,
  (SELECT count(*)::int FROM strikes k WHERE k.student_id = s.id AND k.consumed_at IS NULL
      AND k.created_at > $1::timestamptz - interval '${STRIKE_LAPSES_AFTER_DAYS} days') AS strikes,
  EXISTS (SELECT FROM announcements n WHERE n.institution = s.institution AND n.withdrawn_at IS NULL
             AND n.created_at > $1::timestamptz - interval '${ANNOUNCEMENT_DAYS} days'
             AND NOT EXISTS (SELECT FROM announcement_reads d WHERE d.announcement_id = n.id AND d.student_id = s.id))
    AS "hasUnreadAnnouncements"`;

export interface AccountRow {
  id: string;
  name: string;
  email: string;
  phoneNumber: string;
  rolePreference: RolePreference;
  institution: string;
  verified: boolean;
  createdAt: Date;
  suspendedUntil: Date | null;
  credits: number;
  strikes: number;
  hasUnreadAnnouncements: boolean;
}

/** The student's own account on the wire (DESIGN §5). */
export const toUser = (row: AccountRow): User => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  phoneNumber: row.phoneNumber,
  rolePreference: row.rolePreference,
  verified: row.verified,
  credits: row.credits,
  institution: row.institution,
  strikes: {
    count: row.strikes + (row.suspendedUntil ? STRIKES_PER_SUSPENSION : 0),
    suspendedUntil: row.suspendedUntil?.toISOString() ?? null,
  },
  hasUnreadAnnouncements: row.hasUnreadAnnouncements,
  createdAt: row.createdAt.toISOString(),
});

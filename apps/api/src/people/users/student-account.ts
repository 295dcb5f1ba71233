import { STRIKE_LAPSES_AFTER_DAYS, STRIKES_PER_SUSPENSION, type User } from '@spareswipe/contract';
import { hasUnread } from '../announcements/shown-announcements.js';
import { suspendedUntil } from '../../platform/database/suspension-of-mailbox.js';

/**
 * Columns of a student `s` with balance, strikes and whether announcements wait; `$1` is the current time. A suspension uses
 * strikes up: while it lasts, up to 2 of them count too.
 */
export const accountColumns = `
  s.id, s.name, s.email, s.phone_number AS "phoneNumber", s.role_preference AS "rolePreference", s.institution,
  s.verified_at IS NOT NULL AS verified, s.created_at AS "createdAt",
  ${suspendedUntil('$1')} AS "suspendedUntil",
  (SELECT a.balance FROM ledger.accounts a WHERE a.student_id = s.id AND a.kind = 'available') AS credits,
  (SELECT (count(*) FILTER (WHERE k.consumed_at IS NULL) + least(${STRIKES_PER_SUSPENSION}, count(*) FILTER (
             WHERE k.consumed_at IS NOT NULL AND k.withdrawn_at IS NULL AND ${suspendedUntil('$1')} IS NOT NULL)))::int
     FROM strikes k
    WHERE k.student_id = s.id AND k.created_at > $1::timestamptz - interval '${STRIKE_LAPSES_AFTER_DAYS} days') AS strikes,
  ${hasUnread('$1')} AS "hasUnreadAnnouncements", s.password_hash IS NOT NULL AS "hasPassword"`;

export interface AccountRow extends Omit<User, '_id' | 'createdAt' | 'strikes' | 'hasPassword'> {
  id: string;
  createdAt: Date;
  suspendedUntil: Date | null;
  strikes: number;
  hasPassword: boolean;
}

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
    count: row.strikes,
    suspendedUntil: row.suspendedUntil?.toISOString() ?? null,
  },
  hasUnreadAnnouncements: row.hasUnreadAnnouncements,
  createdAt: row.createdAt.toISOString(),
  ...(!row.hasPassword && { hasPassword: false as const }),
});

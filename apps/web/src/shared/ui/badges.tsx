import { Badge } from '@mantine/core';
import type { Dispute, MatchStatus, RequestStatus, Urgency } from '@spareswipe/contract';
import type { ReactNode } from 'react';

/** Labels and colours of spec §4; 'pending' and 'accepted' are labels it names beside the five statuses of a request. */
const STATUS = {
  active: { label: 'Active', color: 'green' },
  accepted: { label: 'Accepted', color: 'green' },
  matched: { label: 'Matched', color: 'yellow' },
  pending: { label: 'Pending', color: 'yellow' },
  completed: { label: 'Completed', color: 'gray' },
  cancelled: { label: 'Cancelled', color: 'red' },
  expired: { label: 'Expired (Refunded)', color: 'blue' },
} as const satisfies Record<RequestStatus | 'accepted' | 'pending', { label: string; color: string }>;
type Status = keyof typeof STATUS;

const URGENCY: Record<Urgency, { label: string; color: string }> = {
  low: { label: 'Low Priority', color: 'gray' },
  medium: { label: 'Medium Priority', color: 'yellow' },
  high: { label: 'High Priority', color: 'red' },
};

export const statusLabel = (status: Status) => STATUS[status].label;
export const statusColor = (status: Status) => STATUS[status].color;

/** For what most cards say: coloured text without a coloured background, which would draw the eye. */
export function QuietBadge({ color, children }: { color: string; children: ReactNode }) {
  return (
    <Badge variant="outline" color={color} px={0} bd={0}>
      {children}
    </Badge>
  );
}

export function StatusBadge({ status }: { status: Status }) {
  const { color, label } = STATUS[status];
  return status === 'active' ? <QuietBadge color={color}>{label}</QuietBadge> : <Badge color={color}>{label}</Badge>;
}

/** A match that was accepted and is not over is shown as Active (spec §4). */
export function MatchStatusBadge({ status }: { status: MatchStatus }) {
  return <StatusBadge status={status === 'accepted' ? 'active' : status} />;
}

/** Whether a completed exchange turned out not to have taken place: its meal did not stay with the fulfiller. */
export const wasTakenBack = (dispute: Dispute | undefined) =>
  Boolean(dispute?.awardedTo) && dispute?.awardedTo !== 'fulfiller';

/** Beside the status of a completed exchange, while its two students disagree, and if its meal did not stay with the fulfiller. */
export function DisputedBadge({ dispute }: { dispute: Dispute | undefined }) {
  if (!dispute) return null;
  if (!dispute.awardedTo) return <Badge color="yellow">Disputed</Badge>;
  return wasTakenBack(dispute) && <Badge color="gray">{dispute.awardedTo === 'requester' ? 'Returned' : 'Lost'}</Badge>;
}

export function UrgencyBadge({ urgency }: { urgency: Urgency }) {
  const { color, label } = URGENCY[urgency];
  return urgency === 'medium' ? <QuietBadge color={color}>{label}</QuietBadge> : <Badge color={color}>{label}</Badge>;
}

/** For requests that the contract's `isUrgent` flags: the deadline is less than two hours away. */
export function UrgentBadge() {
  return (
    <Badge color="red" variant="filled" data-urgent>
      Urgent
    </Badge>
  );
}

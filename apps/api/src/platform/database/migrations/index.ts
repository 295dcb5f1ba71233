import { Students1790000000001 } from './1790000000001-students.js';
import { Exchange1790000000002 } from './1790000000002-exchange.js';
import { Ledger1790000000003 } from './1790000000003-ledger.js';
import { Search1790000000004 } from './1790000000004-search.js';
import { Payments1790000000005 } from './1790000000005-payments.js';
import { OwnOverdue1790000000006 } from './1790000000006-own-overdue.js';
import { SearchText1790000000007 } from './1790000000007-search-text.js';
import { FairPlay1790000000008 } from './1790000000008-fair-play.js';
import { ExchangeRules1790000000009 } from './1790000000009-exchange-rules.js';
import { Reports1790000000010 } from './1790000000010-reports.js';
import { Mailboxes1790000000011 } from './1790000000011-mailboxes.js';
import { VacuumRequests1790000000012 } from './1790000000012-vacuum-requests.js';
import { Meetings1790000000013 } from './1790000000013-meetings.js';
import { Reputation1790000000014 } from './1790000000014-reputation.js';
import { Campuses1790000000015 } from './1790000000015-campuses.js';
import { Places1790000000016 } from './1790000000016-places.js';
import { Alerts1790000000017 } from './1790000000017-alerts.js';
import { Push1790000000018 } from './1790000000018-push.js';
import { Operators1790000000019 } from './1790000000019-operators.js';
import { Adjustments1790000000020 } from './1790000000020-adjustments.js';
import { LiveChanges1790000000021 } from './1790000000021-live-changes.js';
import { ProblemReports1790000000022 } from './1790000000022-problem-reports.js';
import { ContestsAndAnnouncements1790000000023 } from './1790000000023-contests-and-announcements.js';
import { RequestTimeZones1790000000024 } from './1790000000024-request-time-zones.js';
import { LedgerAudit1790000000026 } from './1790000000026-ledger-audit.js';
import { CampusLimits1790000000027 } from './1790000000027-campus-limits.js';
import { PushFailingSince1790000000029 } from './1790000000029-push-failing-since.js';
import { OperatorLogSubjects1790000000040 } from './1790000000040-operator-log-subjects.js';
import { DeskQueue1790000000042 } from './1790000000042-desk-queue.js';
import { UnverifiedStudents1790000000025 } from './1790000000025-unverified-students.js';

export const migrations = [
  Students1790000000001,
  Exchange1790000000002,
  Ledger1790000000003,
  Search1790000000004,
  Payments1790000000005,
  OwnOverdue1790000000006,
  SearchText1790000000007,
  FairPlay1790000000008,
  ExchangeRules1790000000009,
  Reports1790000000010,
  Mailboxes1790000000011,
  VacuumRequests1790000000012,
  Meetings1790000000013,
  Reputation1790000000014,
  Campuses1790000000015,
  Places1790000000016,
  Alerts1790000000017,
  Push1790000000018,
  Operators1790000000019,
  Adjustments1790000000020,
  LiveChanges1790000000021,
  ProblemReports1790000000022,
  ContestsAndAnnouncements1790000000023,
  RequestTimeZones1790000000024,
  UnverifiedStudents1790000000025,
  LedgerAudit1790000000026,
  CampusLimits1790000000027,
  PushFailingSince1790000000029,
  OperatorLogSubjects1790000000040,
  DeskQueue1790000000042,
];

import { Students1790000000001 } from './1790000000001-students.js';
import { Exchange1790000000002 } from './1790000000002-exchange.js';
import { Ledger1790000000003 } from './1790000000003-ledger.js';
import { Search1790000000004 } from './1790000000004-search.js';
import { Payments1790000000005 } from './1790000000005-payments.js';
import { OwnOverdue1790000000006 } from './1790000000006-own-overdue.js';
import { SearchText1790000000007 } from './1790000000007-search-text.js';
import { VacuumRequests1790000000010 } from './1790000000010-vacuum-requests.js';

export const migrations = [
  Students1790000000001,
  Exchange1790000000002,
  Ledger1790000000003,
  Search1790000000004,
  Payments1790000000005,
  OwnOverdue1790000000006,
  SearchText1790000000007,
  VacuumRequests1790000000010,
];

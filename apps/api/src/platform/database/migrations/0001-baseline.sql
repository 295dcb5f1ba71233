-- The tables of version 1.0, each with its indexes and triggers. Frozen: later migrations change it. The functions that the
-- triggers call are in ../functions and are there before this runs. `migrate` makes the schema `ledger`.

---------------------------------------------------------------------------------------------------------------- people

CREATE TABLE campuses (
  institution text NOT NULL,
  name text CONSTRAINT ck_campuses_name CHECK (char_length(name) BETWEEN 1 AND 100),
  time_zone text,
  created_at timestamptz NOT NULL DEFAULT now(),
  paused_at timestamptz,
  pause_notice text CONSTRAINT ck_campuses_pause_notice CHECK (char_length(pause_notice) BETWEEN 1 AND 300),
  paused_until timestamptz,
  guest_rules text CONSTRAINT ck_campuses_guest_rules CHECK (char_length(guest_rules) BETWEEN 1 AND 1000),
  guest_rules_url text,
  open_requests_max integer CONSTRAINT ck_campuses_open_requests_max CHECK (open_requests_max BETWEEN 1 AND 50),
  starting_meals integer CONSTRAINT ck_campuses_starting_meals CHECK (starting_meals BETWEEN 0 AND 10),
  meals_on_sale boolean NOT NULL DEFAULT true,
  places text[] NOT NULL DEFAULT '{}' CONSTRAINT ck_campuses_places CHECK (cardinality(places) <= 20),
  places_only boolean NOT NULL DEFAULT false,
  meals_given_per_week integer CONSTRAINT ck_campuses_meals_given_per_week CHECK (meals_given_per_week > 0),
  meals_given_per_term integer CONSTRAINT ck_campuses_meals_given_per_term CHECK (meals_given_per_term > 0),
  term_begins date,
  sign_on_required_from timestamptz,
  relink_until timestamptz,
  CONSTRAINT pk_campuses PRIMARY KEY (institution),
  CONSTRAINT ck_campuses_places_only CHECK (NOT places_only OR cardinality(places) > 0),
  CONSTRAINT ck_campuses_term CHECK ((meals_given_per_term IS NULL) = (term_begins IS NULL)),
  CONSTRAINT ck_campuses_time_zone CHECK (char_length(time_zone) BETWEEN 1 AND 64),
  CONSTRAINT ck_campuses_guest_rules_url
    CHECK (guest_rules_url IS NULL OR guest_rules IS NOT NULL AND char_length(guest_rules_url) <= 300),
  CONSTRAINT ck_campuses_pause CHECK (
    (paused_at IS NULL) = (pause_notice IS NULL) AND (paused_until IS NULL OR paused_at IS NOT NULL))
);

CREATE TABLE students (
  id uuid CONSTRAINT pk_students PRIMARY KEY,
  name text NOT NULL CONSTRAINT ck_students_name CHECK (char_length(name) BETWEEN 1 AND 50),
  email text NOT NULL CONSTRAINT uq_students_email UNIQUE CONSTRAINT ck_students_email CHECK (email = lower(email)),
  phone_number text NOT NULL,
  role_preference text NOT NULL
    CONSTRAINT ck_students_role_preference CHECK (role_preference IN ('both', 'requester', 'fulfiller')),
  -- null: the student signs on with the campus account
  password_hash text,
  institution text NOT NULL,
  verified_at timestamptz,
  suspended_until timestamptz,
  deactivated_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  mailbox bytea NOT NULL DEFAULT uuid_send(gen_random_uuid())
);
-- the accounts of one person: strikes and disputes count people, at every "No" and when a dispute ends
CREATE INDEX ix_students_mailbox ON students (mailbox);
-- registrations that nobody verified, which are deleted after some days; as small as they are few
CREATE INDEX ix_students_unverified ON students (created_at) WHERE verified_at IS NULL AND deactivated_at IS NULL;
CREATE TRIGGER students_keep_updated_at BEFORE UPDATE ON students FOR EACH ROW EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER students_note_campus AFTER INSERT OR UPDATE OF verified_at ON students
  FOR EACH ROW WHEN (NEW.verified_at IS NOT NULL) EXECUTE FUNCTION note_campus();
CREATE TRIGGER students_open_accounts AFTER INSERT ON students FOR EACH ROW EXECUTE FUNCTION ledger.open_accounts();
CREATE TRIGGER students_stay BEFORE DELETE ON students FOR EACH ROW EXECUTE FUNCTION refuse_removal();
-- foreign keys keep the id, too, but a session can silence those
CREATE TRIGGER students_keep_id BEFORE UPDATE OF id ON students FOR EACH ROW
  WHEN (NEW.id IS DISTINCT FROM OLD.id) EXECUTE FUNCTION refuse_removal();

CREATE TABLE email_tokens (
  id uuid CONSTRAINT pk_email_tokens PRIMARY KEY,
  student_id uuid NOT NULL CONSTRAINT fk_email_tokens_student REFERENCES students,
  purpose text NOT NULL CONSTRAINT ck_email_tokens_purpose CHECK (purpose IN ('verify', 'reset', 'not-me', 'sign-on')),
  token_hash bytea NOT NULL CONSTRAINT uq_email_tokens_hash UNIQUE,
  registration jsonb,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ck_email_tokens_registration CHECK ((purpose = 'verify') = (registration IS NOT NULL))
);
-- a student's earlier links, which a new one replaces
CREATE INDEX ix_email_tokens_student ON email_tokens (student_id, purpose);

CREATE TABLE sessions (
  id uuid CONSTRAINT pk_sessions PRIMARY KEY,
  student_id uuid NOT NULL CONSTRAINT fk_sessions_student REFERENCES students,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  campus_session text,
  campus_log_out text
);
-- a student's open sessions, which they see and end
CREATE INDEX ix_sessions_open ON sessions (student_id) WHERE ended_at IS NULL;
-- what ends with a session at the campus
CREATE INDEX ix_sessions_campus ON sessions (campus_session) WHERE campus_session IS NOT NULL;
CREATE TRIGGER sessions_announce_end AFTER UPDATE OF ended_at ON sessions
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION announce_end_of_session();

-- how students are known at their campus: by issuer and subject, never by an address
CREATE TABLE identities (
  issuer text,
  subject text,
  student_id uuid NOT NULL CONSTRAINT fk_identities_student REFERENCES students,
  linked_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_identities PRIMARY KEY (issuer, subject)
);
CREATE INDEX ix_identities_student ON identities (student_id);

-- sign-ons under way, for ten minutes; those with a mailed link for an hour
CREATE TABLE sign_on_attempts (
  id uuid CONSTRAINT pk_sign_on_attempts PRIMARY KEY,
  provider text NOT NULL,
  stage text NOT NULL CONSTRAINT ck_sign_on_attempts_stage
    CHECK (stage IN ('log-in', 'link', 'confirm', 'profile', 'mailed', 'confirmed')),
  student_id uuid CONSTRAINT fk_sign_on_attempts_student REFERENCES students,
  session_id uuid CONSTRAINT fk_sign_on_attempts_session REFERENCES sessions ON DELETE CASCADE,
  -- null once the callback has used it
  state_hash bytea CONSTRAINT uq_sign_on_attempts_state UNIQUE,
  verifier text NOT NULL,
  secret_hash bytea NOT NULL,
  -- null before the callback, and once it is traded
  code_hash bytea CONSTRAINT uq_sign_on_attempts_code UNIQUE,
  outcome jsonb,
  return_to text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX ix_sign_on_attempts_expired ON sign_on_attempts (expires_at);

CREATE TABLE idempotency_keys (
  -- no reference: its check would wait for a closing of the account, which would wait for the call
  student_id uuid NOT NULL,
  key uuid NOT NULL,
  route text NOT NULL,
  body_hash bytea NOT NULL,
  body jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_idempotency_keys PRIMARY KEY (student_id, key)
);
-- keys that are old enough to be deleted
CREATE INDEX ix_idempotency_keys_created ON idempotency_keys (created_at);

-- Counters of rate-limiter-flexible, in the columns it expects. Unlogged: losing them in a crash is harmless, and
-- a log-in should not wait for the disk because of them.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) CONSTRAINT pk_rate_limits PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-------------------------------------------------------------------------------------------------------------- exchange

-- The tables that every exchange writes list values as = ANY ('{…}'): each statement parses all checks of its table anew, and
-- an array costs less than the strings of IN (docs/decisions/0028-what-a-write-costs.md).

-- Vacuumed after 200 changes instead of a fifth of the table, and always with its indexes. The count of open requests reads
-- its index alone where a page was vacuumed since its last change; with 20,000 open it takes 2 ms instead of 8. Such a
-- vacuum of a million requests takes 0.3 s.
CREATE TABLE meal_requests (
  id uuid CONSTRAINT pk_meal_requests PRIMARY KEY,
  requester_id uuid NOT NULL CONSTRAINT fk_meal_requests_requester REFERENCES students,
  institution text NOT NULL,
  meal_period text NOT NULL
    CONSTRAINT ck_meal_requests_meal_period CHECK (meal_period = ANY ('{breakfast, lunch, dinner, any}')),
  meal_description text NOT NULL
    CONSTRAINT ck_meal_requests_meal_description CHECK (char_length(meal_description) BETWEEN 1 AND 150),
  location text NOT NULL CONSTRAINT ck_meal_requests_location CHECK (char_length(location) BETWEEN 1 AND 100),
  description text CONSTRAINT ck_meal_requests_description CHECK (char_length(description) <= 500),
  urgency text NOT NULL CONSTRAINT ck_meal_requests_urgency CHECK (urgency = ANY ('{low, medium, high}')),
  is_flexible boolean NOT NULL,
  deadline timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'active' CONSTRAINT ck_meal_requests_status
    CHECK (status = ANY ('{active, matched, completed, cancelled, expired}')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  search_text text
) WITH (
  autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 200, autovacuum_vacuum_insert_scale_factor = 0,
  vacuum_index_cleanup = on
);
-- Browse reads only what is active, however much history there is: the own campus, or everybody; each by soonest
-- deadline. The second index also serves the sweep for overdue requests.
CREATE INDEX ix_meal_requests_browse_campus ON meal_requests (institution, deadline, id) WHERE status = 'active';
CREATE INDEX ix_meal_requests_browse ON meal_requests (deadline, id) WHERE status = 'active';
-- matched requests whose deadline passed, which complete by themselves
CREATE INDEX ix_meal_requests_matched_deadline ON meal_requests (deadline) WHERE status = 'matched';
-- "My requests", newest first; the counts per status read the index alone
CREATE INDEX ix_meal_requests_requester ON meal_requests (requester_id, created_at DESC, id DESC)
  INCLUDE (status, deadline);
-- whether the student has overdue requests: checked with every signed-in request
CREATE INDEX ix_meal_requests_requester_active ON meal_requests (requester_id, deadline) WHERE status = 'active';
-- the week of a campus, for the table on the dashboard
CREATE INDEX ix_meal_requests_completed ON meal_requests (institution, deadline) WHERE status = 'completed';
-- a campus's latest requests in any status: the form suggests the places that they name
CREATE INDEX ix_meal_requests_campus_latest ON meal_requests (institution, created_at);
-- Substring search. The trigram extension is trusted, so the database's owner may install it. Where it is not available,
-- search still works but reads all active requests. A short pending list: new requests are cheap to add, and a search does
-- not have to read many of them one by one.
DO $$
DECLARE
  home text;
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  SELECT n.nspname INTO STRICT home
    FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
  EXECUTE format(
    'CREATE INDEX ix_meal_requests_search ON meal_requests USING gin (search_text %I.gin_trgm_ops)
       WITH (gin_pending_list_limit = 128) WHERE status = ''active''', home);
EXCEPTION WHEN OTHERS THEN
  RAISE WARNING 'search runs without its index: %', SQLERRM;
END $$;
CREATE TRIGGER meal_requests_lifecycle BEFORE INSERT OR UPDATE ON meal_requests
  FOR EACH ROW EXECUTE FUNCTION guard_meal_request();
CREATE TRIGGER meal_requests_search_text BEFORE INSERT OR UPDATE ON meal_requests
  FOR EACH ROW EXECUTE FUNCTION write_search_text();
CREATE TRIGGER meal_requests_stay BEFORE DELETE ON meal_requests FOR EACH ROW EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER meal_requests_posted AFTER INSERT ON meal_requests
  FOR EACH ROW WHEN (NEW.status = 'active') EXECUTE FUNCTION note_active_request();
CREATE TRIGGER meal_requests_reopened AFTER UPDATE OF status ON meal_requests
  FOR EACH ROW WHEN (NEW.status = 'active' AND OLD.status <> 'active') EXECUTE FUNCTION note_active_request();
CREATE TRIGGER meal_requests_announce_insert AFTER INSERT ON meal_requests
  FOR EACH ROW EXECUTE FUNCTION announce_request();
CREATE TRIGGER meal_requests_announce_status AFTER UPDATE OF status ON meal_requests
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION announce_request();
CREATE CONSTRAINT TRIGGER meal_requests_match_credit AFTER INSERT ON meal_requests
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.guard_exchange();
CREATE CONSTRAINT TRIGGER meal_requests_status_matches_credit AFTER UPDATE ON meal_requests
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status)
  EXECUTE FUNCTION ledger.guard_exchange();

CREATE TABLE matches (
  id uuid CONSTRAINT pk_matches PRIMARY KEY,
  request_id uuid NOT NULL CONSTRAINT fk_matches_request REFERENCES meal_requests,
  requester_id uuid NOT NULL CONSTRAINT fk_matches_requester REFERENCES students,
  fulfiller_id uuid NOT NULL CONSTRAINT fk_matches_fulfiller REFERENCES students,
  status text NOT NULL DEFAULT 'accepted'
    CONSTRAINT ck_matches_status CHECK (status = ANY ('{accepted, completed, cancelled}')),
  completed_by text CONSTRAINT ck_matches_completed_by CHECK (completed_by = ANY ('{requester, fulfiller, system}')),
  completed_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  cancelled_because text
    CONSTRAINT ck_matches_cancelled_because CHECK (cancelled_because = ANY ('{released, withdrawn, no_show, left, voided}')),
  -- when each side said that they are at the place, and that they met the other
  requester_here_at timestamptz,
  fulfiller_here_at timestamptz,
  requester_met_at timestamptz,
  fulfiller_met_at timestamptz,
  CONSTRAINT ck_matches_not_own_request CHECK (fulfiller_id <> requester_id),
  CONSTRAINT ck_matches_completed CHECK (
    (status = 'completed') = (completed_at IS NOT NULL) AND (status = 'completed') = (completed_by IS NOT NULL)),
  CONSTRAINT ck_matches_cancelled CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL)),
  CONSTRAINT ck_matches_cancelled_with_reason CHECK ((status = 'cancelled') = (cancelled_because IS NOT NULL))
);
-- of any number of students who accept at once, one wins
CREATE UNIQUE INDEX uq_matches_live_request ON matches (request_id) WHERE status <> 'cancelled';
-- "My matches" of each side, newest first; the counts per status read the index alone
CREATE INDEX ix_matches_requester ON matches (requester_id, created_at DESC, id DESC) INCLUDE (status);
CREATE INDEX ix_matches_fulfiller ON matches (fulfiller_id, created_at DESC, id DESC) INCLUDE (status);
-- the requests that a fulfiller released and can't accept again: asked at every accept, and for every listed request
CREATE INDEX ix_matches_fulfiller_cancelled ON matches (fulfiller_id, request_id) WHERE status = 'cancelled';
CREATE TRIGGER matches_lifecycle BEFORE INSERT OR UPDATE ON matches FOR EACH ROW EXECUTE FUNCTION guard_match();
CREATE TRIGGER matches_stay BEFORE DELETE ON matches FOR EACH ROW EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER matches_reputation AFTER UPDATE OF status ON matches
  FOR EACH ROW WHEN (NEW.status = 'completed') EXECUTE FUNCTION note_reputation_change();
CREATE TRIGGER matches_announce AFTER INSERT OR UPDATE ON matches FOR EACH ROW EXECUTE FUNCTION announce_match();

CREATE TABLE ratings (
  match_id uuid NOT NULL CONSTRAINT fk_ratings_match REFERENCES matches,
  side text NOT NULL CONSTRAINT ck_ratings_side CHECK (side IN ('requester', 'fulfiller')),
  rater_id uuid NOT NULL CONSTRAINT fk_ratings_rater REFERENCES students,
  score smallint CONSTRAINT ck_ratings_score CHECK (score BETWEEN 1 AND 5),
  comment text CONSTRAINT ck_ratings_comment CHECK (char_length(comment) <= 300),
  followed_through boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_ratings PRIMARY KEY (match_id, side),
  CONSTRAINT ck_ratings_score_if_followed_through CHECK ((score IS NOT NULL) = followed_through)
);
-- a student's latest "No": only two in 30 days may strike
CREATE INDEX ix_ratings_reports ON ratings (rater_id, created_at) WHERE NOT followed_through;
CREATE TRIGGER ratings_rater BEFORE INSERT OR UPDATE ON ratings FOR EACH ROW EXECUTE FUNCTION guard_rating();
CREATE TRIGGER ratings_reputation AFTER INSERT ON ratings FOR EACH ROW EXECUTE FUNCTION note_reputation_change();
CREATE TRIGGER ratings_announce AFTER INSERT ON ratings FOR EACH ROW EXECUTE FUNCTION announce_rating();

-- What others see of a student's past exchanges, kept ready because every line of Browse shows it. `meals`: completed ones as
-- fulfiller. No row: too few ratings count.
CREATE TABLE reputations (
  student_id uuid CONSTRAINT pk_reputations PRIMARY KEY CONSTRAINT fk_reputations_student REFERENCES students (id),
  half_stars smallint NOT NULL CONSTRAINT ck_reputations_half_stars CHECK (half_stars BETWEEN 2 AND 10),
  meals integer NOT NULL CONSTRAINT ck_reputations_meals CHECK (meals >= 0)
);

-- Whose reputation to compute anew, and when.
CREATE TABLE reputation_changes (
  due_at timestamptz NOT NULL,
  -- no foreign key: its lock on the students would deadlock two who close their accounts at once
  student_id uuid NOT NULL,
  CONSTRAINT pk_reputation_changes PRIMARY KEY (due_at, student_id)
);

-- Withdrawn strikes stay as rows. The accuser counts once, however often they report.
CREATE TABLE strikes (
  id uuid CONSTRAINT pk_strikes PRIMARY KEY,
  student_id uuid NOT NULL CONSTRAINT fk_strikes_student REFERENCES students,
  match_id uuid NOT NULL CONSTRAINT fk_strikes_match REFERENCES matches,
  created_at timestamptz NOT NULL DEFAULT now(),
  consumed_at timestamptz,
  accuser_id uuid NOT NULL CONSTRAINT fk_strikes_accuser REFERENCES students,
  withdrawn_at timestamptz,
  contest text CONSTRAINT ck_strikes_contest CHECK (char_length(contest) BETWEEN 10 AND 500),
  contested_at timestamptz,
  contest_decided_at timestamptz,
  CONSTRAINT uq_strikes_student_match UNIQUE (student_id, match_id),
  CONSTRAINT ck_strikes_contested CHECK (
    (contest IS NULL) = (contested_at IS NULL) AND (contest_decided_at IS NULL OR contested_at IS NOT NULL)),
  CONSTRAINT ck_strikes_undecided CHECK (
    contested_at IS NULL OR contest_decided_at IS NOT NULL OR withdrawn_at IS NULL)
);
-- a student's strikes of the last weeks, and whether this accuser struck them already
CREATE INDEX ix_strikes_accuser ON strikes (student_id, accuser_id, created_at);
-- the contested strikes that wait for an operator
CREATE INDEX ix_strikes_undecided ON strikes (contested_at)
  WHERE contested_at IS NOT NULL AND contest_decided_at IS NULL;

-- What a student wants to hear of, and how.
CREATE TABLE alert_settings (
  student_id uuid CONSTRAINT pk_alert_settings PRIMARY KEY
    CONSTRAINT fk_alert_settings_student REFERENCES students (id),
  institution text NOT NULL,
  push boolean NOT NULL DEFAULT false,
  mail boolean NOT NULL DEFAULT false,
  meal_periods text[] NOT NULL DEFAULT '{breakfast,lunch,dinner}'
    CONSTRAINT ck_alert_settings_meal_periods CHECK (meal_periods <@ '{breakfast,lunch,dinner}'::text[]),
  campus text NOT NULL DEFAULT 'mine' CONSTRAINT ck_alert_settings_campus CHECK (campus IN ('mine', 'all')),
  quiet_from smallint NOT NULL DEFAULT 1320,
  quiet_until smallint NOT NULL DEFAULT 480,
  time_zone text NOT NULL,
  help_on date,
  show_details boolean NOT NULL DEFAULT false,
  unsubscribe_token uuid NOT NULL,
  -- the count of a day stands here and not only in alerts: a wave locks the row, so parallel waves count right
  alerted_at timestamptz,
  alerted_on date,
  alerted_times smallint NOT NULL DEFAULT 0,
  CONSTRAINT uq_alert_settings_unsubscribe_token UNIQUE (unsubscribe_token),
  CONSTRAINT ck_alert_settings_quiet_hours CHECK (quiet_from BETWEEN 0 AND 1439 AND quiet_until BETWEEN 0 AND 1439)
);
-- who may be alerted to a request: those of its campus, and those who chose every campus
CREATE INDEX ix_alert_settings_campus ON alert_settings (institution) WHERE push OR mail;
CREATE INDEX ix_alert_settings_all ON alert_settings (campus) WHERE campus = 'all' AND (push OR mail);

-- Who was alerted to which request.
CREATE TABLE alerts (
  request_id uuid NOT NULL CONSTRAINT fk_alerts_request REFERENCES meal_requests (id),
  student_id uuid NOT NULL CONSTRAINT fk_alerts_student REFERENCES students (id),
  wave smallint NOT NULL,
  alerted_at timestamptz NOT NULL,
  opened_at timestamptz,
  CONSTRAINT pk_alerts PRIMARY KEY (request_id, student_id)
);
-- a student's alerts, and those old enough to be deleted
CREATE INDEX ix_alerts_student ON alerts (student_id);
CREATE INDEX ix_alerts_alerted ON alerts (alerted_at);

-- When the next students are alerted to an active request.
CREATE TABLE alert_waves (
  request_id uuid CONSTRAINT pk_alert_waves PRIMARY KEY CONSTRAINT fk_alert_waves_request REFERENCES meal_requests (id),
  wave smallint NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now()
);
-- the waves that are due
CREATE INDEX ix_alert_waves_due ON alert_waves (due_at);

-- The browsers that get notifications. `failing_since`: the first failure since the last success; a device that has
-- failed for 14 days is deleted.
CREATE TABLE push_subscriptions (
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  session_id uuid NOT NULL,
  endpoint text NOT NULL,
  endpoint_hash bytea NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  public_key text NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  failing_since timestamptz,
  CONSTRAINT pk_push_subscriptions PRIMARY KEY (id),
  CONSTRAINT uq_push_subscriptions_endpoint UNIQUE (endpoint_hash),
  CONSTRAINT fk_push_subscriptions_student FOREIGN KEY (student_id) REFERENCES students (id)
);
-- a student's devices
CREATE INDEX ix_push_subscriptions_student ON push_subscriptions (student_id);

-- Which notifications were sent when their time came.
CREATE TABLE notices (
  subject_id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_notices PRIMARY KEY (subject_id, student_id, kind),
  CONSTRAINT fk_notices_student FOREIGN KEY (student_id) REFERENCES students (id)
);
-- notices that are old enough to be deleted
CREATE INDEX ix_notices_sent ON notices (sent_at);

-------------------------------------------------------------------------------------------------------------- payments

CREATE TABLE orders (
  id uuid CONSTRAINT pk_orders PRIMARY KEY,
  student_id uuid NOT NULL CONSTRAINT fk_orders_student REFERENCES students,
  package_id text NOT NULL,
  credits integer NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  livemode boolean NOT NULL,
  state text NOT NULL DEFAULT 'placed'
    CONSTRAINT ck_orders_state CHECK (state IN ('placed', 'open', 'paid', 'cancelled', 'failed')),
  payment_intent_id text CONSTRAINT uq_orders_payment_intent UNIQUE,
  paid_at timestamptz,
  refunded_cents integer NOT NULL DEFAULT 0
    CONSTRAINT ck_orders_refunded_cents CHECK (refunded_cents BETWEEN 0 AND amount_cents),
  lost_cents integer NOT NULL DEFAULT 0
    CONSTRAINT ck_orders_lost_cents CHECK (lost_cents BETWEEN 0 AND amount_cents),
  credits_reversed integer NOT NULL DEFAULT 0 CONSTRAINT ck_orders_credits_reversed
    CHECK (credits_reversed BETWEEN 0 AND CASE state WHEN 'paid' THEN credits ELSE 0 END),
  refund_due boolean NOT NULL DEFAULT false,
  revision integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ck_orders_sold CHECK (credits > 0 AND amount_cents > 0 AND currency ~ '^[a-z]{3}$'),
  CONSTRAINT ck_orders_paid CHECK (
    (state = 'paid') = (paid_at IS NOT NULL) AND (state <> 'paid' OR payment_intent_id IS NOT NULL))
);
-- a student's orders, and the latest of all, which are compared with Stripe
CREATE INDEX ix_orders_student ON orders (student_id, created_at);
CREATE INDEX ix_orders_created ON orders (created_at);
CREATE TRIGGER orders_stay_as_sold BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION guard_order_change();
CREATE TRIGGER orders_stay BEFORE DELETE ON orders FOR EACH ROW EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER orders_stay_all BEFORE TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE CONSTRAINT TRIGGER orders_match_credits AFTER INSERT OR UPDATE ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.guard_order();

-- When each comparison with Stripe was last done, so that any number of instances together keep to its interval.
CREATE TABLE reconciliations (
  span text CONSTRAINT pk_reconciliations PRIMARY KEY,
  done_at timestamptz NOT NULL
);
INSERT INTO reconciliations VALUES ('recent', '-infinity'), ('month', '-infinity');

---------------------------------------------------------------------------------------------------------------- ledger

-- Three accounts of each student, and four of the system, which store no balance: each transaction would wait for that row.
CREATE TABLE ledger.accounts (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 101) CONSTRAINT pk_accounts PRIMARY KEY,
  student_id uuid CONSTRAINT fk_accounts_student REFERENCES students,
  kind text NOT NULL,
  balance integer,
  -- the transfer that made the balance
  last_transfer_id bigint,
  CONSTRAINT uq_accounts_student_kind UNIQUE NULLS NOT DISTINCT (student_id, kind),
  CONSTRAINT ck_accounts_kind
    CHECK (kind = ANY ('{available, held, debt, issuance, card_sales, disputed, adjustments}')),
  CONSTRAINT ck_accounts_owner
    CHECK ((student_id IS NULL) = (kind = ANY ('{issuance, card_sales, disputed, adjustments}'))),
  CONSTRAINT ck_accounts_stored_balance CHECK ((balance IS NULL) = (student_id IS NULL)),
  CONSTRAINT ck_accounts_available_not_negative CHECK (kind <> 'available' OR balance >= 0),
  CONSTRAINT ck_accounts_held_not_negative CHECK (kind <> 'held' OR balance >= 0),
  CONSTRAINT ck_accounts_debt_not_positive CHECK (kind <> 'debt' OR balance <= 0)
) WITH (fillfactor = 70); -- room for balances to change in place
CREATE TRIGGER accounts_change_by_transfer BEFORE INSERT OR UPDATE ON ledger.accounts
  FOR EACH ROW EXECUTE FUNCTION ledger.guard_account();
CREATE TRIGGER accounts_stay BEFORE DELETE ON ledger.accounts FOR EACH ROW EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER accounts_stay_all BEFORE TRUNCATE ON ledger.accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
-- The functions and the invariants write these ids as numbers, so they never change. Those of students begin at 101.
INSERT INTO ledger.accounts (id, kind) OVERRIDING SYSTEM VALUE
VALUES (1, 'issuance'), (2, 'card_sales'), (3, 'disputed'), (4, 'adjustments');

-- One movement of credits from the debit account to the credit account. prepare_transfer fills id and created_at.
-- apply_transfer decides which accounts a kind may move credits between; the constraints, what a row of a kind names.
CREATE TABLE ledger.transfers (
  id bigint CONSTRAINT pk_transfers PRIMARY KEY,
  kind text NOT NULL,
  debit_account_id bigint NOT NULL CONSTRAINT fk_transfers_debit_account REFERENCES ledger.accounts,
  credit_account_id bigint NOT NULL CONSTRAINT fk_transfers_credit_account REFERENCES ledger.accounts,
  amount integer NOT NULL,
  request_id uuid CONSTRAINT fk_transfers_request REFERENCES meal_requests,
  match_id uuid CONSTRAINT fk_transfers_match REFERENCES matches,
  order_id uuid CONSTRAINT fk_transfers_order REFERENCES orders,
  -- the hold that a capture or release resolves
  hold_id bigint CONSTRAINT fk_transfers_hold REFERENCES ledger.transfers,
  -- the purchase that a reversal takes back, or the reversal that it gives back
  reverses_id bigint CONSTRAINT fk_transfers_reversed REFERENCES ledger.transfers,
  created_at timestamptz NOT NULL,
  -- the operator's line of the log that an adjustment belongs to
  log_id uuid,
  CONSTRAINT ck_transfers_kind CHECK (
    kind = ANY ('{grant, hold, capture, release, purchase, reversal, repay, dispute, award, adjustment}')),
  CONSTRAINT ck_transfers_amount CHECK (amount > 0 AND (request_id IS NULL OR amount = 1)),
  CONSTRAINT ck_transfers_adjustment CHECK (kind <> 'adjustment' OR amount <= 10),
  CONSTRAINT ck_transfers_two_accounts CHECK (debit_account_id <> credit_account_id),
  CONSTRAINT ck_transfers_names_request CHECK ((request_id IS NOT NULL) = (
    kind = ANY ('{hold, capture, release, dispute, award}') OR kind = 'repay' AND match_id IS NOT NULL)),
  CONSTRAINT ck_transfers_names_match CHECK (CASE
    WHEN kind = ANY ('{capture, dispute, award}') THEN match_id IS NOT NULL
    WHEN kind = 'repay' THEN true -- of a claim; without a match, of a debt
    ELSE match_id IS NULL END),
  CONSTRAINT ck_transfers_names_order CHECK ((order_id IS NOT NULL) = (kind = ANY ('{purchase, reversal}'))),
  CONSTRAINT ck_transfers_names_hold CHECK ((hold_id IS NOT NULL) = (kind = ANY ('{capture, release}'))),
  CONSTRAINT ck_transfers_names_log CHECK ((log_id IS NOT NULL) = (kind = 'adjustment')),
  CONSTRAINT ck_transfers_names_reversed CHECK ((reverses_id IS NOT NULL) = (kind = 'reversal'))
);
CREATE SEQUENCE ledger.transfers_id_seq OWNED BY ledger.transfers.id;
CREATE UNIQUE INDEX uq_transfers_hold_of_request ON ledger.transfers (request_id) WHERE kind = 'hold';
-- one index over captures and releases: a hold goes one way, once
CREATE UNIQUE INDEX uq_transfers_resolution_of_hold ON ledger.transfers (hold_id) WHERE hold_id IS NOT NULL;
CREATE UNIQUE INDEX uq_transfers_grant_of_student ON ledger.transfers (credit_account_id) WHERE kind = 'grant';
CREATE UNIQUE INDEX uq_transfers_purchase_of_order ON ledger.transfers (order_id) WHERE kind = 'purchase';
-- the credit of a dispute is taken from the fulfiller once, and awarded once
CREATE UNIQUE INDEX uq_transfers_taking_of_match ON ledger.transfers (match_id)
  WHERE kind IN ('dispute', 'repay') AND match_id IS NOT NULL;
CREATE UNIQUE INDEX uq_transfers_award_of_match ON ledger.transfers (match_id) WHERE kind = 'award';
-- one line of the log, one adjustment
CREATE UNIQUE INDEX uq_transfers_adjustment_of_log ON ledger.transfers (log_id) WHERE log_id IS NOT NULL;
-- a student's history
CREATE INDEX ix_transfers_debit_account ON ledger.transfers (debit_account_id, id);
CREATE INDEX ix_transfers_credit_account ON ledger.transfers (credit_account_id, id);
-- whether a requester bought meals lately: asked at every capture
CREATE INDEX ix_transfers_purchase_account ON ledger.transfers (credit_account_id, created_at) WHERE kind = 'purchase';
-- what an order gave and what was taken back of it; what is left of one transfer
CREATE INDEX ix_transfers_order ON ledger.transfers (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX ix_transfers_reverses ON ledger.transfers (reverses_id) WHERE reverses_id IS NOT NULL;
CREATE TRIGGER transfers_prepare BEFORE INSERT ON ledger.transfers
  FOR EACH ROW EXECUTE FUNCTION ledger.prepare_transfer();
CREATE TRIGGER transfers_apply AFTER INSERT ON ledger.transfers
  FOR EACH ROW EXECUTE FUNCTION ledger.apply_transfer();
CREATE TRIGGER transfers_append_only BEFORE UPDATE OR DELETE ON ledger.transfers
  FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER transfers_append_only_all BEFORE TRUNCATE ON ledger.transfers
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER transfers_announce AFTER INSERT ON ledger.transfers
  FOR EACH ROW WHEN (NEW.kind IN ('purchase', 'reversal', 'adjustment')) EXECUTE FUNCTION announce_credits();
CREATE CONSTRAINT TRIGGER transfers_match_order AFTER INSERT ON ledger.transfers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.order_id IS NOT NULL)
  EXECUTE FUNCTION ledger.guard_order();

-- One side says that a completed match happened, the other that it did not. A dispute without taken_id is a claim on the
-- next credits that the fulfiller receives, unless it was awarded to them.
CREATE TABLE ledger.disputes (
  match_id uuid CONSTRAINT pk_disputes PRIMARY KEY CONSTRAINT fk_disputes_match REFERENCES matches,
  -- the fulfiller's account of available credits
  debtor_account_id bigint NOT NULL CONSTRAINT fk_disputes_debtor REFERENCES ledger.accounts,
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  taken_id bigint CONSTRAINT uq_disputes_taken UNIQUE CONSTRAINT fk_disputes_taken REFERENCES ledger.transfers,
  awarded_to text CONSTRAINT ck_disputes_awarded_to CHECK (awarded_to IN ('requester', 'fulfiller', 'nobody')),
  decided_at timestamptz,
  decided_by text CONSTRAINT ck_disputes_decided_by CHECK (decided_by IN ('operator', 'time', 'side')),
  reason text,
  CONSTRAINT ck_disputes_decided CHECK (
    (awarded_to IS NULL) = (decided_at IS NULL) AND (awarded_to IS NULL) = (decided_by IS NULL)),
  CONSTRAINT ck_disputes_reason CHECK (CASE decided_by
    WHEN 'operator' THEN reason IS NOT NULL AND char_length(reason) BETWEEN 10 AND 500
    ELSE reason IS NULL END)
);
-- the oldest claim on a student: asked for every credit that they receive
CREATE INDEX ix_disputes_claims ON ledger.disputes (debtor_account_id, opened_at, match_id)
  WHERE taken_id IS NULL AND awarded_to IS DISTINCT FROM 'fulfiller';
-- the disputes that wait for an operator, or for time to decide
CREATE INDEX ix_disputes_undecided ON ledger.disputes (opened_at) WHERE awarded_to IS NULL;
CREATE TRIGGER disputes_lifecycle BEFORE INSERT OR UPDATE ON ledger.disputes
  FOR EACH ROW EXECUTE FUNCTION ledger.guard_dispute();
CREATE TRIGGER disputes_stay BEFORE DELETE ON ledger.disputes FOR EACH ROW EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER disputes_stay_all BEFORE TRUNCATE ON ledger.disputes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER disputes_reputation AFTER UPDATE OF awarded_to ON ledger.disputes
  FOR EACH ROW EXECUTE FUNCTION note_reputation_change();
CREATE TRIGGER disputes_announce AFTER INSERT OR UPDATE ON ledger.disputes
  FOR EACH ROW EXECUTE FUNCTION announce_dispute();
CREATE CONSTRAINT TRIGGER disputes_match_credit AFTER INSERT OR UPDATE ON ledger.disputes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.guard_disputed_credit();

-- Who had starting meals: an HMAC of the mailbox, whose key is not in the database
-- (src/platform/common/starting-meals.ts). Rows outlive the accounts that they are about.
CREATE TABLE ledger.starting_meals (
  student_id uuid CONSTRAINT pk_starting_meals PRIMARY KEY CONSTRAINT fk_starting_meals_student REFERENCES students,
  mailbox bytea NOT NULL CONSTRAINT uq_starting_meals_mailbox UNIQUE
);
CREATE TRIGGER starting_meals_append_only BEFORE UPDATE OR DELETE ON ledger.starting_meals
  FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER starting_meals_append_only_all BEFORE TRUNCATE ON ledger.starting_meals
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE CONSTRAINT TRIGGER starting_meals_match_grant AFTER INSERT ON ledger.starting_meals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.guard_starting_meals();

-- One row: when the ledger is checked next, over all instances, and the result of the last check. The first one is a day
-- away, so that no migration is followed by a long statement.
CREATE TABLE ledger_audit (
  is_only boolean CONSTRAINT pk_ledger_audit PRIMARY KEY DEFAULT true CONSTRAINT ck_ledger_audit_only CHECK (is_only),
  due_at timestamptz NOT NULL DEFAULT now() + interval '1 day',
  began_at timestamptz,
  ended_at timestamptz,
  broken text[]
);
INSERT INTO ledger_audit DEFAULT VALUES;

------------------------------------------------------------------------------------------------------------- operators

CREATE TABLE operators (
  id uuid CONSTRAINT pk_operators PRIMARY KEY,
  email text NOT NULL CONSTRAINT uq_operators_email UNIQUE CONSTRAINT ck_operators_email CHECK (email = lower(email)),
  institution text CONSTRAINT fk_operators_campus REFERENCES campuses (institution),
  invitation_hash bytea CONSTRAINT uq_operators_invitation UNIQUE,
  invited_until timestamptz,
  password_hash text,
  sealed_secret text NOT NULL,
  last_time_step bigint,
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  digested_at timestamptz,
  CONSTRAINT ck_operators_accepted CHECK ((accepted_at IS NULL) = (password_hash IS NULL))
);

CREATE TABLE operator_recovery_codes (
  operator_id uuid NOT NULL CONSTRAINT fk_operator_recovery_codes_operator REFERENCES operators (id),
  code_hash bytea NOT NULL,
  CONSTRAINT pk_operator_recovery_codes PRIMARY KEY (operator_id, code_hash)
);

CREATE TABLE operator_sessions (
  id uuid CONSTRAINT pk_operator_sessions PRIMARY KEY,
  operator_id uuid NOT NULL CONSTRAINT fk_operator_sessions_operator REFERENCES operators (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
-- an operator's open sessions
CREATE INDEX ix_operator_sessions_open ON operator_sessions (operator_id) WHERE ended_at IS NULL;

-- What operators do, append-only.
CREATE TABLE operator_log (
  id uuid CONSTRAINT pk_operator_log PRIMARY KEY,
  operator_id uuid NOT NULL CONSTRAINT fk_operator_log_operator REFERENCES operators (id),
  institution text CONSTRAINT fk_operator_log_campus REFERENCES campuses (institution),
  action text NOT NULL CONSTRAINT ck_operator_log_action CHECK (action ~ '^[a-z-]{3,40}$'),
  student_id uuid CONSTRAINT fk_operator_log_student REFERENCES students (id),
  match_id uuid CONSTRAINT fk_operator_log_match REFERENCES matches (id),
  reason text NOT NULL CONSTRAINT ck_operator_log_reason CHECK (char_length(reason) BETWEEN 10 AND 500),
  before jsonb,
  after jsonb,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  request_id uuid CONSTRAINT fk_operator_log_request REFERENCES meal_requests (id)
);
ALTER TABLE ledger.transfers ADD CONSTRAINT fk_transfers_log FOREIGN KEY (log_id) REFERENCES operator_log;
-- the log of a campus, of a student, of an exchange (it shows on the pages of both students) and of an operator
CREATE INDEX ix_operator_log_campus ON operator_log (institution, id);
CREATE INDEX ix_operator_log_student ON operator_log (student_id, id) WHERE student_id IS NOT NULL;
CREATE INDEX ix_operator_log_match ON operator_log (match_id) WHERE match_id IS NOT NULL;
CREATE INDEX ix_operator_log_operator ON operator_log (operator_id, id);
CREATE TRIGGER operator_log_append_only BEFORE UPDATE OR DELETE ON operator_log
  FOR EACH ROW EXECUTE FUNCTION keep_operator_log();
CREATE TRIGGER operator_log_append_only_all BEFORE TRUNCATE ON operator_log
  FOR EACH STATEMENT EXECUTE FUNCTION keep_operator_log();

-- What students report to operators: a match, or a request.
CREATE TABLE reports (
  id uuid CONSTRAINT pk_reports PRIMARY KEY,
  reporter_id uuid NOT NULL CONSTRAINT fk_reports_reporter REFERENCES students (id),
  match_id uuid CONSTRAINT fk_reports_match REFERENCES matches (id),
  kind text NOT NULL
    CONSTRAINT ck_reports_kind CHECK (kind IN ('comment', 'safety', 'money', 'text', 'fake', 'other')),
  text text NOT NULL CONSTRAINT ck_reports_text CHECK (char_length(text) BETWEEN 10 AND 500),
  state text NOT NULL DEFAULT 'open' CONSTRAINT ck_reports_state CHECK (state IN ('open', 'answered')),
  created_at timestamptz NOT NULL DEFAULT now(),
  request_id uuid CONSTRAINT fk_reports_request REFERENCES meal_requests (id),
  operator_id uuid CONSTRAINT fk_reports_operator REFERENCES operators (id),
  answer text CONSTRAINT ck_reports_answer CHECK (char_length(answer) BETWEEN 10 AND 500),
  answered_at timestamptz,
  CONSTRAINT ck_reports_about CHECK (num_nonnulls(match_id, request_id) = 1),
  CONSTRAINT ck_reports_comment CHECK (kind <> 'comment' OR match_id IS NOT NULL),
  CONSTRAINT ck_reports_answered CHECK (
    num_nonnulls(operator_id, answer, answered_at) IN (0, 3) AND (state = 'answered' OR answer IS NULL))
);
-- An answered report allows another one. A comment is reported once, since the report hides it for good.
CREATE UNIQUE INDEX uq_reports_once ON reports (match_id, reporter_id, kind) WHERE state = 'open' OR kind = 'comment';
CREATE UNIQUE INDEX uq_reports_request_once ON reports (request_id, reporter_id, kind) WHERE state = 'open';
-- how many open reports a student has, and the desk's queue
CREATE INDEX ix_reports_open ON reports (reporter_id) WHERE state = 'open';
CREATE INDEX ix_reports_queue ON reports (state, created_at);

CREATE TABLE announcements (
  id uuid CONSTRAINT pk_announcements PRIMARY KEY,
  institution text NOT NULL CONSTRAINT fk_announcements_campus REFERENCES campuses (institution),
  operator_id uuid NOT NULL CONSTRAINT fk_announcements_operator REFERENCES operators (id),
  text text NOT NULL CONSTRAINT ck_announcements_text CHECK (char_length(text) BETWEEN 10 AND 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  withdrawn_at timestamptz
);
-- what a campus's students see
CREATE INDEX ix_announcements_shown ON announcements (institution, created_at) WHERE withdrawn_at IS NULL;

CREATE TABLE announcement_reads (
  announcement_id uuid NOT NULL CONSTRAINT fk_announcement_reads_announcement REFERENCES announcements (id),
  student_id uuid NOT NULL CONSTRAINT fk_announcement_reads_student REFERENCES students (id),
  read_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_announcement_reads PRIMARY KEY (announcement_id, student_id)
);

---------------------------------------------------------------------------------------------------------------- guards

-- Triggers that guard are ALWAYS enabled: also in a session that set session_replication_role to replica, which silences
-- ordinary triggers.
DO $$
DECLARE
  guard record;
BEGIN
  FOR guard IN SELECT t.tgrelid::regclass AS relation, t.tgname FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE NOT t.tgisinternal
        AND (p.pronamespace = 'ledger'::regnamespace OR p.proname ~ '^(guard_|refuse_|keep_operator_log$)') LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', guard.relation, guard.tgname);
  END LOOP;
END $$;

/** Accounts and one-row transfers. Part of the ledger’s migration. */
export const tables = `
  CREATE SCHEMA ledger;

  CREATE TABLE ledger.accounts (
    id bigint GENERATED ALWAYS AS IDENTITY (START WITH 101) CONSTRAINT pk_accounts PRIMARY KEY,
    student_id uuid CONSTRAINT fk_accounts_student REFERENCES students,
    kind text NOT NULL,
    balance integer,
    last_transfer_id bigint,
    CONSTRAINT uq_accounts_student_kind UNIQUE NULLS NOT DISTINCT (student_id, kind),
    CONSTRAINT ck_accounts_kind CHECK (kind IN ('available', 'held', 'debt', 'issuance', 'card_sales')),
    CONSTRAINT ck_accounts_owner CHECK ((student_id IS NULL) = (kind IN ('issuance', 'card_sales'))),
    CONSTRAINT ck_accounts_stored_balance CHECK ((balance IS NULL) = (student_id IS NULL)),
    CONSTRAINT ck_accounts_available_not_negative CHECK (kind <> 'available' OR balance >= 0),
    CONSTRAINT ck_accounts_held_not_negative CHECK (kind <> 'held' OR balance >= 0),
    CONSTRAINT ck_accounts_debt_not_positive CHECK (kind <> 'debt' OR balance <= 0)
  ) WITH (fillfactor = 70); -- room for balances to change in place
  INSERT INTO ledger.accounts (id, kind) OVERRIDING SYSTEM VALUE VALUES (1, 'issuance'), (2, 'card_sales');

  CREATE TABLE ledger.transfers (
    id bigint CONSTRAINT pk_transfers PRIMARY KEY,
    kind text NOT NULL,
    debit_account_id bigint NOT NULL CONSTRAINT fk_transfers_debit_account REFERENCES ledger.accounts,
    credit_account_id bigint NOT NULL CONSTRAINT fk_transfers_credit_account REFERENCES ledger.accounts,
    amount integer NOT NULL,
    request_id uuid CONSTRAINT fk_transfers_request REFERENCES meal_requests,
    match_id uuid CONSTRAINT fk_transfers_match REFERENCES matches,
    order_id uuid,
    hold_id bigint CONSTRAINT fk_transfers_hold REFERENCES ledger.transfers,
    reverses_id bigint CONSTRAINT fk_transfers_reversed REFERENCES ledger.transfers,
    created_at timestamptz NOT NULL,
    CONSTRAINT ck_transfers_kind
      CHECK (kind IN ('grant', 'hold', 'capture', 'release', 'purchase', 'reversal', 'repay')),
    CONSTRAINT ck_transfers_amount CHECK (amount > 0 AND (kind NOT IN ('hold', 'capture', 'release') OR amount = 1)),
    CONSTRAINT ck_transfers_two_accounts CHECK (debit_account_id <> credit_account_id),
    CONSTRAINT ck_transfers_names_request CHECK (
      (request_id IS NOT NULL) = (kind IN ('hold', 'capture', 'release') OR kind = 'reversal' AND match_id IS NOT NULL)),
    CONSTRAINT ck_transfers_names_match CHECK (CASE kind
      WHEN 'capture' THEN match_id IS NOT NULL
      WHEN 'reversal' THEN (match_id IS NULL) <> (order_id IS NULL)
      ELSE match_id IS NULL END),
    CONSTRAINT ck_transfers_names_order CHECK (CASE kind
      WHEN 'purchase' THEN order_id IS NOT NULL
      WHEN 'reversal' THEN true
      ELSE order_id IS NULL END),
    CONSTRAINT ck_transfers_names_hold CHECK ((hold_id IS NOT NULL) = (kind IN ('capture', 'release'))),
    CONSTRAINT ck_transfers_names_reversed CHECK ((reverses_id IS NOT NULL) = (kind = 'reversal'))
  );
  CREATE SEQUENCE ledger.transfers_id_seq OWNED BY ledger.transfers.id;
  CREATE UNIQUE INDEX uq_transfers_hold_of_request ON ledger.transfers (request_id) WHERE kind = 'hold';
  -- One index over captures and releases: a hold goes one way, once.
  CREATE UNIQUE INDEX uq_transfers_resolution_of_hold ON ledger.transfers (hold_id) WHERE hold_id IS NOT NULL;
  CREATE UNIQUE INDEX uq_transfers_grant_of_student ON ledger.transfers (credit_account_id) WHERE kind = 'grant';
  CREATE UNIQUE INDEX uq_transfers_purchase_of_order ON ledger.transfers (order_id) WHERE kind = 'purchase';
  CREATE INDEX ix_transfers_debit_account ON ledger.transfers (debit_account_id, id);
  CREATE INDEX ix_transfers_credit_account ON ledger.transfers (credit_account_id, id);
  CREATE INDEX ix_transfers_order ON ledger.transfers (order_id) WHERE order_id IS NOT NULL;
  CREATE INDEX ix_transfers_reverses ON ledger.transfers (reverses_id) WHERE reverses_id IS NOT NULL;
`;

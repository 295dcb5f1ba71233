import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders of meal packages, Stripe's events, and the rule that orders and ledger agree. */
export class Payments1790000000005 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
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
        revision integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT ck_orders_sold CHECK (credits > 0 AND amount_cents > 0 AND currency ~ '^[a-z]{3}$'),
        CONSTRAINT ck_orders_paid CHECK (
          (state = 'paid') = (paid_at IS NOT NULL) AND (state <> 'paid' OR payment_intent_id IS NOT NULL))
      );
      CREATE INDEX ix_orders_student ON orders (student_id, created_at);
      CREATE INDEX ix_orders_created ON orders (created_at);

      -- What was sold stays as it was sold, and what was paid stays paid.
      CREATE FUNCTION guard_order_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        IF (NEW.id, NEW.student_id, NEW.package_id, NEW.credits, NEW.amount_cents, NEW.currency, NEW.livemode)
           IS DISTINCT FROM
           (OLD.id, OLD.student_id, OLD.package_id, OLD.credits, OLD.amount_cents, OLD.currency, OLD.livemode)
           OR OLD.payment_intent_id <> NEW.payment_intent_id OR OLD.state = 'paid' AND NEW.state <> 'paid' THEN
          RAISE EXCEPTION 'an order stays as it was sold and paid'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
        END IF;
        NEW.updated_at := now();
        RETURN NEW;
      END $$;
      CREATE TRIGGER orders_stay_as_sold BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION guard_order_change();
      CREATE TRIGGER orders_stay BEFORE DELETE ON orders FOR EACH ROW EXECUTE FUNCTION refuse_removal();
      CREATE TRIGGER orders_stay_all BEFORE TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

      ALTER TABLE ledger.transfers ADD CONSTRAINT fk_transfers_order FOREIGN KEY (order_id) REFERENCES orders;

      -- At commit, a paid order was credited once, with exactly its credits to its student, less what was taken back; any
      -- other order, and one that does not exist, gave none.
      CREATE FUNCTION ledger.guard_order() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      DECLARE
        touched uuid;
        paid boolean;
        wanted integer;
        credited boolean;
        given integer;
      BEGIN
        IF TG_TABLE_NAME = 'orders' THEN touched := NEW.id; ELSE touched := NEW.order_id; END IF;
        SELECT o.state = 'paid', CASE o.state WHEN 'paid' THEN o.credits - o.credits_reversed ELSE 0 END INTO paid, wanted
          FROM public.orders o WHERE o.id = touched;
        SELECT count(*) > 0, coalesce(sum(CASE t.debit_account_id WHEN 2 THEN t.amount ELSE -t.amount END), 0) INTO credited, given
          FROM ledger.transfers t WHERE t.order_id = touched;
        IF credited IS DISTINCT FROM paid OR given IS DISTINCT FROM wanted OR EXISTS (
             SELECT FROM ledger.transfers t
               JOIN ledger.accounts a ON a.id = t.credit_account_id
               JOIN public.orders o ON o.id = t.order_id
              WHERE t.order_id = touched AND t.kind = 'purchase'
                AND (a.student_id <> o.student_id OR t.amount <> o.credits)) THEN
          RAISE EXCEPTION 'order % should have given % credits and gave %', touched, wanted, given
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
        END IF;
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION ledger.guard_order FROM PUBLIC;
      CREATE CONSTRAINT TRIGGER orders_match_credits AFTER INSERT OR UPDATE ON orders
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.guard_order();
      CREATE CONSTRAINT TRIGGER transfers_match_order AFTER INSERT ON ledger.transfers
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.order_id IS NOT NULL)
        EXECUTE FUNCTION ledger.guard_order();
      ALTER TABLE orders ENABLE ALWAYS TRIGGER orders_stay_as_sold;
      ALTER TABLE orders ENABLE ALWAYS TRIGGER orders_stay;
      ALTER TABLE orders ENABLE ALWAYS TRIGGER orders_stay_all;
      ALTER TABLE orders ENABLE ALWAYS TRIGGER orders_match_credits;
      ALTER TABLE ledger.transfers ENABLE ALWAYS TRIGGER transfers_match_order;

      CREATE TABLE stripe_events (
        id text CONSTRAINT pk_stripe_events PRIMARY KEY,
        type text NOT NULL,
        payment jsonb NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now(),
        due_at timestamptz NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        done_at timestamptz,
        outcome text
      );
      CREATE INDEX ix_stripe_events_due ON stripe_events (due_at) WHERE done_at IS NULL;
      CREATE INDEX ix_stripe_events_done ON stripe_events (done_at) WHERE done_at IS NOT NULL;

      -- When each comparison with Stripe was last done, so that any number of instances together keep to its interval.
      CREATE TABLE reconciliations (
        span text CONSTRAINT pk_reconciliations PRIMARY KEY,
        done_at timestamptz NOT NULL
      );
      INSERT INTO reconciliations VALUES ('recent', '-infinity'), ('month', '-infinity');
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TABLE reconciliations, stripe_events;
      DROP TRIGGER transfers_match_order ON ledger.transfers;
      ALTER TABLE ledger.transfers DROP CONSTRAINT fk_transfers_order;
      DROP TABLE orders;
      DROP FUNCTION ledger.guard_order, guard_order_change;
    `);
  }
}
